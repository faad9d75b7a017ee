import { type Db, openDb, save, savePersistently } from "../../data/db.ts";
import { updateSubscriberRow } from "../../data/subscriber.ts";
import {
  claimedNotices,
  claimNotices,
  completeNotices,
  endNotice,
  failInterruptedNotices,
  listDueNotices,
  type NoticeEnd,
  type NoticeToSend,
} from "../../data/subscriber_notice.ts";
import { ROUND, waitAfter } from "../../domain/subscriber/delivery.ts";
import { isNoticeTrue } from "../../domain/subscriber/states.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { Mail } from "../../notify/mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import { makeNotice } from "../../notify/subscriber_mail/notice.ts";
import { sendByMail } from "../alert/mail.ts";
import { enqueueJobs } from "../announce/subscriber_job.ts";
import type { SweepScope } from "../record/sweep.ts";
import {
  hashSubscriberToken,
  manageUrlOf,
  openManageToken,
  subscriberSecretName,
  unsubscribeTokenOf,
  unsubscribeUrlOf,
} from "./token.ts";
import { type PageVoice, readPageVoice } from "./voice.ts";

const OVERDUE_A_RUN = 200;
const AT_ONCE = 5;

type Outcome = Pick<NoticeEnd, "status" | "dueAt" | "lastError">;

/** Mails about subscriptions themselves. The rows are the truth: an id that is told twice is sent once. */
export async function sendNotices(env: Env, ids: readonly number[]): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE) await sendSome(env, ids.slice(i, i + AT_ONCE));
}

/** Each minute: what a queue lost, and what others have written down to be sent. */
export async function sweepNotices(
  env: Env,
  now: number,
  { limit }: Pick<SweepScope, "limit"> = { limit: OVERDUE_A_RUN },
): Promise<void> {
  const db = openDb(env.DB);
  await save(db, [failInterruptedNotices(now, ROUND)]);
  const ids = await listDueNotices(db, { before: now, now, limit });
  const jobs = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) => {
    return { kind: "notices" as const, ids: ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE) };
  });
  await enqueueJobs(env, jobs);
}

async function sendSome(env: Env, ids: readonly number[]): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  const [claimed] = await save(db, [
    claimNotices(db, ids, { now, until: now + CLAIM_MS.subscriber_notices, most: ROUND }),
  ]);
  const rows = await completeNotices(db, claimedNotices(claimed));
  if (rows.length === 0) return;
  const voice = await readPageVoice(env, db);
  await Promise.all(rows.map((row) => sendOne({ env, db, voice }, row)));
}

interface Sending {
  env: Env;
  db: Db;
  voice: PageVoice;
}

async function sendOne(sending: Sending, row: NoticeToSend): Promise<void> {
  const { env, db } = sending;
  const end = await trySending(sending, row);
  const { subscriber } = row;
  const isLost = end.status === "failed" && subscriber !== null;
  await savePersistently(db, [
    ...(isLost ? [updateSubscriberRow(db, subscriber.id, { lastError: end.lastError })] : []),
    endNotice(db, { id: row.id, claimedUntil: row.claimedUntil ?? 0, ...end }),
  ]);
  if (end.status !== "pending") return;
  const delaySeconds = Math.max(0, Math.ceil((end.dueAt - Date.now()) / 1000));
  await enqueueJobs(env, [{ kind: "notices", ids: [row.id] }], { delaySeconds }).catch((error: unknown) =>
    log("warn", "a mail waits for the next look", { error }),
  );
}

async function trySending(sending: Sending, row: NoticeToSend): Promise<Outcome> {
  const outcome = { dueAt: row.dueAt, lastError: null };
  try {
    const mail = await makeMail(sending, row);
    if (mail === null) return { ...outcome, status: "cancelled" };
    await sendByMail(sending.env, mail);
    return { ...outcome, status: "delivered" };
  } catch (error) {
    const fault = toFault(error);
    const attempts = { attemptCount: row.attemptCount, maxAttempts: ROUND };
    const wait = fault.isPermanent ? null : waitAfter(attempts, fault.retryAfterMs);
    const ended = { lastError: fault.message };
    if (wait === null) return { ...outcome, ...ended, status: "failed" };
    return { ...ended, status: "pending", dueAt: Date.now() + wait };
  }
}

/** Null for what is not so any more by now. */
async function makeMail({ env, voice }: Sending, row: NoticeToSend): Promise<Mail | null> {
  const { subscriber, kind } = row;
  if (!subscriber || !isNoticeTrue(kind, subscriber.status)) return null;
  if (voice.site === null)
    throw new SendFault("PUBLIC_URL is not set: the mail would have no address to lead to.");
  const manage = await openManageToken(env, subscriber);
  if (manage === null) throw unopened();
  const token = kind === "confirm" ? await openConfirmToken(env, row) : manage;
  if (token === null) return null;
  const { url } = voice.site;
  return makeNotice(kind, {
    site: voice.site,
    ...voice.textsIn((kind === "confirm" && subscriber.held?.locale) || subscriber.locale),
    to: subscriber.email,
    messageId: `notice-${row.id}@${new URL(url).hostname}`,
    unsubscribeUrl: unsubscribeUrlOf(url, await unsubscribeTokenOf(manage)),
    actionUrl: manageUrlOf(url, token),
    webhookUrl: subscriber.type === "webhook" ? subscriber.destination : null,
    lastError: subscriber.lastError,
  });
}

/** Null when a later mail has a newer one. */
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
  return new SendFault("SECRET_KEY does not open this subscription's token: it has to be made anew.", {
    isPermanent: true,
  });
}

function toFault(error: unknown): SendFault {
  if (error instanceof SendFault) return error;
  log("error", "a mail about a subscription could not be sent", { error });
  return new SendFault("Something went wrong here while sending: see the log.", { cause: error });
}

/** For what has just been written down; what gets lost here, cron finds. */
export async function announceNotices(env: Env, ids: number[]): Promise<void> {
  try {
    if (ids.length > 0) await enqueueJobs(env, [{ kind: "notices", ids }]);
  } catch (error) {
    log("warn", "a mail waits for the next look", { error });
  }
}
