import { type Db, openDb } from "../../data/db.ts";
import { updateSubscriberRow } from "../../data/subscriber.ts";
import { completeNotices, type NoticeToSend } from "../../data/subscriber_notice.ts";
import { decideNextAttempt } from "../../domain/outgoing/policy.ts";
import { isNoticeTrue } from "../../domain/subscriber/states.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { chunksOf } from "../../lib/chunks.ts";
import type { Mail } from "../../notify/mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { makeNotice } from "../../notify/subscriber_mail/notice.ts";
import { sendByMail } from "../alert/mail.ts";
import { claimDue, refuseLate, saveEnds, toSendFault } from "../outgoing/attempt.ts";
import { enqueueRetries } from "../outgoing/job.ts";
import { readSubscriberPages, type SubscriberPage } from "./page.ts";
import {
  hashSubscriberToken,
  manageUrlOf,
  openManageToken,
  subscriberSecretName,
  unsubscribeTokenOf,
  unsubscribeUrlOf,
} from "./token.ts";

const AT_ONCE = 5;
const TIMEOUT_MS = 15_000;

/** The rows are authoritative: an id that arrives twice is sent once. */
export async function sendNotices(env: Env, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(ids, AT_ONCE)) await sendSome(env, some);
}

async function sendSome(env: Env, ids: readonly number[]): Promise<void> {
  const db = openDb(env.DB);
  const rows = await completeNotices(db, await claimDue(env, "subscriber_notices", ids));
  if (rows.length === 0) return;
  const pageIds = rows.flatMap(({ subscriber }) => (subscriber ? [subscriber.pageId] : []));
  const pages = await readSubscriberPages(env, db, pageIds);
  await Promise.all(rows.map((row) => sendOne({ env, db, pages }, row)));
}

interface Sending {
  env: Env;
  db: Db;
  pages: ReadonlyMap<number, SubscriberPage>;
}

async function sendOne(sending: Sending, row: NoticeToSend): Promise<void> {
  const { env, db } = sending;
  const end = await trySending(sending, row);
  const { subscriber } = row;
  const isLost = end.status === "failed" && subscriber !== null && subscriber.status !== "disabled";
  await saveEnds(env, "subscriber_notices", {
    ends: [end],
    before: isLost ? [updateSubscriberRow(db, subscriber.id, { lastError: end.lastError })] : [],
  });
  await enqueueRetries(env, "subscriber_notices", [end]);
}

type NoticeEnd = Pick<NoticeToSend, "id" | "claimedUntil" | "status" | "dueAt" | "token" | "lastError">;

async function trySending(sending: Sending, row: NoticeToSend): Promise<NoticeEnd> {
  const { id, claimedUntil, dueAt } = row;
  const end = { id, claimedUntil, dueAt, token: null, lastError: null };
  try {
    const mail = await makeMail(sending, row);
    if (mail === null) return { ...end, status: "cancelled" };
    refuseLate(claimedUntil, { sendingMs: TIMEOUT_MS });
    await sendByMail(sending.env, mail, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { ...end, status: "delivered" };
  } catch (error) {
    const fault = toSendFault(error, { event: "an email about a subscription couldn't be sent" });
    const next = decideNextAttempt("subscriber_notices", { row, fault, now: Date.now() });
    const token = next.status === "pending" ? row.token : null;
    return { ...end, ...next, token, lastError: fault.message };
  }
}

async function makeMail({ env, pages }: Sending, row: NoticeToSend): Promise<Mail | null> {
  const { subscriber, kind } = row;
  const page = subscriber && pages.get(subscriber.pageId);
  if (!subscriber || !page || !isNoticeTrue(kind, subscriber.status)) return null;
  if (page.site === null)
    throw new SendFault("PUBLIC_URL isn't set, so the email can't link to this service.");
  const manage = await openManageToken(env, subscriber);
  if (manage === null) throw unopened();
  const token = kind === "confirm" ? await openConfirmToken(env, row) : manage;
  if (token === null) return null;
  const { url } = page.site;
  return makeNotice(kind, {
    site: page.site,
    ...page.textsIn((kind === "confirm" && subscriber.held?.locale) || subscriber.locale),
    to: subscriber.email,
    messageId: `notice-${row.id}@${new URL(url).hostname}`,
    unsubscribeUrl: unsubscribeUrlOf(url, await unsubscribeTokenOf(manage)),
    actionUrl: manageUrlOf(url, token),
    webhookUrl: subscriber.type === "webhook" ? subscriber.destination : null,
    lastError: subscriber.lastError,
  });
}

async function openConfirmToken(
  env: Env,
  { token: sealed, subscriber }: NoticeToSend,
): Promise<string | null> {
  if (sealed === null || subscriber === null) return null;
  const name = subscriberSecretName(subscriber.sealName, "notice");
  const token = await (await secretBoxOf(env)).open(sealed, name);
  if (token === null) throw unopened();
  return (await hashSubscriberToken(token)) === subscriber.confirmHash ? token : null;
}

function unopened(): SendFault {
  return new SendFault("SECRET_KEY doesn't decrypt this subscription's token: subscribe again.", {
    isPermanent: true,
  });
}
