import { getAt } from "../lib/at_path.ts";
import type { Config, SecretPath } from "../lib/config.ts";

export function findSet(config: Config, paths: readonly SecretPath[]): SecretPath[] {
  return paths.filter((path) => {
    const value = getAt(config, path);
    return value !== undefined && value !== null && value !== "";
  });
}
