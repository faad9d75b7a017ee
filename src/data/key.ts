import { eq, sql } from "drizzle-orm";
import type { Db } from "./db.ts";
import { actions } from "./tables_action.ts";
import { agents } from "./tables_agent.ts";
import { channels } from "./tables_alert.ts";
import { monitors } from "./tables_monitor.ts";
import { schedules } from "./tables_on_call.ts";

const KEYED = {
  monitor: monitors,
  channel: channels,
  action: actions,
  agent: agents,
  schedule: schedules,
} as const;
export type KeyedKind = keyof typeof KEYED;

export async function isKeyTaken(db: Db, kind: KeyedKind, key: string): Promise<boolean> {
  const table = KEYED[kind];
  return (await db.select({ id: table.id }).from(table).where(eq(table.key, key)).get()) !== undefined;
}

export async function listKeysLike(db: Db, kind: KeyedKind, slug: string): Promise<Set<string>> {
  const table = KEYED[kind];
  const prefix = slug.slice(0, 56);
  const rows = await db
    .select({ key: table.key })
    .from(table)
    .where(sql`substr(${table.key}, 1, ${prefix.length}) = ${prefix}`);
  return new Set(rows.map(({ key }) => key));
}
