import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Config } from "../lib/config.ts";
import { type Db, listOf, type Statement } from "./db.ts";
import { selectEpoch } from "./restore_epoch.ts";
import { channels, monitorChannels, snoozes } from "./tables_alert.ts";
import { monitors } from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

export type ChannelRow = typeof channels.$inferSelect;

export interface ChannelView {
  channel: ChannelRow;
  version: number;
  monitorIds: number[];
}

export async function readChannels(db: Db, id?: number): Promise<ChannelView[]> {
  const [rows, links] = await db.batch([
    db
      .select({ channel: channels, version: versionOf(sql`'notification_channel/' || ${channels.id}`) })
      .from(channels)
      .where(id === undefined ? undefined : eq(channels.id, id))
      .orderBy(sql`${channels.name} COLLATE NOCASE`, asc(channels.id)),
    db
      .select()
      .from(monitorChannels)
      .where(id === undefined ? undefined : eq(monitorChannels.channelId, id)),
  ]);
  const byChannel = Map.groupBy(links, (link) => link.channelId);
  return rows.map(({ channel, version }) => ({
    channel,
    version,
    monitorIds: (byChannel.get(channel.id) ?? []).map((link) => link.monitorId).sort((a, b) => a - b),
  }));
}

export async function findChannel(db: Db, id: number): Promise<ChannelRow | null> {
  return (await db.select().from(channels).where(eq(channels.id, id)).get()) ?? null;
}

export async function listChannels(db: Db, ids: readonly number[]): Promise<ChannelRow[]> {
  return await selectChannels(db, ids);
}

export async function listChannelsByKey(db: Db, keys: readonly string[]): Promise<ChannelRow[]> {
  return await db
    .select()
    .from(channels)
    .where(inArray(channels.key, listOf(keys)));
}

export async function listAllChannelIds(db: Db): Promise<number[]> {
  return (await db.select({ id: channels.id }).from(channels)).map(({ id }) => id);
}

export function selectChannels(db: Db, ids: readonly number[]) {
  return db
    .select()
    .from(channels)
    .where(inArray(channels.id, listOf(ids)));
}

export function insertChannel(db: Db, row: Omit<ChannelRow, "id">): Statement {
  return db.insert(channels).values(row);
}

export function updateChannelRow(db: Db, id: number, change: Partial<ChannelRow>): Statement {
  return db.update(channels).set(change).where(eq(channels.id, id));
}

export function deleteChannel(db: Db, id: number): Statement {
  return db.delete(channels).where(eq(channels.id, id));
}

export function linkMonitors(
  db: Db,
  channelId: number | "inserted",
  monitorIds: readonly number[],
): Statement[] {
  const id =
    channelId === "inserted" ? sql<number>`(SELECT max(id) FROM channels)` : sql<number>`${channelId}`;
  return [
    db.delete(monitorChannels).where(eq(monitorChannels.channelId, id)),
    sql`
      INSERT INTO monitor_channels (monitor_id, channel_id)
      SELECT id, ${id} FROM monitors WHERE id IN ${listOf(monitorIds)}`,
  ];
}

export function linkChannels(db: Db, monitorId: number, channelIds: readonly number[]): Statement[] {
  return [
    db.delete(monitorChannels).where(eq(monitorChannels.monitorId, monitorId)),
    sql`
      INSERT INTO monitor_channels (monitor_id, channel_id)
      SELECT ${monitorId}, id FROM channels WHERE id IN ${listOf(channelIds)}`,
  ];
}

export async function listChannelIds(db: Db, monitorId: number): Promise<number[]> {
  const rows = await db
    .select({ id: monitorChannels.channelId })
    .from(monitorChannels)
    .where(eq(monitorChannels.monitorId, monitorId))
    .orderBy(monitorChannels.channelId);
  return rows.map(({ id }) => id);
}

export interface AlertedRow {
  id: number;
  key: string;
  name: string;
  type: string;
  config: Config;
  snoozedUntil: number | null;
}

export async function readAlerted(
  db: Db,
  monitorIds: readonly number[],
): Promise<{
  monitors: AlertedRow[];
  links: { monitorId: number; channelId: number }[];
  channels: ChannelRow[];
  epoch: number;
}> {
  const ids = listOf(monitorIds);
  const links = sql`(
    SELECT monitor_id, channel_id FROM monitor_channels WHERE monitor_id IN ${ids}
    UNION
    SELECT m.id, c.id FROM channels c, monitors m WHERE c.all_monitors = 1 AND m.id IN ${ids})`;
  const [monitorRows, linkRows, rows, epochs] = await db.batch([
    db
      .select({
        id: monitors.id,
        key: monitors.key,
        name: monitors.name,
        type: monitors.type,
        config: monitors.config,
        snoozedUntil: snoozes.untilAt,
      })
      .from(monitors)
      .leftJoin(snoozes, eq(snoozes.monitorId, monitors.id))
      .where(inArray(monitors.id, ids)),
    db
      .select({ monitorId: sql<number>`monitor_id`, channelId: sql<number>`channel_id` })
      .from(links)
      .orderBy(sql`channel_id`),
    db.select().from(channels).where(sql`${channels.id} IN (SELECT channel_id FROM ${links})`),
    selectEpoch(db),
  ]);
  return {
    monitors: monitorRows,
    links: linkRows,
    channels: rows,
    epoch: epochs[0]?.epoch ?? 0,
  };
}
