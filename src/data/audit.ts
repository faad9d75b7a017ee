import { and, desc, sql } from "drizzle-orm";
import { type Changes, hideSecrets } from "../domain/system/audit_changes.ts";
import { redact } from "../lib/redact.ts";
import type { Paging } from "../schema/common.ts";
import { type Db, inChunks, type Statement } from "./db.ts";
import { isAsked, isWithin, listPage } from "./list_page.ts";
import { audit } from "./tables.ts";

type AuditRow = typeof audit.$inferSelect;

interface NewAuditEntry extends Omit<AuditRow, "id" | "entityId"> {
  /** `inserted`: the row that the statement before this one in the batch has made. */
  entityId: number | "inserted" | null;
}

interface AuditFilter {
  userEmail?: string | undefined;
  entityType?: string | undefined;
  action?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

export function insertAuditEntry(db: Db, entry: NewAuditEntry): Statement {
  const entityId = entry.entityId === "inserted" ? sql`last_insert_rowid()` : entry.entityId;
  return db.insert(audit).values({
    ...entry,
    entityId: entityId as number | null,
    details: safeDetails(entry.details),
  });
}

/** The rows, a few hundred a statement, with the ids of the objects that have these keys. */
export function insertAuditEntries(
  entries: readonly (Pick<AuditRow, "action" | "entityType" | "entityName" | "details"> & { key: string })[],
  { at, userId, userEmail }: Pick<AuditRow, "at" | "userId" | "userEmail">,
): Statement[] {
  const rows = entries.map((entry) => ({ ...entry, details: JSON.stringify(safeDetails(entry.details)) }));
  return inChunks(
    rows,
    (chunk) => sql`
    INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_id, entity_name, details)
    SELECT ${at}, ${userId}, ${userEmail}, value ->> 'action', value ->> 'entityType',
      CASE value ->> 'entityType'
        WHEN 'monitor' THEN (SELECT id FROM monitors WHERE key = value ->> 'key')
        WHEN 'notification_channel' THEN (SELECT id FROM channels WHERE key = value ->> 'key')
        WHEN 'action' THEN (SELECT id FROM actions WHERE key = value ->> 'key')
      END, value ->> 'entityName', value ->> 'details'
    FROM json_each(${chunk})`,
  );
}

/** Whatever the verb has made sure of already: nothing secret is ever written. */
function safeDetails({ changes, ...details }: Record<string, unknown>): Record<string, unknown> {
  const safe = redact(details) as Record<string, unknown>;
  return changes === undefined ? safe : { ...safe, changes: hideSecrets(changes as Changes) };
}

export async function listAudit(
  db: Db,
  { userEmail, entityType, action, ...span }: AuditFilter,
  paging: Paging,
): Promise<{ items: AuditRow[]; total: number }> {
  const where = and(
    userEmail ? sql`instr(lower(${audit.userEmail}), ${userEmail.toLowerCase()}) > 0` : undefined,
    isAsked(audit.entityType, entityType),
    isAsked(audit.action, action),
    isWithin(audit.at, span),
  );
  const rows = db.select().from(audit).where(where).orderBy(desc(audit.id));
  return await listPage(db, { table: audit, where, rows }, paging);
}
