import { sql } from "drizzle-orm";
import type { SecretBox } from "../lib/secret_box.ts";
import type { Db, Statement } from "./db.ts";
import { listSealingKeys } from "./sealed.ts";
import { findSetting } from "./setting.ts";

/** Setting that holds a known value, sealed: a key that opens it is the current one. */
const KNOWN_VALUE = "secret_key";
const KNOWN = "uptide";

/** `new` if nothing is sealed yet, or only by a release without a known value. */
export async function judgeSecretKey(db: Db, box: SecretBox | null): Promise<"right" | "wrong" | "new"> {
  const sealed = await findSetting(db, KNOWN_VALUE);
  if (typeof sealed === "string") return (await box?.open(sealed, KNOWN_VALUE)) === KNOWN ? "right" : "wrong";
  const used = await listSealingKeys(db);
  return used.length === 0 || used.some((id) => box?.keyIds.includes(id)) ? "new" : "wrong";
}

export async function sealKnownValue(box: SecretBox): Promise<string> {
  return await box.seal(KNOWN, KNOWN_VALUE);
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
