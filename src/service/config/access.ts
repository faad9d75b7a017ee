import { areaToChange, asSet, inLinkOrder, PART_OF } from "../../domain/config/document.ts";
import { needsVaultUse } from "../../domain/vault/reference.ts";
import { AppError } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import type { AnyKind } from "../../schema/document_kind.ts";
import type { Permission } from "../../schema/permission.ts";
import { type Context, mayReach, mayUse } from "../context.ts";
import { checkMayAutoIncident } from "../monitor/automatic_incident_rule.ts";
import { checkVaultPlace } from "../vault/reference.ts";
import { autoIncidentOf, ruleOf } from "./auto_incident.ts";
import { configKindOf } from "./settings.ts";
import type { SentDocument, ShapedDocument } from "./shape.ts";
import { type ConfigurationView, findViewed } from "./view.ts";

const ADMIN_ONLY = "Actions are for administrators: leave out Action documents and the actions of monitors.";

export function checkMayRead(context: Context, kind: AnyKind): void {
  if (mayReach(context, PART_OF[kind], "read")) return;
  if (context.actor.kind !== "token")
    throw new AppError(
      "forbidden",
      kind === "Action" ? "Actions are for administrators: ask one to export them." : notYours(kind),
    );
  throw needs(`${PART_OF[kind]}:read`);
}

export function checkMayImport(context: Context, { kind, value }: SentDocument): void {
  if (kind === null) return;
  const isUser = context.actor.kind === "user";
  if (!mayReach(context, areaToChange(kind), "write"))
    throw isUser
      ? new AppError("forbidden", kind === "Action" ? ADMIN_ONLY : notYours(kind))
      : needs(`${PART_OF[kind]}:write`);
  // Only users who may see the links learn whether they change.
  if (kind !== "Monitor" || !Object.hasOwn(value, "actions") || mayReach(context, "actions", "read")) return;
  throw isUser ? new AppError("forbidden", ADMIN_ONLY) : needs("actions:write");
}

export function checkMayChange(
  context: Context,
  documents: readonly ShapedDocument[],
  view: ConfigurationView,
): void {
  const need = (permission: Permission) => {
    if (!mayUse(context, permission)) throw needs(permission);
  };
  for (const { body } of documents) {
    const before = findViewed(view, body);
    const kind = configKindOf(body.kind, body);
    if (!kind) continue;
    const owned = { owner: kind.owner, config: body.config };
    if (body.kind === "Monitor") {
      const old = view.Monitor.get(body.key);
      const { notifications = [], autoIncident, actions = [] } = old?.document ?? {};
      if (!isEqual(asSet(body.notifications), notifications)) need("channels:write");
      if (body.actions && !isEqual(inLinkOrder(body.actions), actions)) need("actions:write");
      const rule = ruleOf(body, view.templates);
      if (rule.autoIncidentMinutes !== null && !isEqual(autoIncidentOf(body, view.templates), autoIncident))
        checkMayAutoIncident(context, old?.row ?? null, rule);
      const after = { agent: body.agent ?? null, locations: body.locations ?? [] };
      if (old) checkVaultPlace(context, owned, { before: old.row, after });
    }
    const current = before?.kind ? { owner: before.kind.owner, config: before.document.config } : null;
    if (needsVaultUse(current, owned)) need("vault:use");
  }
}

function notYours(kind: AnyKind): string {
  return `Your role doesn't allow this for documents of kind ${kind}: leave them out, or ask an administrator.`;
}

function needs(permission: string): AppError {
  return new AppError("forbidden", `This API token needs the ${permission} permission.`);
}
