import { isGranted } from "../domain/access.ts";
import { PART_OF } from "../domain/document.ts";
import { AppError } from "../lib/errors.ts";
import type { DocumentKind } from "../schema/document.ts";
import type { Context } from "./context.ts";
import type { SentDocument } from "./document_shape.ts";

const ADMIN_ONLY = "Actions are for administrators: leave out Action documents and the actions of monitors.";

/** Actions are the administrator's; an operator's export is without them. */
export function mayRead({ actor }: Context, kind: DocumentKind): boolean {
  if (actor.kind === "token") return isGranted(actor.permissions, `${PART_OF[kind]}:read`);
  return actor.kind === "user" && (kind !== "Action" || actor.user.role === "admin");
}

export function checkMayRead(context: Context, kind: DocumentKind): void {
  if (mayRead(context, kind)) return;
  if (context.actor.kind !== "token")
    throw new AppError("forbidden", "Actions are for administrators: ask one to export them.");
  throw needs(`${PART_OF[kind]}:read`);
}

/** What follows from the kind and from the settings that are there, before their values are looked at. */
export function checkMayImport({ actor }: Context, { kind, value }: SentDocument): void {
  if (kind === null) return;
  if (actor.kind === "user") {
    const hasActions = kind === "Action" || (kind === "Monitor" && Object.hasOwn(value, "actions"));
    if (hasActions && actor.user.role !== "admin") throw new AppError("forbidden", ADMIN_ONLY);
    return;
  }
  if (actor.kind !== "token" || !isGranted(actor.permissions, `${PART_OF[kind]}:write`))
    throw needs(`${PART_OF[kind]}:write`);
}

function needs(permission: string): AppError {
  return new AppError("forbidden", `This API token needs the ${permission} permission.`);
}
