import type { ZodType } from "zod";
import { findCheckType } from "../../check/registry.ts";
import { ACTION_KIND, actionSealName } from "../../domain/action/config.ts";
import { resolveReferences, showReferences, type VaultNames } from "../../domain/vault/reference.ts";
import { ACTION_OWNER, type VaultOwner } from "../../domain/vault/spots.ts";
import { getAt, setAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";
import type { Problem } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { findChannelType } from "../../notify/registry.ts";
import { actionConfig } from "../../schema/action.ts";
import type { DocumentKind } from "../../schema/document_kind.ts";
import { channelName, channelOwner } from "../alert/channel_send.ts";
import type { Context } from "../context.ts";
import { ownerOf } from "../monitor/config.ts";
import { findSealed, maskSecrets, maskSecretsWithTail, type SecretKind } from "../record/sealing.ts";

export interface ConfigKind {
  type: SecretKind & { config: ZodType; run?: unknown };
  owner: VaultOwner;
  name: string;
}

const ACTION_TYPE = { ...ACTION_KIND, config: actionConfig };

export function configKindOf(
  kind: DocumentKind,
  { type: name = "", key }: { type?: string; key: string },
): ConfigKind | null {
  if (kind === "Action") return { type: ACTION_TYPE, owner: ACTION_OWNER, name: actionSealName(key) };
  if (kind === "Monitor") {
    const type = findCheckType(name);
    return type && { type, owner: ownerOf(type), name: `monitor/${key}` };
  }
  const type = findChannelType(name);
  return type && { type, owner: channelOwner(type), name: channelName(key) };
}

export async function writtenConfig(
  context: Context,
  kind: ConfigKind | null,
  { config, names }: { config: Config; names: VaultNames },
): Promise<Config> {
  if (!kind) return config;
  const shown = showReferences(names, { owner: kind.owner, config });
  const masked = await maskSecretsWithTail(context.env, kind.type, { config: shown, name: kind.name });
  const result = kind.type.config.safeParse(masked);
  return result.success ? (result.data as Config) : masked;
}

export interface DecidedConfig {
  config: Config;
  isSame: boolean;
  problems: Problem[];
}

export async function decideConfig(
  context: Context,
  kind: ConfigKind,
  {
    config,
    stored,
    names,
  }: { config: Config; stored: { config: Config; written: Config } | null; names: VaultNames },
): Promise<DecidedConfig> {
  // A placeholder for something deleted is refused even if it was stored before.
  const resolved = resolveReferences(names, { owner: kind.owner, config, stored: null, root: "config" });
  const { config: sealed, problems } = await findSealed(context.env, kind.type, {
    config: resolved.config,
    stored: stored && { config: withSealed(kind, stored) },
    name: kind.name,
  });
  const isSame =
    stored !== null &&
    isEqual(maskSecrets(kind.type, config), maskSecrets(kind.type, stored.written)) &&
    kind.type.findSecrets(sealed).every((path) => getAt(sealed, path) === getAt(stored.config, path));
  return { config: sealed, isSame, problems: [...resolved.problems, ...problems] };
}

/** With defaults: an omitted port and the default port are the same destination. */
export function withSealed(
  { type }: Pick<ConfigKind, "type">,
  stored: { config: Config; written: Config },
): Config {
  return type
    .findSecrets(stored.config)
    .reduce((full, path) => setAt(full, path, getAt(stored.config, path)), stored.written);
}
