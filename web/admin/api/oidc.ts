import type { z } from "zod";
import type { OidcAnswer, OidcTestAnswer, oidcChange } from "../../../src/schema/oidc.ts";
import { request } from "../../lib/api.ts";

const PATH = "/api/v1/admin/oidc";

export async function getOidcSettings(signal: AbortSignal): Promise<OidcAnswer> {
  return await request("GET", PATH, { signal });
}

export async function updateOidcSettings(body: z.input<typeof oidcChange>): Promise<OidcAnswer> {
  return await request("PUT", PATH, { body });
}

export async function testOidc(issuer: string): Promise<OidcTestAnswer> {
  return await request("POST", `${PATH}/test`, { body: { issuer } });
}
