import type { Unsent } from "../../data/subscriber_delivery.ts";

/** Sends these and answers when that is done. */
export type HandOver = (ids: number[]) => Promise<void>;

/** Of one page: mails go through so many connections at once, whatever the mail server could take. */
const MAIL_PARTS = 5;
const MAILS_A_PART = 100;
/** Fewer are not worth a connection more. */
const FEWEST_MAILS = 10;
const WEBHOOKS_A_PART = 25;
/** So long webhooks that don't answer hold up the ones after them. */
const PATIENCE_MS = 5000;

/** What one invocation each is given to send. */
interface Parts {
  mails: number[][];
  webhooks: number[][];
}

export function divide(rows: readonly Unsent[]): Parts {
  const mails = rows.filter(({ type }) => type === "email");
  const mailsAPart = Math.min(MAILS_A_PART, Math.max(FEWEST_MAILS, Math.ceil(mails.length / MAIL_PARTS)));
  return {
    mails: split(mails, mailsAPart),
    webhooks: split(
      rows.filter(({ type }) => type === "webhook"),
      WEBHOOKS_A_PART,
    ),
  };
}

/** Mails are waited for; webhooks go on by themselves after a while. */
export async function handOver({ mails, webhooks }: Parts, send: HandOver): Promise<void> {
  const called = Promise.all(webhooks.map(send));
  const patience = webhooks.length > 0 ? Promise.race([called, scheduler.wait(PATIENCE_MS)]) : null;
  const results = await Promise.allSettled([...mails.map(send), patience]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

function split(rows: readonly Unsent[], size: number): number[][] {
  const ids = rows.map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));
}
