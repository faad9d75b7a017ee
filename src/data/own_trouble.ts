import { sql } from "drizzle-orm";
import type { Statement } from "./db.ts";
import { wholeOf } from "./whole_of.ts";

export const OWN_TROUBLE = "own_trouble";

const MOST_UNTOLD = 10;

/** Begins once, however many watches report it. If the previous one is over and not yet announced, another begins. */
export function noteTrouble(now: number): Statement {
  const ended = sql`json_object('since', value -> 'since', 'isTold', value -> 'isTold', 'overAt', value -> 'overAt')`;
  const earlier = sql`CASE WHEN json_array_length(value, '$.untold') >= ${MOST_UNTOLD}
    THEN json_remove(value -> 'untold', '$[0]') ELSE coalesce(value -> 'untold', '[]') END`;
  const begun = JSON.stringify({ since: now, lastAt: now, isTold: false, overAt: null });
  return sql`
    INSERT INTO settings (name, value, updated_at) VALUES (${OWN_TROUBLE}, ${begun}, ${now})
    ON CONFLICT (name) DO UPDATE SET updated_at = excluded.updated_at, value = CASE
      WHEN value ->> 'overAt' IS NULL THEN json_set(value, '$.lastAt', ${wholeOf(now)})
      ELSE json_set(excluded.value, '$.untold', json_insert(${earlier}, '$[#]', ${ended})) END`;
}

export function markTroubleAnnounced(since: number): Statement {
  return sql`
    UPDATE settings SET value = json_remove(json_set(value, '$.isTold', json('true')), '$.untold')
    WHERE name = ${OWN_TROUBLE} AND value ->> 'since' = ${since}`;
}

/** No effect if a watch met it again since it was read. */
export function endTrouble({ since, lastAt }: { since: number; lastAt: number }, now: number): Statement {
  return sql`
    UPDATE settings SET value = json_set(value, '$.overAt', ${wholeOf(now)})
    WHERE name = ${OWN_TROUBLE} AND value ->> 'since' = ${since} AND value ->> 'lastAt' = ${lastAt}`;
}

export function deleteTrouble(since: number): Statement {
  return sql`DELETE FROM settings WHERE name = ${OWN_TROUBLE} AND value ->> 'since' = ${since}`;
}
