import { type SQL, sql } from "drizzle-orm";
import type { StoredMirror } from "../domain/mirror/state.ts";
import { DEFAULT_PAGE_ID, settingOf } from "../domain/page/site.ts";
import type { Db } from "./db.ts";
import { findSetting } from "./setting.ts";

export const MIRROR = "static_mirror";
export const ACCESS = "status_page_access";
export const PASSWORD = "page_password";

/** For guards: the copy is public, so its page must not be private. */
export function isMirrorOff(pageId: number): SQL {
  return isNot(settingOf(MIRROR, pageId), "$.enabled");
}

export function isPagePublic(pageId: number): SQL {
  return isNot(settingOf(ACCESS, pageId), "$.private");
}

function isNot(setting: string, path: string): SQL {
  return sql`coalesce((SELECT value ->> ${path} FROM settings WHERE name = ${setting}), 0) = 0`;
}

export async function isMirrorOn(db: Db, pageId: number): Promise<boolean> {
  return isSwitchedOn(await findSetting(db, settingOf(MIRROR, pageId)), "enabled");
}

export async function isPagePrivate(db: Db, pageId: number): Promise<boolean> {
  return isSwitchedOn(await findSetting(db, settingOf(ACCESS, pageId)), "private");
}

export function isSwitchedOn(value: unknown, name: string): boolean {
  return (value as Record<string, unknown> | null)?.[name] === true;
}

export const MIRRORS = sql`
  SELECT p.id AS pageId, p.key AS pageKey, s.value
  FROM pages p JOIN settings s
    ON s.name = (CASE WHEN p.id = ${DEFAULT_PAGE_ID} THEN ${MIRROR} ELSE ${`${MIRROR}/`} || p.id END)
  ORDER BY p.position, p.id`;

export const HAS_MIRRORS = sql`EXISTS (${MIRRORS})`;

export type MirrorRow = StoredMirror & { value: string };

export function toMirror({ pageId, pageKey, value }: { [Name in keyof MirrorRow]?: unknown }): StoredMirror {
  return { pageId: Number(pageId), pageKey: String(pageKey), value: JSON.parse(String(value)) };
}

export async function listMirrors(db: Db): Promise<StoredMirror[]> {
  return (await db.all<MirrorRow>(MIRRORS)).map(toMirror);
}

export function areMirrorsStill(mirrors: readonly StoredMirror[]): SQL {
  const known = mirrors.map(({ pageId, value }) => [pageId, JSON.stringify(value)]);
  return sql`(SELECT json_group_array(json_array(pageId, value)) FROM (${MIRRORS})) = ${JSON.stringify(known)}`;
}
