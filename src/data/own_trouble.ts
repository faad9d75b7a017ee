import { sql } from "drizzle-orm";
import type { Statement } from "./db.ts";
import { wholeOf } from "./whole_of.ts";

/** The setting's name. */
export const OWN_TROUBLE = "own_trouble";

/** Of those that channels do not know of yet: a channel that takes nothing for long hears of the last of them. */
const MOST_UNTOLD = 10;

/** Begun once, however many watches find it; where one is over, and that is still to be told, another one begins. */
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

/** The channels know that it has begun, and all of those before; not so where a later one has begun since. */
export function markTroubleTold(since: number): Statement {
  return sql`
    UPDATE settings SET value = json_remove(json_set(value, '$.isTold', json('true')), '$.untold')
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
