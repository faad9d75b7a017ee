import { openDb, save } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import {
  agentKeyOf,
  findVaultSecret,
  recordFields,
  type VaultRow,
  type VaultSecretRow,
} from "../../data/vault.ts";
import { foreignVault } from "../../domain/vault/agent_vault.ts";
import { type FilledConfig, fillNamed } from "../../domain/vault/fill.ts";
import type { OwnReference } from "../../domain/vault/own_reference.ts";
import type { OwnedConfig, StoredReference } from "../../domain/vault/reference.ts";
import { findReferences, isInUse } from "../../domain/vault/spots.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { setAt } from "../../lib/at_path.ts";
import { AppError } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { log } from "../../lib/log.ts";
import { type HashicorpVault, readHashicorp } from "../../remote/hashicorp.ts";
import { hashicorpSettings } from "../../schema/vault.ts";
import type { VaultValues } from "../../schema/vault_secret.ts";
import { openSecrets } from "../record/sealing.ts";
import { secretSealName, VAULT_KIND, vaultSealName } from "./kind.ts";

/**
 * For immediate use, stored nowhere. The `unavailable` error names vault, secret and field, never a value.
 * References to vaults of the agent it is for are left for that agent to fill.
 */
export async function fillVaultReferences(
  env: Env,
  { owner, config }: OwnedConfig,
  agentKey: string | null = null,
): Promise<FilledConfig> {
  let filled: FilledConfig = { config, hidden: [] };
  for (const found of findReferences(owner, config)) {
    if (!isInUse(found, config)) continue;
    const { vaultId, secretId, fieldMapping } = found.value as StoredReference;
    await ensureMigrated(env.DB);
    const row = await findVaultSecret(openDb(env.DB), secretId);
    if (row?.vault.id !== vaultId) {
      throw new AppError(
        "unavailable",
        "The vault secret used here was deleted: choose another, or enter the credentials here.",
      );
    }
    const named = { vault: row.vault.name, secret: row.secret.name, fieldMapping };
    if (row.vault.kind === "agent") {
      if (agentKeyOf(row.vault) !== agentKey)
        throw new AppError("unavailable", foreignVault(named.vault, agentKeyOf(row.vault)));
      const own: OwnReference = { ...named, type: row.secret.type };
      filled = { ...filled, config: setAt(filled.config, [...found.holder, "vault"], own) };
    } else filled = fillNamed(filled, found, { ...named, values: await readVaultSecret(env, row) });
  }
  return filled;
}

export async function readVaultSecret(
  env: Env,
  { vault, secret }: { vault: VaultRow; secret: VaultSecretRow },
): Promise<VaultValues> {
  if (vault.kind === "agent") throw new AppError("unavailable", foreignVault(vault.name, agentKeyOf(vault)));
  if (vault.kind === "local") return await openLocal(env, vault, secret);
  const opened = await openHashicorp(env, vault);
  const values = await readHashicorp(opened, secret.path ?? "", { now: Date.now() });
  const fields = Object.keys(values).sort();
  if (!isEqual(fields, secret.fields)) {
    try {
      const db = openDb(env.DB);
      await save(db, [recordFields(db, secret, fields)]);
    } catch (error) {
      log("warn", "failed to cache the field names of a vault secret", { id: secret.id, error });
    }
  }
  return values;
}

export async function openHashicorp(env: Env, row: VaultRow): Promise<HashicorpVault> {
  const settings = await openSecrets(env, VAULT_KIND, { config: row.settings, name: vaultSealName(row) });
  return {
    name: row.name,
    version: JSON.stringify([row.id, row.settings]),
    settings: hashicorpSettings.parse(settings),
  };
}

export async function tryOpenLocal(env: Env, secret: VaultSecretRow): Promise<VaultValues | null> {
  const plain = await (await secretBoxOf(env)).open(secret.sealed ?? "", secretSealName(secret));
  return plain === null ? null : (JSON.parse(plain) as VaultValues);
}

export async function openLocal(env: Env, vault: VaultRow, secret: VaultSecretRow): Promise<VaultValues> {
  const values = await tryOpenLocal(env, secret);
  if (values) return values;
  throw new AppError(
    "unavailable",
    `SECRET_KEY doesn't decrypt the secret ${secret.name} of the vault ${vault.name}: enter it again.`,
  );
}
