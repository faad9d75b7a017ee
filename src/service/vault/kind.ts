import type { Config, SecretPath } from "../../lib/config.ts";
import { findSet } from "../../lib/secret_paths.ts";

const SECRETS: readonly SecretPath[] = [
  ["auth", "token"],
  ["auth", "secretId"],
];

/** Where a vault's settings have secrets, and whom those go to. */
export const VAULT_KIND = {
  findSecrets: (settings: Config) => findSet(settings, SECRETS),
  destinationOf: (settings: Config) => String(settings["address"]),
};

/** What the secrets of its settings are sealed under. */
export function vaultSealName({ sealName }: { sealName: string }): string {
  return `vault/${sealName}`;
}

export function secretSealName({ sealName }: { sealName: string }): string {
  return `vault_secret/${sealName}`;
}
