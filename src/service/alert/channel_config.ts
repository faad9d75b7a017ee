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
    `Unknown channel type ${type}: use ${CHANNEL_TYPES.map((known) => known.type).join(", ")}.`,
  );
}

export function channelOwner({ type, vaultSpots: spots }: ChannelType): VaultOwner {
  return { kind: "channel", type, spots };
}

export function checkChannelConfig({ config: schema }: ChannelType, config: Config): Config {
  return parseConfig(schema, config);
}
