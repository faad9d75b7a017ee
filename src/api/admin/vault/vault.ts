import { z } from "zod";
import {
  newVault,
  vault,
  vaultChange,
  vaultReferences,
  vaultSecret,
  vaultSecretChange,
  vaultSecretWrite,
  vaultTestResponse,
} from "../../../schema/vault.ts";
import {
  createVaultSecret,
  listVaultReferences,
  listVaultSecrets,
  removeVaultSecret,
  updateVaultSecret,
} from "../../../service/vault/secret.ts";
import {
  createVault,
  listVaults,
  removeVault,
  testVault,
  updateVault,
} from "../../../service/vault/vault.ts";
import { type Call, type Endpoint, endpoint } from "../../endpoint.ts";
import { parseId } from "../../serve.ts";

const ROOT = "/api/v1/admin/vaults";
const SECRETS = `${ROOT}/:id/secrets`;

export const vaultRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/admin/vault-references",
    area: "vaultNames",
    summary: "List what vault references can use",
    description: "Names of vaults, secrets and fields, never values.",
    response: { status: 200, schema: vaultReferences },
    handle: async ({ context }) => await listVaultReferences(context),
  }),
  endpoint({
    method: "GET",
    path: ROOT,
    area: "vaults",
    summary: "List vaults by name",
    response: { status: 200, schema: z.array(vault) },
    handle: async ({ context }) => await listVaults(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "vaults",
    summary: "Create a vault",
    description: "Vaults can share a name, but then references can't use any of them.",
    body: newVault,
    response: { status: 201, schema: vault },
    handle: async ({ context, body }) => await createVault(context, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "vaults",
    summary: "Update a vault",
    body: vaultChange,
    response: { status: 200, schema: vault },
    handle: async ({ context, id, body }) => await updateVault(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "vaults",
    summary: "Delete a vault and its secrets",
    description: "Works even if it is in use: references to it then point to a placeholder.",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeVault(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/test`,
    area: "vaults",
    summary: "Test a vault",
    description:
      "Logs in to a HashiCorp vault, decrypts every secret of a local vault, or checks that an agent vault's agent is connected.",
    response: { status: 200, schema: vaultTestResponse },
    refuses: { 422: "The vault can't be used; `error` quotes its message." },
    handle: async ({ context, id }) => await testVault(context, id),
  }),
  endpoint({
    method: "GET",
    path: SECRETS,
    area: "vaults",
    summary: "List the secrets of a vault by name",
    description: "Returns field names, never values.",
    response: { status: 200, schema: z.array(vaultSecret) },
    handle: async ({ context, id }) => await listVaultSecrets(context, id),
  }),
  endpoint({
    method: "POST",
    path: SECRETS,
    area: "vaults",
    summary: "Create a secret in a vault",
    body: vaultSecretWrite,
    response: { status: 201, schema: vaultSecret },
    refuses: { 409: "The vault already has a secret with this name." },
    handle: async ({ context, id, body }) => await createVaultSecret(context, id, body),
  }),
  endpoint({
    method: "PUT",
    path: `${SECRETS}/:secretId`,
    area: "vaults",
    summary: "Update a secret in a vault",
    description: "The next check, notification or action uses the new values.",
    body: vaultSecretChange,
    response: { status: 200, schema: vaultSecret },
    refuses: { 409: "The vault already has a secret with this name." },
    handle: async (call) => await updateVaultSecret(call.context, secretOf(call), call.body),
  }),
  endpoint({
    method: "DELETE",
    path: `${SECRETS}/:secretId`,
    area: "vaults",
    summary: "Delete a secret from a vault",
    description: "Works even if it is in use: references to it then point to a placeholder.",
    response: { status: 204 },
    handle: async (call) => await removeVaultSecret(call.context, secretOf(call)),
  }),
];

function secretOf({ id, params }: Pick<Call, "id" | "params">): { vaultId: number; secretId: number } {
  return { vaultId: id, secretId: parseId(params["secretId"] ?? "") };
}
