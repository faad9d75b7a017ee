import { openDb } from "../../data/db.ts";
import { listFanouts, partsOfDeliveryId } from "../../data/fanout.ts";
import { findIncident } from "../../data/incident.ts";
import type { SubscriberRow } from "../../data/subscriber.ts";
import {
  type DeliveryToSend,
  listToSend,
  noteEnds,
  type SubscriberDeliveryEnd,
} from "../../data/subscriber_delivery.ts";
import { isMaintenanceFact } from "../../domain/incident/public_fact.ts";
import { decideNextAttempt } from "../../domain/outgoing/policy.ts";
import { mayNotify } from "../../domain/subscriber/scope.ts";
import type { Env } from "../../env.ts";
import type { Mail } from "../../notify/mail.ts";
import { SendFault } from "../../notify/send_fault.ts";
import type { SmtpSession } from "../../notify/smtp.ts";
import { sendToSubscriber } from "../../notify/subscriber_webhook.ts";
import { openMailSession } from "../alert/mail.ts";
import { isEnding, saveEnds, toSendFault } from "../outgoing/attempt.ts";
import { enqueueRetries } from "../outgoing/job.ts";
import { fetchForStrangers, findTargetFault } from "../outgoing/public_target.ts";
import { findPublicFact, wordsOf } from "../page/incident.ts";
import { type EventToSend, makeCallTo, makeMailTo } from "./event_message.ts";
import { readSubscriberPages, type SubscriberPage } from "./page.ts";

/** Leaves one of an invocation's six connections for the database. */
const AT_ONCE = 5;
/** Fewer emails are not worth another connection. */
const MAILS_A_LANE = 10;
const BEGINNING_MS = 45_000;
const TIMEOUT_MS = 15_000;

/** Five at a time, each result saved before the next starts: an interruption resends at most those in progress. */
export async function sendDeliveries(env: Env, ids: readonly number[]): Promise<void> {
  const db = openDb(env.DB);
  const begunAt = Date.now();
  const rows = await listToSend(db, ids);
  const pageIds = rows.flatMap(({ subscriber }) => (subscriber ? [subscriber.pageId] : []));
  const pages = await readSubscriberPages(env, db, pageIds);
  const events = await readEventsToSend(env, rows, pages);
  const notebook = createNotebook(env);
  const waiting = rows.values();
  const work = async () => {
    const lane = createSmtpConnection(env);
    try {
      for (const row of waiting) {
        if (Date.now() - begunAt > BEGINNING_MS || isEnding()) return;
        await notebook.note(await tryOne(env, row, { events, pages, lane }));
      }
    } finally {
      await lane.close();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: countLanes(rows) }, work));
  await notebook.planRetries();
  for (const end of ended) if (end.status === "rejected") throw end.reason;
}

function countLanes(rows: readonly DeliveryToSend[]): number {
  const isMail = rows.every(({ subscriber }) => subscriber?.type !== "webhook");
  return isMail ? Math.min(AT_ONCE, Math.ceil(rows.length / MAILS_A_LANE)) : AT_ONCE;
}

async function readEventsToSend(
  env: Env,
  rows: readonly DeliveryToSend[],
  pages: ReadonlyMap<number, SubscriberPage>,
): Promise<Map<string, EventToSend>> {
  const db = openDb(env.DB);
  const ids = new Set(rows.map(({ id }) => partsOfDeliveryId(id).fanoutId));
  const events = new Map<string, EventToSend>();
  const shown = [...pages].filter(([, { site }]) => site !== null);
  if (shown.length === 0) return events;
  for (const { id, eventId } of await listFanouts(db, [...ids]))
    for (const [pageId, page] of shown) {
      const fact = await findPublicFact(db, { pageId, monitorIds: page.placed, id: eventId });
      if (!fact || !page.site) continue;
      const incident = isMaintenanceFact(fact) ? null : await findIncident(db, fact.subject.id);
      const words = wordsOf(incident ? [incident] : []);
      events.set(keyOf(id, pageId), { fact, words, page, site: page.site });
    }
  return events;
}

function keyOf(fanoutId: number, pageId: number): string {
  return `${fanoutId}/${pageId}`;
}

interface SendTools {
  events: ReadonlyMap<string, EventToSend>;
  pages: ReadonlyMap<number, SubscriberPage>;
  lane: SmtpConnection;
}

async function tryOne(
  env: Env,
  row: DeliveryToSend,
  { events, pages, lane }: SendTools,
): Promise<SubscriberDeliveryEnd> {
  const at = Date.now();
  const { fanoutId, subscriberId } = partsOfDeliveryId(row.id);
  const { id, subscriber, claimedUntil, attempts, dueAt, lastError } = row;
  const end = { id, subscriberId, claimedUntil, attempts, dueAt, lastError };
  const page = subscriber && pages.get(subscriber.pageId);
  const event = subscriber ? events.get(keyOf(fanoutId, subscriber.pageId)) : undefined;
  const isWanted = subscriber && event && mayNotify(subscriber, event.fact.type, event.page.settings);
  if (!page || (page.site !== null && !isWanted))
    return { ...end, status: "cancelled", responseStatus: row.responseStatus, deliveredAt: null };
  const outcome = await attempt(async () => {
    if (!subscriber || !event)
      throw new SendFault("PUBLIC_URL isn't set, so messages can't link to this service.");
    if (subscriber.type === "webhook") return await call(env, subscriber, { ...event, deliveryId: id });
    await lane.send(await makeMailTo(env, subscriber, event));
    return null;
  });
  const now = Date.now();
  const { fault, responseStatus } = outcome;
  const error = fault?.message ?? null;
  const tried = {
    attempts: [...attempts, { at, ok: !fault, error, responseStatus, ms: now - at }],
    responseStatus,
  };
  if (!fault) return { ...end, ...tried, status: "delivered", lastError: null, deliveredAt: now };
  const next = decideNextAttempt("subscriber_deliveries", { row, fault, now });
  return { ...end, ...tried, ...next, lastError: error, deliveredAt: null };
}

async function call(
  env: Env,
  subscriber: SubscriberRow,
  event: EventToSend & { deliveryId: number },
): Promise<number> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const refusal = await findTargetFault(env, subscriber.destination, signal);
  if (refusal !== null) throw new SendFault(refusal.message);
  const wire = { fetch: fetchForStrangers(env), signal, now: Date.now() };
  return await sendToSubscriber(wire, await makeCallTo(env, subscriber, event));
}

async function attempt(
  work: () => Promise<number | null>,
): Promise<{ fault: SendFault | null; responseStatus: number | null }> {
  try {
    return { fault: null, responseStatus: await work() };
  } catch (error) {
    const fault = toSendFault(error, { event: "a subscriber couldn't be notified" });
    return { fault, responseStatus: fault.httpStatus };
  }
}

function createNotebook(env: Env) {
  let ends: SubscriberDeliveryEnd[] = [];
  const written: SubscriberDeliveryEnd[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();

  async function writeAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    const own = ends;
    [ends, next] = [[], null];
    await saveEnds(env, "subscriber_deliveries", { ends: own, before: noteEnds(own, Date.now()) });
    written.push(...own);
  }

  return {
    async note(end: SubscriberDeliveryEnd): Promise<void> {
      ends.push(end);
      if (next === null) {
        next = writeAfter(last);
        last = next;
      }
      await next;
    },
    async planRetries(): Promise<void> {
      await enqueueRetries(env, "subscriber_deliveries", written);
    },
  };
}

/** Mail servers limit the emails per session; most allow this many. */
const MAILS_A_SESSION = 50;

interface SmtpConnection {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

function createSmtpConnection(env: Env): SmtpConnection {
  let session: SmtpSession | null = null;
  let sent = 0;
  let deadline = new AbortController();

  async function withinTime<T>(work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(
      () => deadline.abort(new DOMException("The check timed out.", "TimeoutError")),
      TIMEOUT_MS,
    );
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  async function connect(): Promise<SmtpSession> {
    deadline = new AbortController();
    sent = 0;
    session = await openMailSession(env, deadline.signal);
    return session;
  }

  async function close(): Promise<void> {
    const open = session;
    session = null;
    if (!open) return;
    await open.end();
    open.close();
  }

  return {
    async send(mail) {
      if (sent >= MAILS_A_SESSION) await close();
      const fault = await withinTime(async () => {
        const open = session ?? (await connect());
        try {
          sent++;
          return await open.send(mail, Date.now());
        } catch (error) {
          session = null;
          open.close();
          throw error;
        }
      });
      if (fault) {
        await close();
        throw fault;
      }
    },
    close,
  };
}
