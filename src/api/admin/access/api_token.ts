import { z } from "zod";
import { apiToken, createdApiToken, newApiToken } from "../../../schema/api_token.ts";
import { createApiToken, listApiTokens, revokeApiToken } from "../../../service/access/api_token.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/api-tokens";

export const apiTokenRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "tokens",
    summary: "List API tokens",
    response: { status: 200, schema: z.array(apiToken) },
    handle: async ({ context }) => await listApiTokens(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "tokens",
    summary: "Create an API token",
    description: "The full token is returned only once. Its permissions can't be changed later.",
    body: newApiToken,
    response: { status: 201, schema: createdApiToken },
    handle: async ({ context, body }) => await createApiToken(context, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "tokens",
    summary: "Revoke an API token",
    response: { status: 204 },
    handle: async ({ context, id }) => await revokeApiToken(context, id),
  }),
];
