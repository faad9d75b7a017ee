import { findSet } from "../../lib/at_path.ts";
import type { Config, SecretPath } from "../../lib/config.ts";

const SECRETS: readonly SecretPath[] = [
  ["auth", "token"],
  ["auth", "secretId"],
];

export const VAULT_KIND = {
  findSecrets: (settings: Config) => findSet(settings, SECRETS),
  destinationOf: (settings: Config) => String(settings["address"]),
};

export function vaultSealName({ sealName }: { sealName: string }): string {
  return `vault/${sealName}`;
}

export function secretSealName({ sealName }: { sealName: string }): string {
  return `vault_secret/${sealName}`;
}
