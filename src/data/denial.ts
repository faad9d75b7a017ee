import { lt, type SQL, sql } from "drizzle-orm";
import { networkOf } from "../lib/network.ts";
import { redact } from "../lib/redact.ts";
import { HOUR_MS } from "../lib/units.ts";
import type { Statement } from "./db.ts";
import type { DueRows } from "./due.ts";
import { denials, deniedAccounts, deniedAddresses } from "./tables.ts";

/** Per hour and reason; further denials share one counting entry. */
const MOST_SINGLE = 50;
const MOST_NAMED = 200;

interface Denial {
  at: number;
  reason: string;
  email: string;
  ip: string;
}

export function insertDenial({ at, reason, email, ip }: Denial): Statement[] {
  const hour = Math.floor(at / HOUR_MS);
  const own = sql`hour = ${hour} AND reason = ${reason}`;
  const count = sql`(SELECT count FROM denials WHERE ${own})`;
  const single = JSON.stringify(redact({ reason, ip }));
  const sum = JSON.stringify({ reason, count: 0, sumOfHour: new Date(hour * HOUR_MS).toISOString() });
  const summed = sql`id = (SELECT audit_id FROM denials WHERE ${own} AND count > ${MOST_SINGLE})`;
  return [
    sql`INSERT INTO denials (hour, reason, count) VALUES (${hour}, ${reason}, 1)
        ON CONFLICT (hour, reason) DO UPDATE SET count = count + 1`,
    sql`INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
        SELECT ${at}, 0, iif(c <= ${MOST_SINGLE}, ${email}, ''), 'Denied', 'session',
          iif(c <= ${MOST_SINGLE}, ${email}, ''), iif(c <= ${MOST_SINGLE}, ${single}, ${sum})
        FROM (SELECT ${count} AS c) WHERE c <= ${MOST_SINGLE + 1}`,
    sql`UPDATE denials SET audit_id = last_insert_rowid() WHERE ${own} AND count = ${MOST_SINGLE + 1}`,
    sql`UPDATE audit SET details = json_set(details, '$.count', ${count} - ${MOST_SINGLE}) WHERE ${summed}`,
    ...(email === ""
      ? []
      : nameAccount({ hour, reason, email, address: networkOf(ip) }, { own, count, summed })),
  ];
}

function nameAccount(
  { hour, reason, email, address }: { hour: number; reason: string; email: string; address: string },
  { own, count, summed }: { own: SQL; count: SQL; summed: SQL },
): Statement[] {
  const its = sql`${own} AND email = ${email}`;
  return [
    sql`INSERT INTO denied_accounts (hour, reason, email, count, addresses)
        SELECT ${hour}, ${reason}, ${email}, 0, 0
        WHERE ${count} > ${MOST_SINGLE} AND (SELECT count(*) FROM denied_accounts WHERE ${own}) < ${MOST_NAMED}
        ON CONFLICT DO NOTHING`,
    sql`INSERT INTO denied_addresses (hour, reason, email, address)
        SELECT hour, reason, email, ${address} FROM denied_accounts WHERE ${its} AND addresses < ${MOST_NAMED}
        ON CONFLICT DO NOTHING`,
    sql`UPDATE denied_accounts SET count = count + 1,
          addresses = (SELECT count(*) FROM denied_addresses WHERE ${its})
        WHERE ${its}`,
    sql`UPDATE audit SET details = json_set(details, '$.accounts', (
          SELECT json_group_array(json_object('email', email, 'count', count, 'addresses', addresses))
          FROM (SELECT * FROM denied_accounts WHERE ${own} ORDER BY count DESC, email)))
        WHERE ${summed}`,
  ];
}

/** Accounts and addresses are only stored together with their count. */
export function oldDenials(now: number): [sums: DueRows, accounts: DueRows, addresses: DueRows] {
  const before = Math.floor(now / HOUR_MS) - 1;
  const ofTable = (table: typeof denials | typeof deniedAccounts | typeof deniedAddresses) => ({
    table,
    where: lt(table.hour, before),
  });
  return [ofTable(denials), ofTable(deniedAccounts), ofTable(deniedAddresses)];
}
