import type { Unsent } from "../../data/subscriber_delivery.ts";
import { chunksOf } from "../../lib/chunks.ts";

export type HandOver = (ids: number[]) => Promise<void>;

/** One invocation sends a page, so results are saved together. D1 limits its queries. */
const MAILS_A_PAGE = 250;
const WEBHOOKS_A_PART = 25;
const TIMEOUT_MS = 5000;

export function cutPage(rows: readonly Unsent[]): readonly Unsent[] {
  const past = rows.filter(({ type }) => type === "email")[MAILS_A_PAGE];
  return past ? rows.slice(0, rows.indexOf(past)) : rows;
}

interface Parts {
  mails: number[][];
  webhooks: number[][];
}

export function divide(rows: readonly Unsent[]): Parts {
  const of = (wanted: Unsent["type"]) => rows.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { mails: chunksOf(of("email"), MAILS_A_PAGE), webhooks: chunksOf(of("webhook"), WEBHOOKS_A_PART) };
}

export async function handOver({ mails, webhooks }: Parts, send: HandOver): Promise<void> {
  const called = Promise.all(webhooks.map(send));
  const timeout = webhooks.length > 0 ? Promise.race([called, scheduler.wait(TIMEOUT_MS)]) : null;
  const results = await Promise.allSettled([...mails.map(send), timeout]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
