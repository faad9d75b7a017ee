import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { KNOWN_VALUE, opensKnownValue } from "../src/lib/known_value.ts";
import { createSecretBox, parseSecretKeys, type SecretBox } from "../src/lib/secret_box.ts";
import { keyFileOf, readLocalKey } from "./local_key.ts";

const DATABASES = "d1/miniflare-D1DatabaseObject";

export async function findKeyFault(stateDir: string, given?: string): Promise<string | null> {
  const found = given ?? readLocalKey(stateDir);
  const keys = found ? parseSecretKeys(found) : null;
  if (!(await isWrong(stateDir, keys))) return null;
  const what = given === undefined ? keyFileOf(stateDir) : "SECRET_KEY";
  const unread = found === null ? "is missing" : "is empty";
  const read = keys === null ? "is not 32 bytes in base64" : "is another key";
  const way =
    given === undefined
      ? "restore this file from a copy, or set SECRET_KEY to its previous content"
      : "set it to the previous key";
  return `${what} ${found ? read : unread}, so the secrets in ${join(stateDir, DATABASES)} can't be decrypted: ${way}.`;
}

/** False for an unreadable database too, because the running product reports that. */
async function isWrong(stateDir: string, keys: ReturnType<typeof parseSecretKeys>): Promise<boolean> {
  const path = findDatabase(stateDir);
  if (path === null) return false;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const box = keys && (await createSecretBox(keys));
    const stored = database.prepare("SELECT value FROM settings WHERE name = ?").get(KNOWN_VALUE);
    const sealed: unknown = stored && JSON.parse(String(stored["value"]));
    return typeof sealed === "string"
      ? !(await opensKnownValue(box, sealed))
      : await isSealedByAnother(database, box);
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/** Only states of early releases lack a known value, and drizzle takes half a second to load. */
async function isSealedByAnother(database: DatabaseSync, box: SecretBox | null): Promise<boolean> {
  const [{ openDb }, { judgeSecretKey }] = await Promise.all([
    import("../src/data/db.ts"),
    import("../src/data/secret_key.ts"),
  ]);
  const d1 = {
    prepare: (text: string) => ({
      bind: (...values: (string | number)[]) => ({
        all: async () => ({ results: database.prepare(text).all(...values) }),
        raw: async () => {
          const statement = database.prepare(text);
          statement.setReturnArrays(true);
          return statement.all(...values);
        },
      }),
    }),
  };
  return (await judgeSecretKey(openDb(d1 as unknown as D1Database), box)) === "wrong";
}

export function findDatabase(stateDir: string): string | null {
  try {
    const folder = join(stateDir, DATABASES);
    const name = readdirSync(folder).find((one) => /^[0-9a-f]{64}\.sqlite$/.test(one));
    return name === undefined ? null : join(folder, name);
  } catch {
    return null;
  }
}
