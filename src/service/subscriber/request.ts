import {
  type Db,
  guard,
  isGuardBreach,
  isUniqueBreach,
  openDb,
  type Statement,
  save,
} from "../../data/db.ts";
import { type Condition, hasRows, listDueIds } from "../../data/due.ts";
import { returnedIds } from "../../data/outgoing.ts";
import {
  findSubscriberOf,
  insertSubscriber,
  isStill,
  type SubscriberRow,
  updateSubscriberRow,
} from "../../data/subscriber.ts";
import { type AskedKind, hasNoNotice, insertNotice, isUnasked } from "../../data/subscriber_notice.ts";
import {
  claimedRequests,
  claimRequests,
  deleteRequest,
  isRequestHeld,
  leftRequests,
  type RequestRow,
} from "../../data/subscriber_request.ts";
import { ASKED_AGAIN_MS, CONFIRM_MS, decideSignUp } from "../../domain/subscriber/states.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { enqueue } from "../outgoing/job.ts";
import type { SweepScope } from "../outgoing/sweep.ts";
import { resealHeaders } from "./headers.ts";
import { sendNotices } from "./notice.ts";
import {
  hashSubscriberToken,
  makeSubscriberToken,
  subscriberSecretName,
  unsubscribeTokenOf,
} from "./token.ts";

const LEFT: SweepScope = { waitedMs: 30_000, limit: 200 };
const TRIES = 4;

interface Taking {
  env: Env;
  db: Db;
  now: number;
  request: RequestRow;
}

export async function takeRequests(env: Env, ids: readonly number[]): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  const [claimed] = await save(db, [
    claimRequests(db, ids, { now, until: now + CLAIM_MS.subscriber_requests }),
  ]);
  const notices: number[] = [];
  for (const request of claimedRequests(claimed)) {
    try {
      notices.push(...(await takeRequest({ env, db, now, request })));
    } catch (error) {
      // The claim expires, and the next sweep decides on the data of that time.
      log("warn", "failed to process a sign-up", { error });
    }
  }
  await sendNotices(env, notices);
}

export function hasLeftRequests(now: number, { waitedMs }: SweepScope = LEFT): Condition {
  return hasRows(leftRequests({ before: now - waitedMs, now }));
}

export async function sweepRequests(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = LEFT,
): Promise<void> {
  const rows = leftRequests({ before: now - waitedMs, now });
  const ids = await listDueIds(openDb(env.DB), rows, limit);
  await enqueue(env, "subscriber_requests", { ids });
}

/** Decides again if another request or the subscriber's own click came first. */
async function takeRequest(taking: Taking): Promise<number[]> {
  const { db, request } = taking;
  for (let tries = 1; ; tries++) {
    const writes = await decideWrites(taking, await findSubscriberOf(db, request.body));
    const held = guard(isRequestHeld(request));
    try {
      return returnedIds(await save(db, [held, ...writes, deleteRequest(db, request.id)]));
    } catch (error) {
      if (tries === TRIES || !(isGuardBreach(error) || isUniqueBreach(error))) throw error;
    }
  }
}

async function decideWrites(taking: Taking, known: SubscriberRow | null): Promise<Statement[]> {
  const decision = decideSignUp(known?.status ?? null);
  if (known === null || decision === "add") return await addSubscriber(taking);
  return decision === "ask" ? await askAgain(taking, known) : await remind(taking, known);
}

async function addSubscriber(taking: Taking): Promise<Statement[]> {
  const { env, db, now, request } = taking;
  const { body } = request;
  const unasked = isUnasked(body, { kind: "confirm", since: now - ASKED_AGAIN_MS });
  if (!(await hasNoNotice(db, unasked))) return [];
  const manage = makeSubscriberToken();
  const box = await secretBoxOf(env);
  const { confirm, notice } = await makeConfirmation(taking, body.sealName);
  return [
    guard(unasked),
    insertSubscriber(db, {
      ...body,
      ...confirm,
      status: "pending",
      manageToken: await box.seal(manage, subscriberSecretName(body.sealName, "manage")),
      manageHash: await hashOf(manage),
      unsubscribeHash: await hashOf(await unsubscribeTokenOf(manage)),
      createdAt: now,
    }),
    notice,
  ];
}

async function askAgain(taking: Taking, known: SubscriberRow): Promise<Statement[]> {
  const { env, db, now, request } = taking;
  const unasked = isUnasked(known, { kind: "confirm", since: now - ASKED_AGAIN_MS });
  if (!(await hasNoNotice(db, unasked))) return [];
  const {
    pageId: _page,
    type: _,
    destination: _to,
    email: _mailbox,
    sealName: from,
    ...choices
  } = request.body;
  const headers = await resealHeaders(env, { from, to: known.sealName, headers: choices.webhookHeaders });
  const held = { ...choices, webhookHeaders: headers };
  const { confirm, notice } = await makeConfirmation(taking, known.sealName);
  return [
    guard(isStill(known)),
    guard(unasked),
    updateSubscriberRow(db, known.id, { ...confirm, held }),
    notice,
  ];
}

async function remind({ db, now }: Taking, known: SubscriberRow): Promise<Statement[]> {
  const unasked = isUnasked(known, { kind: "reminder", since: now - ASKED_AGAIN_MS });
  if (!(await hasNoNotice(db, unasked))) return [];
  const reminder: AskedKind = "reminder";
  return [guard(unasked), insertNotice(known, { kind: reminder, token: null, now })];
}

async function makeConfirmation({ env, now, request }: Taking, sealName: string) {
  const token = makeSubscriberToken();
  const sealed = await (await secretBoxOf(env)).seal(token, subscriberSecretName(sealName, "notice"));
  return {
    confirm: { confirmHash: await hashOf(token), confirmUntil: now + CONFIRM_MS },
    notice: insertNotice(request.body, { kind: "confirm", token: sealed, now }),
  };
}

async function hashOf(token: string): Promise<string> {
  const hash = await hashSubscriberToken(token);
  if (hash === null) throw new Error("a token of ours has no shape");
  return hash;
}
