import { eq, sql } from "drizzle-orm";
import type { ActionLink } from "../domain/monitor/rule.ts";
import type { Db, Statement } from "./db.ts";
import { cell, insertRows } from "./rows.ts";
import { actionLinks } from "./tables_action.ts";

export async function listLinks(db: Db, monitorId: number): Promise<ActionLink[]> {
  const rows = await db
    .select()
    .from(actionLinks)
    .where(eq(actionLinks.monitorId, monitorId))
    .orderBy(actionLinks.actionId, actionLinks.onStatus);
  return rows.map(toLink);
}

export function toLink({ actionId, onStatus, delayMinutes, cooldownMinutes }: ActionLink): ActionLink {
  return { actionId, onStatus, delayMinutes, cooldownMinutes };
}

export function replaceLinks(db: Db, monitorId: number, links: readonly ActionLink[]): Statement[] {
  return [
    db.delete(actionLinks).where(eq(actionLinks.monitorId, monitorId)),
    ...insertRows(actionLinks, links, {
      set: { monitorId: sql`${monitorId}` },
      where: sql`${cell("actionId")} IN (SELECT id FROM actions)`,
    }),
  ];
}
