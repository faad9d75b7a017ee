import type { Config, SecretPath } from "./config.ts";

export function getAt(settings: unknown, path: readonly string[]): unknown {
  let value = settings;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Config)[part];
  }
  return value;
}

export function setAt(settings: Config, path: readonly string[], value: unknown): Config {
  const [first, ...rest] = path;
  if (first === undefined) return settings;
  const copy = (Array.isArray(settings) ? [...settings] : { ...settings }) as Record<string, unknown>;
  const inner = copy[first];
  if (rest.length > 0)
    copy[first] = setAt(typeof inner === "object" && inner !== null ? (inner as Config) : {}, rest, value);
  else if (value === undefined) delete copy[first];
  else copy[first] = value;
  return copy;
}

export function findSet(config: Config, paths: readonly SecretPath[]): SecretPath[] {
  return paths.filter((path) => {
    const value = getAt(config, path);
    return value !== undefined && value !== null && value !== "";
  });
}
