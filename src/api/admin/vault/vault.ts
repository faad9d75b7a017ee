import { z } from "zod";
import {
  newVault,
  vault,
  vaultChange,
  vaultReferences,
  vaultSecret,
  vaultSecretChange,
  vaultSecretWrite,
  vaultTestAnswer,
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
    summary: "List what a vault reference can name",
    description: "Names of vaults, secrets and their fields; never a value.",
    answer: { status: 200, schema: vaultReferences },
    handle: async ({ context }) => await listVaultReferences(context),
  }),
  endpoint({
    method: "GET",
    path: ROOT,
    area: "vaults",
    summary: "List vaults by name",
    answer: { status: 200, schema: z.array(vault) },
    handle: async ({ context }) => await listVaults(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "vaults",
    summary: "Add a vault",
    description: "Several vaults may have one name; a reference then can't name any of them.",
    body: newVault,
    answer: { status: 201, schema: vault },
    handle: async ({ context, body }) => await createVault(context, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "vaults",
    summary: "Change a vault",
    body: vaultChange,
    answer: { status: 200, schema: vault },
    handle: async ({ context, id, body }) => await updateVault(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "vaults",
    summary: "Delete a vault and its secrets",
    description: "Also one that is in use: what refers to it then names a placeholder.",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removeVault(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/test`,
    area: "vaults",
    summary: "Try a vault",
    description:
      "Logs in to a HashiCorp vault, opens every secret of a local one, asks whether the agent of an agent's is connected.",
    answer: { status: 200, schema: vaultTestAnswer },
    refuses: { 422: "The vault can't be used; `error` has its own words." },
    handle: async ({ context, id }) => await testVault(context, id),
  }),
  endpoint({
    method: "GET",
    path: SECRETS,
    area: "vaults",
    summary: "List the secrets of a vault by name",
    description: "Names of fields; values are never answered.",
    answer: { status: 200, schema: z.array(vaultSecret) },
    handle: async ({ context, id }) => await listVaultSecrets(context, id),
  }),
  endpoint({
    method: "POST",
    path: SECRETS,
    area: "vaults",
    summary: "Add a secret to a vault",
    body: vaultSecretWrite,
    answer: { status: 201, schema: vaultSecret },
    refuses: { 409: "The vault has a secret of this name already." },
    handle: async ({ context, id, body }) => await createVaultSecret(context, id, body),
  }),
  endpoint({
    method: "PUT",
    path: `${SECRETS}/:secretId`,
    area: "vaults",
    summary: "Replace a secret of a vault",
    description: "The next check, message or action uses the new values.",
    body: vaultSecretChange,
    answer: { status: 200, schema: vaultSecret },
    refuses: { 409: "The vault has a secret of this name already." },
    handle: async (call) => await updateVaultSecret(call.context, secretOf(call), call.body),
  }),
  endpoint({
    method: "DELETE",
    path: `${SECRETS}/:secretId`,
    area: "vaults",
    summary: "Delete a secret of a vault",
    description: "Also one that is in use: what refers to it then names a placeholder.",
    answer: { status: 204 },
    handle: async (call) => await removeVaultSecret(call.context, secretOf(call)),
  }),
];

function secretOf({ id, params }: Pick<Call, "id" | "params">): { vaultId: number; secretId: number } {
  return { vaultId: id, secretId: parseId(params["secretId"] ?? "") };
}
