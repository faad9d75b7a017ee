import { getAt } from "./at_path.ts";
import type { Config, SecretPath } from "./config.ts";
import { isCredentialName } from "./credential_name.ts";

export function findSecretHeaders(config: Config): SecretPath[] {
  const headers = config["headers"];
  if (typeof headers !== "object" || headers === null) return [];
  return Object.keys(headers)
    .filter(isCredentialName)
    .map((name) => ["headers", name])
    .filter((path) => holdsValue(getAt(config, path)));
}

function holdsValue(value: unknown): boolean {
  const isReference = typeof value === "object" && value !== null && Object.hasOwn(value, "vault");
  return value !== undefined && value !== null && value !== "" && !isReference;
}
