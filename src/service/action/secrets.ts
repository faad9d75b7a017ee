import { ACTION_KIND } from "../../domain/action/config.ts";
import { type OwnedConfig, showReferences, type VaultNames } from "../../domain/vault/reference.ts";
import { ACTION_OWNER } from "../../domain/vault/spots.ts";
import type { Env } from "../../env.ts";
import { toBase64, utf8 } from "../../lib/bytes.ts";
import type { Config } from "../../lib/config.ts";
import type { PlaceholderValues } from "../../lib/template.ts";
import type { Context } from "../context.ts";
import { maskCredentials } from "../record/sealing.ts";
import { fillVaultReferences } from "../vault/fill.ts";
import { checkVaultUse, loadVaultNames, resolveVaultReferences } from "../vault/reference.ts";

export function ownedByAction(config: Config): OwnedConfig {
  return { owner: ACTION_OWNER, config };
}

export function shownActionConfig(names: VaultNames, config: Config): Config {
  return maskCredentials(ACTION_KIND, showReferences(names, ownedByAction(config)));
}

export async function resolveActionSecrets(
  context: Context,
  { config, stored }: { config: Config; stored: Config | null },
): Promise<Config> {
  const sent = ownedByAction(config);
  const old = stored && ownedByAction(stored);
  const names = await loadVaultNames(context.db, old ? [old] : []);
  checkVaultUse(context, stored && ownedByAction(shownActionConfig(names, stored)), sent);
  return await resolveVaultReferences(context, { ...sent, stored: old });
}

interface FilledSecret {
  name: string;
  user?: string;
  value?: string;
}

/**
 * Values of `{{secret_<name>}}` and `{{secret_<name>_basic}}` for one attempt, stored nowhere. The
 * `unavailable` error holds no value.
 */
export async function openActionSecrets(env: Env, config: Config): Promise<PlaceholderValues> {
  const owned = ownedByAction({ secrets: config["secrets"] ?? [] });
  const { config: filled } = await fillVaultReferences(env, owned);
  const variables: Record<string, string> = {};
  for (const { name, user, value = "" } of filled["secrets"] as readonly FilledSecret[]) {
    variables[`secret_${name}`] = value;
    if (user !== undefined) variables[`secret_${name}_basic`] = toBase64(utf8(`${user}:${value}`));
  }
  return variables;
}
