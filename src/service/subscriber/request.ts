import {
  type Db,
  guard,
  isGuardBreach,
  isUniqueBreach,
  openDb,
  type Statement,
  save,
} from "../../data/db.ts";
import {
  findSubscriberOf,
  insertSubscriber,
  isStill,
  type SubscriberRow,
  updateSubscriberRow,
} from "../../data/subscriber.ts";
import {
  type AskedKind,
  hasNoNotice,
  insertedNoticeIds,
  insertNotice,
  isUnasked,
} from "../../data/subscriber_notice.ts";
import {
  claimedRequests,
  claimRequests,
  deleteRequest,
  isRequestHeld,
  listLeftRequests,
  type RequestRow,
} from "../../data/subscriber_request.ts";
import { ASKED_AGAIN_MS, CONFIRM_MS, decideSignUp } from "../../domain/subscriber/states.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { sha256Hex } from "../../lib/bytes.ts";
import { log } from "../../lib/log.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { gateNamed } from "../access/gate.ts";
import type { SweepScope } from "../system/sweep.ts";
import { resealHeaders } from "./headers.ts";
import { enqueueJobs } from "./job.ts";
import { sendNotices } from "./notice.ts";
import {
  hashSubscriberToken,
  makeSubscriberToken,
  subscriberSecretName,
  unsubscribeTokenOf,
} from "./token.ts";

const LEFT_MS = 30_000;
const LEFT_A_RUN = 200;
const IDS_A_JOB = 20;
const TRIES = 4;
/** Mails that sign-ups may cause to one mailbox, whatever addresses to call they name with it. */
const MAILBOX = { name: "asked", max: 10, windowMs: 15 * MINUTE_MS };

interface Taking {
  env: Env;
  db: Db;
  now: number;
  request: RequestRow;
}

/** Looks up whose these sign-ups are, and writes to them. Each is taken once, however often it is told of. */
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
      // The claim runs out, and the next look decides on what is there by then.
      log("warn", "a sign-up could not be taken", { error });
    }
  }
  await sendNotices(env, notices);
}

/** Each minute: what a queue lost. */
export async function sweepRequests(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = { waitedMs: LEFT_MS, limit: LEFT_A_RUN },
): Promise<void> {
  const ids = await listLeftRequests(openDb(env.DB), { before: now - waitedMs, now, limit });
  const jobs = Array.from({ length: Math.ceil(ids.length / IDS_A_JOB) }, (_, i) => {
    return { kind: "requests" as const, ids: ids.slice(i * IDS_A_JOB, (i + 1) * IDS_A_JOB) };
  });
  await enqueueJobs(env, jobs);
}

/** Decided again when another request, or the subscriber's own click, was quicker. */
async function takeRequest(taking: Taking): Promise<number[]> {
  const { db, request } = taking;
  for (let tries = 1; ; tries++) {
    const writes = await decideWrites(taking, await findSubscriberOf(db, request.body));
    const held = guard(isRequestHeld(request));
    try {
      return insertedNoticeIds(await save(db, [held, ...writes, deleteRequest(db, request.id)]));
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

/** A mailbox that was written to often enough gets a row for nobody. */
async function addSubscriber(taking: Taking): Promise<Statement[]> {
  const { env, db, now, request } = taking;
  const { body } = request;
  if (!(await takeMailbox(taking))) return [];
  const manage = makeSubscriberToken();
  const box = await secretBoxOf(env);
  const { confirm, notice } = await makeConfirmation(taking, body.sealName);
  return [
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

/** What was chosen last counts, also while another mail is not due yet: the link of the last one confirms it. */
async function askAgain(taking: Taking, known: SubscriberRow): Promise<Statement[]> {
  const { env, db, now, request } = taking;
  const { sealName: from, webhookHeaders, ...choices } = request.body;
  const change = {
    ...choices,
    webhookHeaders: await resealHeaders(env, { from, to: known.sealName, headers: webhookHeaders }),
  };
  const still = guard(isStill(known));
  const unasked = isUnasked(known, { kind: "confirm", since: now - ASKED_AGAIN_MS });
  if (!(await mayWrite(taking, unasked))) return [still, updateSubscriberRow(db, known.id, change)];
  const { confirm, notice } = await makeConfirmation(taking, known.sealName);
  return [still, guard(unasked), updateSubscriberRow(db, known.id, { ...change, ...confirm }), notice];
}

async function remind(taking: Taking, known: SubscriberRow): Promise<Statement[]> {
  const { now } = taking;
  const unasked = isUnasked(known, { kind: "reminder", since: now - ASKED_AGAIN_MS });
  if (!(await mayWrite(taking, unasked))) return [];
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

async function mayWrite(taking: Taking, unasked: Parameters<typeof hasNoNotice>[1]): Promise<boolean> {
  return (await hasNoNotice(taking.db, unasked)) && (await takeMailbox(taking));
}

async function takeMailbox({ env, request }: Taking): Promise<boolean> {
  const mailbox = gateNamed(env, `mailbox:${await sha256Hex(request.body.email)}`);
  return (await mailbox.take(MAILBOX)).ok;
}

async function hashOf(token: string): Promise<string> {
  const hash = await hashSubscriberToken(token);
  if (hash === null) throw new Error("a token of ours has no shape");
  return hash;
}
