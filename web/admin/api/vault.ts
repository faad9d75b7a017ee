import type { z } from "zod";
import type { vaultReferences } from "../../../src/schema/vault.ts";
import { request } from "../../lib/api.ts";

export type VaultReferences = z.output<typeof vaultReferences>;

export async function listVaultReferences(signal: AbortSignal): Promise<VaultReferences> {
  return await request("GET", "/api/v1/admin/vault-references", { signal });
}
