import { lateMs } from "./outage_facts.ts";
import type { Channel, Monitor } from "./scenario.ts";
import type { Span } from "./spans.ts";
import type { World } from "./world.ts";

const NEXT_CRON_MS = 2 * 60_000;

export interface Life {
  id: number;
  off: Span[];
  deletedAt: number | null;
}

export function monitorLife(world: World, { key }: Monitor): Life {
  return readLife(world, {
    id: world.monitorIds.get(key) ?? 0,
    entity: "monitor",
    isOff: "details ->> '$.changes.paused[1]'",
  });
}

export function channelLife(world: World, { key }: Channel): Life {
  return readLife(world, {
    id: world.channelIds.get(key) ?? 0,
    entity: "notification_channel",
    isOff: "NOT details ->> '$.changes.enabled[1]'",
  });
}

function readLife(
  { database }: World,
  { id, entity, isOff }: { id: number; entity: string; isOff: string },
): Life {
  const rows = database.read(`
    SELECT at, action, ${isOff} AS isOff FROM audit
    WHERE entity_type = '${entity}' AND entity_id = ${id} AND action IN ('Update', 'Delete') ORDER BY audit.id`);
  const life: Life = { id, off: [], deletedAt: null };
  for (const row of rows) {
    const [at, last] = [Number(row["at"]), life.off.at(-1)];
    if (row["action"] === "Delete") life.deletedAt = at;
    else if (row["isOff"] === 0 && last) last.to = at;
    else if (row["isOff"] === 1 && last?.to !== Infinity) life.off.push({ from: at, to: Infinity });
  }
  return life;
}

export function surelyOffSpans(world: World, { off, deletedAt }: Life): Span[] {
  const knownMs = lateMs(world) + NEXT_CRON_MS;
  const deleted = deletedAt === null ? [] : [{ from: deletedAt, to: Infinity }];
  return [...off, ...deleted]
    .map(({ from, to }) => ({ from: from + knownMs, to }))
    .filter(({ from, to }) => from < to);
}
