import type { Unsent } from "../../data/subscriber_delivery.ts";
import { chunksOf } from "../../lib/chunks.ts";

/** Sends these and answers when that is done. */
export type HandOver = (ids: number[]) => Promise<void>;

/** Of a page: they go through one invocation, so that what it writes down of them goes together. D1 bounds its queries. */
const MAILS_A_PAGE = 250;
const WEBHOOKS_A_PART = 25;
/** So long webhooks that don't answer hold up the ones after them. */
const PATIENCE_MS = 5000;

/** The first of these, as many as may be under way at once. */
export function cutPage(rows: readonly Unsent[]): readonly Unsent[] {
  const past = rows.filter(({ type }) => type === "email")[MAILS_A_PAGE];
  return past ? rows.slice(0, rows.indexOf(past)) : rows;
}

/** What one invocation each is given to send. */
interface Parts {
  mails: number[][];
  webhooks: number[][];
}

export function divide(rows: readonly Unsent[]): Parts {
  const of = (wanted: Unsent["type"]) => rows.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { mails: chunksOf(of("email"), MAILS_A_PAGE), webhooks: chunksOf(of("webhook"), WEBHOOKS_A_PART) };
}

/** Mails are waited for; webhooks go on by themselves after a while. */
export async function handOver({ mails, webhooks }: Parts, send: HandOver): Promise<void> {
  const called = Promise.all(webhooks.map(send));
  const patience = webhooks.length > 0 ? Promise.race([called, scheduler.wait(PATIENCE_MS)]) : null;
  const results = await Promise.allSettled([...mails.map(send), patience]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
