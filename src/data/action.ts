import { asc, eq, sql } from "drizzle-orm";
import { type Db, listOf, type Statement } from "./db.ts";
import { actionChannels, actionLinks, actions } from "./tables_action.ts";
import { monitors } from "./tables_monitor.ts";
import { versionOf } from "./version.ts";

export type ActionRow = typeof actions.$inferSelect;
export type LinkRow = typeof actionLinks.$inferSelect;

export interface ActionView {
  action: ActionRow;
  version: number;
  channelIds: number[];
  links: (LinkRow & { monitorName: string })[];
}

export async function readActions(db: Db, id?: number): Promise<ActionView[]> {
  const [rows, channels, links] = await db.batch([
    db
      .select({ action: actions, version: versionOf(sql`'action/' || ${actions.id}`) })
      .from(actions)
      .where(id === undefined ? undefined : eq(actions.id, id))
      .orderBy(sql`${actions.name} COLLATE NOCASE`, asc(actions.id)),
    db
      .select()
      .from(actionChannels)
      .where(id === undefined ? undefined : eq(actionChannels.actionId, id))
      .orderBy(actionChannels.channelId),
    db
      .select({ link: actionLinks, monitorName: monitors.name })
      .from(actionLinks)
      .innerJoin(monitors, eq(monitors.id, actionLinks.monitorId))
      .where(id === undefined ? undefined : eq(actionLinks.actionId, id))
      .orderBy(sql`${monitors.name} COLLATE NOCASE`, actionLinks.monitorId, actionLinks.onStatus),
  ]);
  const channelsOf = Map.groupBy(channels, ({ actionId }) => actionId);
  const linksOf = Map.groupBy(links, ({ link }) => link.actionId);
  return rows.map(({ action, version }) => ({
    action,
    version,
    channelIds: (channelsOf.get(action.id) ?? []).map(({ channelId }) => channelId),
    links: (linksOf.get(action.id) ?? []).map(({ link, monitorName }) => ({ ...link, monitorName })),
  }));
}

export async function findAction(db: Db, id: number): Promise<ActionRow | null> {
  return (await db.select().from(actions).where(eq(actions.id, id)).get()) ?? null;
}

export function selectActions(db: Db, ids: readonly number[]) {
  return db
    .select()
    .from(actions)
    .where(sql`${actions.id} IN ${listOf(ids)}`);
}

export function insertAction(db: Db, row: Omit<ActionRow, "id">): Statement {
  return db.insert(actions).values(row);
}

export function updateActionRow(db: Db, id: number, change: Partial<ActionRow>): Statement {
  return db.update(actions).set(change).where(eq(actions.id, id));
}

export function deleteAction(db: Db, id: number): Statement {
  return db.delete(actions).where(eq(actions.id, id));
}

export function setFailureChannels(
  db: Db,
  actionId: number | "inserted",
  channelIds: readonly number[],
): Statement[] {
  const id = actionId === "inserted" ? sql<number>`(SELECT max(id) FROM actions)` : sql<number>`${actionId}`;
  return [
    db.delete(actionChannels).where(eq(actionChannels.actionId, id)),
    sql`
      INSERT INTO action_channels (action_id, channel_id)
      SELECT ${id}, id FROM channels WHERE id IN ${listOf(channelIds)}`,
  ];
}
