import type { Db } from "../../data/db.ts";
import { readVaultNames } from "../../data/vault.ts";
import { type CheckedFrom, hasNewAgent } from "../../domain/monitor/agent_rule.ts";
import { findUnreadable, NO_AGENT } from "../../domain/vault/agent_vault.ts";
import {
  hasReferences,
  needsVaultUse,
  type OwnedConfig,
  resolveReferences,
  type SentConfig,
  type VaultNames,
} from "../../domain/vault/reference.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, refuseFields } from "../../lib/errors.ts";
import { type Context, mayUse } from "../context.ts";

export async function loadVaultNames(db: Db, configs: readonly OwnedConfig[]): Promise<VaultNames> {
  return configs.some(hasReferences) ? await readVaultNames(db) : [];
}

export async function resolveVaultReferences(
  context: Context,
  sent: SentConfig & { root?: string },
): Promise<Config> {
  const names = await loadVaultNames(context.db, [{ ...sent, config: sent.sent ?? sent.config }]);
  const { config, problems } = resolveReferences(names, { root: "config", ...sent });
  const isMonitor = sent.owner.kind === "monitor";
  refuseFields([...problems, ...(isMonitor ? [] : findUnreadable(names, { ...sent, config }, NO_AGENT))]);
  return config;
}

/**
 * Before any lookup. `before` is the config as shown, with masks and names, null for a new object; `after` as
 * sent.
 */
export function checkVaultUse(context: Context, before: OwnedConfig | null, after: OwnedConfig): void {
  if (!mayUse(context, "vault:use") && needsVaultUse(before, after)) throw needsPermission();
}

/** An agent receives the secrets of the monitors it checks. */
export function checkVaultPlace(
  context: Context,
  owned: OwnedConfig,
  { before, after }: { before: CheckedFrom; after: CheckedFrom },
): void {
  if (!mayUse(context, "vault:use") && hasReferences(owned) && hasNewAgent(before, after))
    throw needsPermission();
}

export function checkVaultTest(context: Context, configs: readonly OwnedConfig[]): void {
  if (!mayUse(context, "vault:use") && configs.some(hasReferences)) throw needsPermission();
}

function needsPermission(): AppError {
  return new AppError("forbidden", "This API token needs the vault:use permission.");
}
