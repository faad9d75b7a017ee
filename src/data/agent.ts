import { and, type Column, count, eq, getTableColumns, gt, or, type SQL, sql } from "drizzle-orm";
import type { Location } from "../schema/place.ts";
import { type Db, guard, type Statement } from "./db.ts";
import { suppressHeldOf } from "./delivery_suppress.ts";
import { agents } from "./tables_agent.ts";
import { channels } from "./tables_alert.ts";
import { monitors } from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

export type AgentRow = typeof agents.$inferSelect;

export interface StoredAgent extends AgentRow {
  version: number;
  monitors: number;
}

const byName = [sql`${agents.name} COLLATE NOCASE`, agents.id];

export async function readAgents(db: Db, key?: string): Promise<StoredAgent[]> {
  const [rows, known] = await db.batch([
    db
      .select({
        ...getTableColumns(agents),
        version: versionOf(sql`'agent/' || ${agents.id}`),
        monitors: sql<number>`(SELECT count(*) FROM monitors WHERE ${namesAgent(agents.key)})`,
      })
      .from(agents)
      .where(key === undefined ? undefined : eq(agents.key, key))
      .orderBy(...byName),
    db.select({ id: channels.id }).from(channels),
  ]);
  const ids = new Set(known.map(({ id }) => id));
  return rows.map((row) => ({ ...row, channelIds: row.channelIds.filter((id) => ids.has(id)) }));
}

export async function listAgentNames(db: Db): Promise<Pick<AgentRow, "key" | "name">[]> {
  return await db
    .select({ key: agents.key, name: agents.name })
    .from(agents)
    .orderBy(...byName);
}

export async function countMonitorsOfAgents(
  db: Db,
): Promise<(Pick<AgentRow, "key" | "name"> & { monitors: number })[]> {
  const isIts = and(eq(monitors.agent, agents.key), eq(monitors.paused, false));
  return await db
    .select({ key: agents.key, name: agents.name, monitors: count(monitors.id) })
    .from(agents)
    .leftJoin(monitors, isIts)
    .groupBy(agents.id)
    .orderBy(...byName);
}

export async function findAgent(db: Db, key: string): Promise<AgentRow | null> {
  return (await db.select().from(agents).where(eq(agents.key, key)).get()) ?? null;
}

export async function findAgentByToken(db: Db, tokenHash: string, now: number): Promise<AgentRow | null> {
  const isOld = and(eq(agents.oldTokenHash, tokenHash), gt(agents.oldTokenUntil, now));
  const isIts = or(eq(agents.tokenHash, tokenHash), isOld);
  return (await db.select().from(agents).where(isIts).get()) ?? null;
}

export async function countAgents(db: Db): Promise<number> {
  return await db.$count(agents);
}

export function insertAgent(db: Db, row: Omit<AgentRow, "id">): Statement {
  return db.insert(agents).values(row);
}

export function updateAgentRow(db: Db, id: number, change: Partial<AgentRow>): Statement {
  return db.update(agents).set(change).where(eq(agents.id, id));
}

export function deleteAgent(db: Db, id: number): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM agents WHERE id = ${id})`),
    db.delete(agents).where(eq(agents.id, id)),
  ];
}

export async function listMonitorsOfAgent(db: Db, key: string): Promise<{ id: number; name: string }[]> {
  return await db.select({ id: monitors.id, name: monitors.name }).from(monitors).where(namesAgent(key));
}

export function guardAgentUnused(key: string): Statement {
  return guard(sql`NOT EXISTS (SELECT 1 FROM monitors WHERE ${namesAgent(key)})`);
}

/** The service itself would reach other hosts by the same addresses, so they wait for a decision. */
export function pauseMonitorsOfAgent(db: Db, key: string, now: number): Statement[] {
  const rest = sql<Location[]>`(
    SELECT json_group_array(value) FROM json_each(${monitors.locations}) WHERE value <> 'agent:' || ${key})`;
  const pause = db
    .update(monitors)
    .set({
      paused: true,
      agent: sql`nullif(${monitors.agent}, ${key})`,
      locations: rest,
      confirmFrom: sql`CASE WHEN ${rest} = '[]' THEN NULL ELSE min(${monitors.confirmFrom}, json_array_length(${rest}) + 1) END`,
      everyPlaceEvery: sql`CASE WHEN ${rest} = '[]' THEN NULL ELSE ${monitors.everyPlaceEvery} END`,
      updatedAt: now,
    })
    .where(namesAgent(key));
  return [...suppressHeldOf(sql`(SELECT id FROM monitors WHERE ${namesAgent(key)})`), pause];
}

function namesAgent(key: string | Column): SQL {
  return sql`(${monitors.agent} = ${key} OR EXISTS (
    SELECT 1 FROM json_each(${monitors.locations}) WHERE value = 'agent:' || ${key}))`;
}
