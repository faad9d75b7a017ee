import type { VaultOwner } from "../../domain/vault/spots.ts";
import type { Config } from "../../lib/config.ts";
import { invalidField } from "../../lib/errors.ts";
import type { ChannelType } from "../../notify/channel_type.ts";
import { CHANNEL_TYPES, findChannelType } from "../../notify/registry.ts";
import { parseConfig } from "../record/parse_config.ts";

export function channelTypeOf(type: string): ChannelType {
  const found = findChannelType(type);
  if (found) return found;
  throw invalidField(
    "type",
    `There is no channel type ${type}: use ${CHANNEL_TYPES.map((known) => known.type).join(", ")}.`,
  );
}

/** Whose vault references the config of such a channel holds. */
export function channelOwner({ type, vaultSpots: spots }: ChannelType): VaultOwner {
  return { kind: "channel", type, spots };
}

/** The config as its type reads it; throws with every problem's place below `config`. */
export function checkChannelConfig({ config: schema }: ChannelType, config: Config): Config {
  return parseConfig(schema, config);
}
