import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./db.ts";
import { findSetting } from "./setting.ts";

export const MIRROR = "static_mirror";
export const ACCESS = "status_page_access";
/** A page with one opens to whoever knows it. */
export const PASSWORD = "page_password";

/** For guards: the copy is public, so its page must not be private. */
export function isMirrorOff(): SQL {
  return sql`coalesce((SELECT value ->> '$.enabled' FROM settings WHERE name = ${MIRROR}), 0) = 0`;
}

export function isPagePublic(): SQL {
  return sql`coalesce((SELECT value ->> '$.private' FROM settings WHERE name = ${ACCESS}), 0) = 0`;
}

export async function isMirrorOn(db: Db): Promise<boolean> {
  return isSwitchedOn(await findSetting(db, MIRROR), "enabled");
}

export async function isPagePrivate(db: Db): Promise<boolean> {
  return isSwitchedOn(await findSetting(db, ACCESS), "private");
}

function isSwitchedOn(value: unknown, name: string): boolean {
  return (value as Record<string, unknown> | null)?.[name] === true;
}
