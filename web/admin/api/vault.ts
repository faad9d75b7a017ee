import type { z } from "zod";
import type {
  newVault,
  Vault,
  VaultSecret,
  vaultChange,
  vaultReferences,
  vaultSecretWrite,
} from "../../../src/schema/vault.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/vaults";

export type VaultNames = z.output<typeof vaultReferences>;
export type SecretWrite = z.input<typeof vaultSecretWrite>;

export async function listVaultNames(signal: AbortSignal): Promise<VaultNames> {
  return await request("GET", "/api/v1/admin/vault-references", { signal });
}

export async function listVaults(signal: AbortSignal): Promise<Vault[]> {
  return await request("GET", ROOT, { signal });
}

export async function createVault(body: z.input<typeof newVault>): Promise<Vault> {
  return await request("POST", ROOT, { body });
}

export async function updateVault(id: number, body: z.input<typeof vaultChange>): Promise<Vault> {
  return await request("PATCH", `${ROOT}/${id}`, { body });
}

export async function removeVault(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}

export async function testVault(id: number): Promise<void> {
  await request("POST", `${ROOT}/${id}/test`);
}

export async function listVaultSecrets(signal: AbortSignal, vaultId: number): Promise<VaultSecret[]> {
  return await request("GET", `${ROOT}/${vaultId}/secrets`, { signal });
}

export async function createVaultSecret(vaultId: number, body: SecretWrite): Promise<VaultSecret> {
  return await request("POST", `${ROOT}/${vaultId}/secrets`, { body });
}

export async function updateVaultSecret(
  vaultId: number,
  { id, ...body }: SecretWrite & { id: number },
): Promise<VaultSecret> {
  return await request("PUT", `${ROOT}/${vaultId}/secrets/${id}`, { body });
}

export async function removeVaultSecret(vaultId: number, id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${vaultId}/secrets/${id}`);
}
