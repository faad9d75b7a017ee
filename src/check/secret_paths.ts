import { getAt } from "../lib/at_path.ts";
import { isCredentialName } from "../lib/credential_name.ts";
import type { SecretPath, Settings } from "../lib/settings.ts";

/** Those of the paths where something stands; an empty secret is none. */
export function findSet(config: Settings, paths: readonly SecretPath[]): SecretPath[] {
  return paths.filter((path) => {
    const value = getAt(config, path);
    return value !== undefined && value !== null && value !== "";
  });
}

/** Headers named like credentials. */
export function findSecretHeaders(config: Settings): SecretPath[] {
  const headers = config["headers"];
  if (typeof headers !== "object" || headers === null) return [];
  const paths = Object.keys(headers).filter(isCredentialName);
  return findSet(
    config,
    paths.map((name) => ["headers", name]),
  );
}
