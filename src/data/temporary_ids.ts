import { eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { settings } from "./tables.ts";

export interface Stand {
  number: number;
  key: string;
}

/** Placeholder numbers are nobody's id and appear nowhere else in these texts. */
export function fillLayout(db: Db, setting: string, made: readonly Stand[]): Statement {
  const value = filled(sql`${settings.value}`, made);
  return db.update(settings).set({ value }).where(eq(settings.name, setting));
}

export function fillLastEntry(made: readonly Stand[]): Statement {
  return sql`
    UPDATE audit SET details = ${filled(sql`audit.details`, made)} WHERE id = (SELECT max(id) FROM audit)`;
}

/** One statement for all replacements: the number of statements in a batch is limited. */
function filled(text: SQL, made: readonly Stand[]): SQL {
  const list = JSON.stringify(made);
  const at = (name: keyof Stand) => sql`${list} ->> ('$[' || n || '].' || ${name})`;
  return sql`(
    WITH RECURSIVE filled(n, text) AS (
      SELECT 0, ${text}
      UNION ALL
      SELECT n + 1, replace(text, ${at("number")}, (SELECT id FROM monitors WHERE key = ${at("key")}))
      FROM filled WHERE n < ${made.length}
    )
    SELECT text FROM filled WHERE n = ${made.length})`;
}
