import { getAt } from "./at_path.ts";
import type { Config, SecretPath } from "./config.ts";

export function findSet(config: Config, paths: readonly SecretPath[]): SecretPath[] {
  return paths.filter((path) => {
    const value = getAt(config, path);
    return value !== undefined && value !== null && value !== "";
  });
}
