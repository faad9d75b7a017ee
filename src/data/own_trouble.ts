import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "./db.ts";

/** The setting's name. */
export const OWN_TROUBLE = "own_trouble";

/** Begun once, however many watches find it; one that is over, and of which that is told still, begins anew. */
export function noteTrouble(now: number): Statement {
  const begun = JSON.stringify({ since: now, lastAt: now, isTold: false, overAt: null });
  return sql`
    INSERT INTO settings (name, value, updated_at) VALUES (${OWN_TROUBLE}, ${begun}, ${now})
    ON CONFLICT (name) DO UPDATE SET updated_at = excluded.updated_at, value = CASE
      WHEN value ->> 'overAt' IS NULL THEN json_set(value, '$.lastAt', ${wholeOf(now)}) ELSE excluded.value END`;
}

/** The trouble that began then, and no later one: its channels know. */
export function markTroubleTold(since: number): Statement {
  return sql`
    UPDATE settings SET value = json_set(value, '$.isTold', json('true'))
    WHERE name = ${OWN_TROUBLE} AND value ->> 'since' = ${since}`;
}

/** Unless a watch has met it again since it was read. */
export function endTrouble({ since, lastAt }: { since: number; lastAt: number }, now: number): Statement {
  return sql`
    UPDATE settings SET value = json_set(value, '$.overAt', ${wholeOf(now)})
    WHERE name = ${OWN_TROUBLE} AND value ->> 'since' = ${since} AND value ->> 'lastAt' = ${lastAt}`;
}

export function deleteTrouble(since: number): Statement {
  return sql`DELETE FROM settings WHERE name = ${OWN_TROUBLE} AND value ->> 'since' = ${since}`;
}

/** D1 is given every number with a fraction, and JSON would keep it: 1795379940057.0 reads as no moment elsewhere. */
function wholeOf(moment: number): SQL {
  return sql`CAST(${moment} AS INTEGER)`;
}
