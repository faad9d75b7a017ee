import { sql } from "drizzle-orm";
import { type Db, listOf, type Statement } from "./db.ts";

export async function listMonitorIds(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ key: string; id: number }>(
    sql`SELECT key, id FROM monitors WHERE key IN ${listOf(keys)}`,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export async function listOrigins(db: Db, origins: readonly string[]): Promise<Set<string>> {
  const rows = await db.all<{ origin: string }>(sql`
    SELECT imported_from AS origin FROM incidents WHERE imported_from IN ${listOf(origins)}
    UNION SELECT 'maintenance ' || imported_from FROM maintenance WHERE imported_from IN ${listOf(origins)}`);
  return new Set(rows.map(({ origin }) => origin));
}

export async function listKnownEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db.all<{ email: string }>(
    sql`SELECT email FROM subscribers WHERE type = 'email' AND page_id = 1 AND email IN ${listOf(emails)}`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** While it is the last row that was inserted. */
export function markMaintenanceOrigin(origin: string): Statement {
  return sql`UPDATE maintenance SET imported_from = ${origin} WHERE id = (SELECT max(id) FROM maintenance)`;
}

interface UpdateRow {
  at: number;
  status: string;
  body: string;
}

export function insertImportedUpdates(updates: readonly UpdateRow[]): Statement {
  return sql`
    INSERT INTO incident_updates (incident_id, body, status, posted_at, locales)
    SELECT (SELECT max(id) FROM incidents), value ->> 'body', value ->> 'status', value ->> 'at', '{}'
    FROM json_each(${JSON.stringify(updates)})`;
}
