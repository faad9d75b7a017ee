import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "./db.ts";

/** A monitor that the same batch has made, and the number that stands for its id, which was not known before. */
export interface Stand {
  number: number;
  key: string;
}

/** A number is no id of anything, and stands nowhere else in these texts. */
export function fillLayout(made: readonly Stand[]): Statement {
  return sql`UPDATE settings SET value = ${filled(sql`settings.value`, made)} WHERE name = 'layout'`;
}

/** Of the entry that the statements before have written last. */
export function fillLastEntry(made: readonly Stand[]): Statement {
  return sql`
    UPDATE audit SET details = ${filled(sql`audit.details`, made)} WHERE id = (SELECT max(id) FROM audit)`;
}

/** One after another within one statement: a batch may have no more than so many. */
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
