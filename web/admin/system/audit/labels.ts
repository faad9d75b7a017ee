import type { AuditEntry } from "../../api/audit.ts";
import { text } from "../../text/audit.ts";

const ACTIONS: Readonly<Record<string, string>> = text.actions;
const ENTITIES: Readonly<Record<string, string>> = text.entities;

/** A newer server may have unknown actions: show its own word. */
export function actionLabel({ action, entityType }: Pick<AuditEntry, "action" | "entityType">): string {
  if (entityType === "session" && action === "Delete") return text.signedOut;
  return ACTIONS[action] ?? action;
}

export function entityLabel(entityType: string): string {
  return ENTITIES[entityType] ?? entityType;
}
