import type { z } from "zod";
import type { apiToken, createdApiToken, newApiToken } from "../../../src/schema/api_token.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/api-tokens";

export type ApiToken = z.output<typeof apiToken>;
export type CreatedApiToken = z.output<typeof createdApiToken>;
export type NewApiToken = z.input<typeof newApiToken>;

export async function listApiTokens(signal: AbortSignal): Promise<ApiToken[]> {
  return await request("GET", ROOT, { signal });
}

export async function createApiToken(body: NewApiToken): Promise<CreatedApiToken> {
  return await request("POST", ROOT, { body });
}

export async function revokeApiToken(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}
