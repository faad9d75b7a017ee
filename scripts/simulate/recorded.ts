import type { ExpectedEvent } from "./model.ts";
import type { World } from "./world.ts";

export interface Recorded {
  id: string;
  monitorId: number;
  kind: "alert" | "recovery" | "certificate";
  at: number;
  status: string;
  offered: number;
}

export interface Delivery {
  id: number;
  channelId: number;
  eventId: string;
  messageId: string;
  monitorId: number | null;
  eventType: ExpectedEvent["kind"] | "reminder" | "acknowledged";
  status: string;
  reason: string | null;
  heldUntil: number | null;
  createdAt: number;
  attempts: number;
  triedAt: number | null;
  waits: number[];
  to: string | null;
}

export function idOf(world: World, table: "monitors" | "channels", key: string): number {
  return Number(world.database.read(`SELECT id FROM ${table} WHERE key = '${key}'`)[0]?.["id"]);
}

export function readDeliveries(world: World, channelId: number): Delivery[] {
  const rows = world.database.read(`
    SELECT id, channel_id AS channelId, event_id AS eventId, message ->> 'id' AS messageId, monitor_id AS monitorId,
      event_type AS eventType, status, reason, held_until AS heldUntil, created_at AS createdAt,
      attempt_count AS attempts, attempts ->> '$[0].at' AS triedAt, attempts AS tries,
      coalesce(recipient ->> '$.email', (SELECT key FROM channels AS c WHERE c.id = recipient ->> '$.channelId')) AS "to"
    FROM deliveries WHERE channel_id = ${channelId} ORDER BY created_at, id`);
  return rows.map(({ tries, ...row }) => ({ ...row, waits: waitsOf(String(tries)) }) as unknown as Delivery);
}

function waitsOf(tries: string): number[] {
  const attempts = JSON.parse(tries) as { at: number; ms: number }[];
  return attempts.slice(1).map(({ at }, i) => at - (attempts[i]?.at ?? 0) - (attempts[i]?.ms ?? 0));
}
