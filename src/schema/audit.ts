import { z } from "zod";
import { id, paged, pageQuery, queryTime, timestamp } from "./common.ts";

const AUDIT_ENTITIES = [
  "monitor",
  "agent",
  "notification_channel",
  "action",
  "incident",
  "incident_template",
  "maintenance",
  "page",
  "layout",
  "branding",
  "locale",
  "subscriber",
  "subscription_settings",
  "api_token",
  "user",
  "session",
  "oidc",
  "sign_in_settings",
  "status_page_access",
  "schedule",
  "vault",
  "vault_secret",
  "smtp_settings",
  "static_mirror",
  "backup",
  "self_test",
  "config",
  "history",
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

const AUDIT_ACTIONS = [
  "Create",
  "Update",
  "Delete",
  "Allowed",
  "Denied",
  "Import",
  "heartbeat_token_reset",
  "status_set",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditEntry = z
  .object({
    id,
    at: timestamp,
    userId: z.int().meta({ description: "0 for a token, a failed sign-in or the service itself." }),
    userEmail: z.string().meta({
      description:
        "The user's email. For a token, `token: ` and its name, followed by ` (assistant)` if an assistant used it. `system` for the service itself.",
    }),
    action: z.string(),
    entityType: z.string(),
    entityId: z.int().nullable(),
    entityName: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "AuditEntry" });

export const auditPage = paged(auditEntry);

const containing = (what: string) => ({ description: `Part of ${what}, case-insensitive.` });

export const auditFilter = z.object({
  userEmail: z.string().max(254).optional().meta(containing("the user's email or the token's name")),
  entityType: z.string().max(40).optional(),
  entityName: z.string().max(200).optional().meta(containing("the changed object's name")),
  action: z.string().max(40).optional(),
  from: queryTime.optional(),
  to: queryTime.optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

export const auditQuery = auditFilter.extend({
  sort: z
    .enum(["newest", "oldest"], "Use newest or oldest.")
    .optional()
    .meta({ description: "Default: newest." }),
  ...pageQuery,
});
export type AuditQuery = z.output<typeof auditQuery>;
