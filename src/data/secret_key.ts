import { sql } from "drizzle-orm";
import { KNOWN_VALUE, opensKnownValue } from "../lib/known_value.ts";
import type { SecretBox } from "../lib/secret_box.ts";
import type { Db, Statement } from "./db.ts";
import { listSealingKeys } from "./sealed.ts";
import { findSetting } from "./setting.ts";

/** `new` if nothing is sealed yet, or only by a release without a known value. */
export async function judgeSecretKey(db: Db, box: SecretBox | null): Promise<"right" | "wrong" | "new"> {
  const sealed = await findSetting(db, KNOWN_VALUE);
  if (typeof sealed === "string") return (await opensKnownValue(box, sealed)) ? "right" : "wrong";
  const used = await listSealingKeys(db);
  return used.length === 0 || used.some((id) => box?.keyIds.includes(id)) ? "new" : "wrong";
}

export function insertKnownValue(sealed: string, now: number): Statement {
  return sql`
    INSERT INTO settings (name, value, updated_at) VALUES (${KNOWN_VALUE}, ${JSON.stringify(sealed)}, ${now})
    ON CONFLICT DO NOTHING`;
}

export function replaceKnownValue(sealed: string): Statement {
  const prefix = sealed.slice(0, sealed.indexOf(".", "v1.".length));
  return sql`
    UPDATE settings SET value = ${JSON.stringify(sealed)}
    WHERE name = ${KNOWN_VALUE} AND value NOT LIKE ${`"${prefix}.%`}`;
}
