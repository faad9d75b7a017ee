import { openDb } from "../../data/db.ts";
import { type ListMarks, readListMarks } from "../../data/list_marks.ts";
import { listLiveOwners } from "../../data/stream_owner.ts";
import { listWatches } from "../../data/watch.ts";
import type { LiveMessage, StreamOwner } from "../../domain/page/live_message.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { Context } from "../context.ts";
import { forgetSessions } from "../record/session_memory.ts";
import { pageOf } from "./page.ts";
import { watchNumbered } from "./watch.ts";

export function liveOf(env: Env) {
  return env.LIVE.getByName("page");
}

export async function openMonitorStream({ env, actor }: Context, request: Request): Promise<Response> {
  const owner: StreamOwner = {
    sessionId: actor.kind === "user" ? actor.session.id : null,
    tokenId: actor.kind === "token" ? actor.id : null,
  };
  const headers = new Headers({ "Uptide-Owner": JSON.stringify(owner) });
  return await liveOf(env).fetch(new Request(request, { headers }));
}

export async function publish(env: Env, messages: readonly LiveMessage[]): Promise<void> {
  try {
    await liveOf(env).publish(messages);
  } catch (error) {
    log("warn", "live streams did not accept a message", { error });
  }
}

export async function publishChecks(env: Env, checks: readonly object[]): Promise<void> {
  await publish(
    env,
    checks.map((data) => ({ event: "check", data })),
  );
}

export function endStreams(context: Context): void {
  forgetSessions();
  context.waitUntil(
    liveOf(context.env)
      .recheck()
      .catch((error: unknown) => log("warn", "failed to check live streams", { error })),
  );
  context.waitUntil(
    pageOf(context.env)
      .recheckAll()
      .catch((error: unknown) => log("warn", "failed to check the page's streams", { error })),
  );
}

export async function listEndedOwners(
  env: Env,
  owners: readonly StreamOwner[],
  now: number,
): Promise<ReadonlySet<StreamOwner>> {
  const isNumber = (id: number | null) => id !== null;
  const { sessions, tokens } = await listLiveOwners(openDb(env.DB), {
    sessionIds: owners.map(({ sessionId }) => sessionId).filter(isNumber),
    tokenIds: owners.map(({ tokenId }) => tokenId).filter(isNumber),
    now,
  });
  const isLive = ({ sessionId, tokenId, unlocked }: StreamOwner) =>
    unlocked !== undefined ||
    (sessionId !== null && sessions.has(sessionId)) ||
    (tokenId !== null && tokens.has(tokenId));
  return new Set(owners.filter((owner) => !isLive(owner)));
}

export async function getListMarks(env: Env): Promise<ListMarks> {
  return await readListMarks(openDb(env.DB));
}

export async function wakeWatches(env: Env, until: number): Promise<void> {
  const watches = await listWatches(openDb(env.DB));
  await Promise.allSettled(watches.map((watch) => watchNumbered(env, watch).listen(until)));
}
