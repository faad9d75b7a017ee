import { z } from "zod";
import { id, line, timestamp } from "./common.ts";
import { PERMISSIONS, type Permission } from "./permission.ts";

const permission = z
  .enum(PERMISSIONS as [Permission, ...Permission[]])
  .meta({ id: "Permission", description: "Write includes read." });

export const newApiToken = z.object({
  name: line(80),
  permissions: z
    .array(permission)
    .min(1, "Choose at least one permission.")
    .transform((list) => [...new Set(list)]),
  expiresInDays: z
    .union([z.literal(30), z.literal(90), z.literal(365), z.null()], {
      error: "Use 30, 90, 365, or null for a token that never expires.",
    })
    .default(90),
});
export type NewApiToken = z.output<typeof newApiToken>;

export const apiToken = z
  .object({
    id,
    name: z.string(),
    prefix: z.string().meta({ description: "The first characters of the token." }),
    permissions: z.array(permission),
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
    createdAt: timestamp,
    createdBy: z
      .string()
      .nullable()
      .meta({ description: "The email address of the user who created it, while that user exists." }),
  })
  .meta({ id: "ApiToken" });

export const createdApiToken = apiToken.extend({
  token: z.string().meta({ description: "The full token. Returned only once." }),
});
