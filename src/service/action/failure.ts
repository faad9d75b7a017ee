import {
  listFailureChannels,
  listRunsInMaintenance,
  listUnannouncedFailures,
  markFailuresAnnounced,
  type RunRow,
  unannouncedFailures,
} from "../../data/action_run.ts";
import { listChannels } from "../../data/channel.ts";
import { openDb, save } from "../../data/db.ts";
import { type Condition, hasRows } from "../../data/due.ts";
import { findEpoch } from "../../data/restore_epoch.ts";
import { messageId } from "../../domain/alert/digest.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { OfferedEvent } from "../../objects/alerts.ts";
import { offer } from "../alert/offer.ts";

const UNANNOUNCED_AFTER_MS = 20_000;
const UNANNOUNCED_PER_RUN = 100;

export async function offerFailures(env: Env, runs: readonly RunRow[]): Promise<void> {
  try {
    const db = openDb(env.DB);
    const links = await listFailureChannels(db, [...new Set(runs.map(({ actionId }) => actionId))]);
    const channels = await listChannels(db, [...new Set(links.map(({ channelId }) => channelId))]);
    const epoch = await findEpoch(db);
    const held = await listRunsInMaintenance(
      db,
      runs.map(({ id }) => id),
    );
    const untaken = new Set<number>();
    await Promise.all(
      channels.map(async (channel) => {
        const notified = new Set(
          links.filter(({ channelId }) => channelId === channel.id).map(({ actionId }) => actionId),
        );
        const own = runs.filter(({ actionId }) => notified.has(actionId));
        const events = own.map((run) =>
          toEvent(run, { channelId: channel.id, isUnderMaintenance: held.has(run.id) }),
        );
        if (!(await offer(env, channel, { events, epoch }))) for (const { id } of own) untaken.add(id);
      }),
    );
    const notified = runs.map(({ id }) => id).filter((id) => !untaken.has(id));
    await save(db, [markFailuresAnnounced(notified)]);
  } catch (error) {
    log("warn", "failed to offer failed runs to their channels", { error });
  }
}

export function hasUnannouncedFailures(now: number): Condition {
  return hasRows(unannouncedFailures(now - UNANNOUNCED_AFTER_MS));
}

export async function offerUnannouncedFailures(env: Env, now: number): Promise<void> {
  const runs = await listUnannouncedFailures(openDb(env.DB), {
    before: now - UNANNOUNCED_AFTER_MS,
    limit: UNANNOUNCED_PER_RUN,
  });
  if (runs.length > 0) await offerFailures(env, runs);
}

function toEvent(
  run: RunRow,
  { channelId, isUnderMaintenance }: { channelId: number; isUnderMaintenance: boolean },
): OfferedEvent {
  const { facts, actionName, monitorId, monitorName } = run;
  const id = `run:${run.id}`;
  const error = run.attempts.at(-1)?.error ?? "";
  return {
    id,
    kind: "action_failed",
    monitorId,
    monitorName,
    isUnderMaintenance,
    message: {
      id: messageId(channelId, id),
      kind: "action_failed",
      at: run.finishedAt ?? run.createdAt,
      status: facts?.status ?? "down",
      previousStatus: facts?.previousStatus ?? "up",
      error,
      monitors: facts?.monitor ? [facts.monitor] : [],
      isDigest: false,
      downSince: facts?.downSince ?? null,
      certificate: null,
      action: { name: actionName, error },
      site: { name: "", url: null },
    },
  };
}
