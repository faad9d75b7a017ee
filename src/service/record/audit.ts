import { insertAuditEntries, insertAuditEntry, listAudit, listAuditBelow } from "../../data/audit.ts";
import type { Statement } from "../../data/db.ts";
import { type LastChange, raiseVersions, raiseVersionsByKey } from "../../data/version.ts";
import { type Changes, changedFields } from "../../domain/system/audit_changes.ts";
import { formatCsvLine } from "../../lib/csv.ts";
import { toBody } from "../../lib/text_body.ts";
import type { AuditAction, AuditEntity, AuditFilter, AuditQuery } from "../../schema/audit.ts";
import { pagingOf } from "../../schema/common.ts";
import type { Actor, Context } from "../context.ts";
import { objectOf } from "./version.ts";

interface Entry {
  action: AuditAction;
  entityType: AuditEntity;
  entityId?: number | "inserted" | null;
  entityName: string;
  details?: Record<string, unknown>;
  by?: { id: number; email: string };
}

export function recordAudit(context: Pick<Context, "db" | "now" | "actor">, entry: Entry): Statement {
  const {
    action,
    entityType,
    entityId = null,
    entityName,
    details = {},
    by = authorOf(context.actor),
  } = entry;
  return insertAuditEntry(context.db, {
    at: context.now,
    userId: by.id,
    userEmail: by.email,
    action,
    entityType,
    entityId,
    entityName,
    details,
  });
}

type Subject = Omit<Entry, "action"> & { object?: string };

export function entityOf<T extends AuditEntity, Id extends number | "inserted">(
  entityType: T,
  { id, name }: { id: Id; name: string },
) {
  return { entityType, entityId: id, entityName: name };
}

export function recordUpdate(
  context: Context,
  { object, changes, details = {}, ...entry }: Subject & { changes: Changes },
): Statement[] {
  return [
    recordAudit(context, {
      ...entry,
      action: "Update",
      details: { ...details, fields: changedFields(changes), changes },
    }),
    ...raiseVersions([object ?? objectOf(entry.entityType, entry.entityId)], {
      ...lastChangeBy(context),
      ...(entry.by && { changedBy: entry.by.email }),
    }),
  ];
}

export function recordRemoval(context: Context, { object, ...entry }: Subject): Statement[] {
  return [
    recordAudit(context, { ...entry, action: "Delete" }),
    ...raiseVersions([object ?? objectOf(entry.entityType, entry.entityId)], lastChangeBy(context)),
  ];
}

export function lastChangeBy({ actor, now }: Context): LastChange {
  return { changedBy: authorOf(actor).email, changedAt: now };
}

/** By key, since ids of rows inserted in the same batch aren't known yet. */
export function recordAudits(
  context: Context,
  entries: readonly (Required<Pick<Entry, "action" | "entityName" | "details">> & {
    entityType: "monitor" | "notification_channel" | "action";
    key: string;
  })[],
): Statement[] {
  const by = authorOf(context.actor);
  const updated = Map.groupBy(
    entries.filter(({ action }) => action === "Update"),
    ({ entityType }) => entityType,
  );
  return [
    ...insertAuditEntries(entries, { at: context.now, userId: by.id, userEmail: by.email }),
    ...[...updated].flatMap(([entityType, changed]) =>
      raiseVersionsByKey(
        entityType,
        changed.map(({ key }) => key),
        lastChangeBy(context),
      ),
    ),
  ];
}

export async function listAuditEntries(context: Context, query: AuditQuery) {
  const paging = pagingOf(query);
  return { ...(await listAudit(context.db, query, paging)), ...paging };
}

const EXPORTED_AT_ONCE = 500;
const EXPORTED = ["at", "user", "action", "entity_type", "entity_id", "entity_name", "details"];

export async function exportAudit({ db }: Context, filter: AuditFilter): Promise<BodyInit> {
  async function* lines(): AsyncGenerator<string> {
    yield formatCsvLine(EXPORTED);
    for (let below: number | null = null; ; ) {
      const rows = await listAuditBelow(db, filter, { below, limit: EXPORTED_AT_ONCE });
      yield rows
        .map(({ at, userEmail, action, entityType, entityId, entityName, details }) =>
          formatCsvLine([
            ...[new Date(at).toISOString(), userEmail, action, entityType, entityId ?? "", entityName],
            JSON.stringify(details),
          ]),
        )
        .join("");
      below = rows.at(-1)?.id ?? null;
      if (rows.length < EXPORTED_AT_ONCE) return;
    }
  }
  return await toBody(lines());
}

const SERVICE = { id: 0, email: "system" };

function authorOf(actor: Actor): { id: number; email: string } {
  if (actor.kind === "user") return { id: actor.user.id, email: actor.user.email };
  if (actor.kind !== "token") return SERVICE;
  return { id: 0, email: `token: ${actor.name}${actor.isAssistant ? " (assistant)" : ""}` };
}
