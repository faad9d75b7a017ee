import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Changes, hideSecrets } from "../domain/system/audit_changes.ts";
import { redact } from "../lib/redact.ts";
import type { AuditFilter, AuditQuery } from "../schema/audit.ts";
import type { Paging } from "../schema/common.ts";
import type { Db, Statement } from "./db.ts";
import { isAsked, isWithin } from "./list_page.ts";
import { listSorted } from "./list_sorted.ts";
import { cell, insertRows } from "./rows.ts";
import { audit } from "./tables.ts";

type AuditRow = typeof audit.$inferSelect;

interface NewAuditEntry extends Omit<AuditRow, "id" | "entityId"> {
  /** `inserted`: the row made by the previous statement of the batch. */
  entityId: number | "inserted" | null;
}

export function insertAuditEntry(db: Db, entry: NewAuditEntry): Statement {
  const entityId = entry.entityId === "inserted" ? sql`last_insert_rowid()` : entry.entityId;
  return db.insert(audit).values({
    ...entry,
    entityId: entityId as number | null,
    details: safeDetails(entry.details),
  });
}

export function insertAuditEntries(
  entries: readonly (Pick<AuditRow, "action" | "entityType" | "entityName" | "details"> & { key: string })[],
  { at, userId, userEmail }: Pick<AuditRow, "at" | "userId" | "userEmail">,
): Statement[] {
  const rows = entries.map((entry) => ({ ...entry, details: safeDetails(entry.details) }));
  const entityId = sql`CASE ${cell("entityType")}
    WHEN 'monitor' THEN (SELECT id FROM monitors WHERE key = ${cell("key")})
    WHEN 'notification_channel' THEN (SELECT id FROM channels WHERE key = ${cell("key")})
    WHEN 'action' THEN (SELECT id FROM actions WHERE key = ${cell("key")}) END`;
  return insertRows(audit, rows, {
    set: { at: sql`${at}`, userId: sql`${userId}`, userEmail: sql`${userEmail}`, entityId },
  });
}

/** Redacts whatever the caller did: secrets must never reach the log. */
function safeDetails({ changes, ...details }: Record<string, unknown>): Record<string, unknown> {
  const safe = redact(details) as Record<string, unknown>;
  return changes === undefined ? safe : { ...safe, changes: hideSecrets(changes as Changes) };
}

export async function listAudit(
  db: Db,
  { sort, ...filter }: AuditQuery,
  paging: Paging,
): Promise<{ items: AuditRow[]; total: number }> {
  const sorted = {
    table: audit,
    where: fits(filter),
    sort,
    id: audit.id,
    rows: (those: SQL | undefined, order: SQL[]) =>
      db
        .select()
        .from(audit)
        .where(those)
        .orderBy(...order),
  };
  return await listSorted(db, sorted, paging);
}

/** Newest first. Paging by id neither skips nor repeats entries while new ones are written. */
export async function listAuditBelow(
  db: Db,
  filter: AuditFilter,
  { below, limit }: { below: number | null; limit: number },
): Promise<AuditRow[]> {
  return await db
    .select()
    .from(audit)
    .where(and(fits(filter), below === null ? undefined : lt(audit.id, below)))
    .orderBy(desc(audit.id))
    .limit(limit);
}

function fits({ userEmail, entityType, entityName, action, ...span }: AuditFilter): SQL | undefined {
  return and(
    isOf(audit.userEmail, userEmail),
    isAsked(audit.entityType, entityType),
    isOf(audit.entityName, entityName),
    isAsked(audit.action, action),
    isWithin(audit.at, span),
  );
}

function isOf(column: SQLiteColumn, text: string | undefined): SQL | undefined {
  if (!text) return undefined;
  const isNamed = hasWithin(sql`${audit.details} ->> '$.accounts'`, text);
  return or(hasWithin(column, text), and(eq(audit.action, "Denied"), isNamed));
}

/** SQLite ignores case for ASCII only, so other letters are searched for in both cases. */
function hasWithin(column: SQLiteColumn | SQL, text: string): SQL | undefined {
  const spellings = new Set([text, text.toLowerCase(), text.toUpperCase()]);
  return or(...[...spellings].map((one) => sql`instr(lower(${column}), lower(${one})) > 0`));
}
