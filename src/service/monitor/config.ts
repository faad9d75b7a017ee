import type { CheckType } from "../../check/check_type.ts";
import { CHECK_TYPES, findCheckType } from "../../check/registry.ts";
import type { VaultOwner } from "../../domain/vault/spots.ts";
import type { Config } from "../../lib/config.ts";
import { invalidField } from "../../lib/errors.ts";
import { joinOr } from "../../lib/join_or.ts";
import { parseConfig } from "../record/parse_config.ts";

export function typeOf(type: string): CheckType {
  const found = findCheckType(type);
  if (found) return found;
  throw invalidField(
    "type",
    `Unknown monitor type ${type}: use ${joinOr(CHECK_TYPES.map((known) => known.type))}.`,
  );
}

export function ownerOf({ type }: Pick<CheckType, "type">): VaultOwner {
  return { kind: "monitor", type, spots: findCheckType(type)?.vaultSpots ?? [] };
}

export function withDefaults({ config: schema }: CheckType, config: Config): Config {
  const result = schema.safeParse(config);
  return result.success ? (result.data as Config) : config;
}

export function checkConfig({ config: schema }: CheckType, config: Config): Config {
  return parseConfig(schema, config);
}
