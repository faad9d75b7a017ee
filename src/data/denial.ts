import { lt, sql } from "drizzle-orm";
import { redact } from "../lib/redact.ts";
import { HOUR_MS } from "../lib/units.ts";
import type { Db, Statement } from "./db.ts";
import { denials } from "./tables.ts";

/** So many of an hour and a reason have an entry each; the rest are one that counts them. */
const MOST_SINGLE = 50;

interface Denial {
  at: number;
  reason: string;
  email: string;
  ip: string;
}

/** A refused sign-in for the log. A flood writes one row again and again, and none that stays for each of its tries. */
export function insertDenial({ at, reason, email, ip }: Denial): Statement[] {
  const hour = Math.floor(at / HOUR_MS);
  const own = sql`hour = ${hour} AND reason = ${reason}`;
  const count = sql`(SELECT count FROM denials WHERE ${own})`;
  const single = JSON.stringify(redact({ reason, ip }));
  const sum = JSON.stringify({ reason, count: 0, sumOfHour: new Date(hour * HOUR_MS).toISOString() });
  return [
    sql`INSERT INTO denials (hour, reason, count) VALUES (${hour}, ${reason}, 1)
        ON CONFLICT (hour, reason) DO UPDATE SET count = count + 1`,
    sql`INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
        SELECT ${at}, 0, iif(c <= ${MOST_SINGLE}, ${email}, ''), 'Denied', 'session',
          iif(c <= ${MOST_SINGLE}, ${email}, ''), iif(c <= ${MOST_SINGLE}, ${single}, ${sum})
        FROM (SELECT ${count} AS c) WHERE c <= ${MOST_SINGLE + 1}`,
    sql`UPDATE denials SET audit_id = last_insert_rowid() WHERE ${own} AND count = ${MOST_SINGLE + 1}`,
    sql`UPDATE audit SET details = json_set(details, '$.count', ${count} - ${MOST_SINGLE})
        WHERE id = (SELECT audit_id FROM denials WHERE ${own} AND count > ${MOST_SINGLE})`,
  ];
}

export function deleteOldDenials(db: Db, now: number): Statement {
  return db.delete(denials).where(lt(denials.hour, Math.floor(now / HOUR_MS) - 1));
}
