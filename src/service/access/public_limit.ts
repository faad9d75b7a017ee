import { AppError } from "../../lib/errors.ts";
import { networkOf } from "../../lib/network.ts";
import type { Context } from "../context.ts";

const PERIOD_SECS = 60;

export async function limitFeeds({ env, client }: Context): Promise<void> {
  const { success } = await env.FEED_LIMIT.limit({ key: `feed:${networkOf(client.ip)}` });
  if (!success) throw tooMany("More than 60 feed requests in a minute: slow down.");
}

export async function limitStatusApi({ env, client }: Context): Promise<void> {
  const { success } = await env.STATUS_LIMIT.limit({ key: `status:${networkOf(client.ip)}` });
  if (!success) throw tooMany("More than 120 status API requests in a minute: slow down.");
}

export async function limitReads({ env, client }: Context): Promise<void> {
  const { success } = await env.READ_LIMIT.limit({ key: `read:${networkOf(client.ip)}` });
  if (!success) throw tooMany("More than 60 history and incident requests in a minute: slow down.");
}

/** One-click unsubscribe is not counted: mail services call it for many people from few addresses. */
export async function limitSubscriptions({ env, client }: Context): Promise<void> {
  const { success } = await env.READ_LIMIT.limit({ key: `subscription:${networkOf(client.ip)}` });
  if (!success) throw tooMany("More than 60 subscription requests in a minute: slow down.");
}

function tooMany(sentence: string): AppError {
  return new AppError("too_many", sentence, { retryAfterSecs: PERIOD_SECS });
}
