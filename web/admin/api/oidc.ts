import type { z } from "zod";
import type { OidcResponse, OidcTestResponse, oidcChange } from "../../../src/schema/oidc.ts";
import { request } from "../../lib/api.ts";

const PATH = "/api/v1/admin/oidc";

export async function getOidcSettings(signal: AbortSignal): Promise<OidcResponse> {
  return await request("GET", PATH, { signal });
}

export async function updateOidcSettings(body: z.input<typeof oidcChange>): Promise<OidcResponse> {
  return await request("PUT", PATH, { body });
}

export async function testOidc(issuer: string): Promise<OidcTestResponse> {
  return await request("POST", `${PATH}/test`, { body: { issuer } });
}
