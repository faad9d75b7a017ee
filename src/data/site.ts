import { eq, sql } from "drizzle-orm";
import { DEFAULT_SITE_NAME } from "../schema/branding.ts";
import { type ActionRow, selectActions } from "./action.ts";
import { type ChannelRow, selectChannels } from "./channel.ts";
import type { Db } from "./db.ts";
import { selectSetting } from "./setting.ts";
import { settings } from "./tables.ts";

export async function getSiteName(db: Db): Promise<string> {
  return nameIn(await selectName(db));
}

export async function readChannelsToSend(
  db: Db,
  ids: readonly number[],
): Promise<{ targets: ChannelRow[]; siteName: string }> {
  const [targets, names] = await db.batch([selectChannels(db, ids), selectName(db)]);
  return { targets, siteName: nameIn(names) };
}

export async function readActionsToRun(
  db: Db,
  ids: readonly number[],
): Promise<{ targets: ActionRow[]; siteName: string }> {
  const [targets, names] = await db.batch([selectActions(db, ids), selectName(db)]);
  return { targets, siteName: nameIn(names) };
}

export async function getSettingAndSite(
  db: Db,
  setting: string,
): Promise<{ value: unknown; siteName: string }> {
  const [rows, names] = await db.batch([selectSetting(db, setting), selectName(db)]);
  return { value: rows[0]?.value ?? null, siteName: nameIn(names) };
}

function selectName(db: Db) {
  return db
    .select({ name: sql<string | null>`value ->> 'siteName'` })
    .from(settings)
    .where(eq(settings.name, "branding"));
}

function nameIn([row]: readonly { name: string | null }[]): string {
  return row?.name ?? DEFAULT_SITE_NAME;
}
