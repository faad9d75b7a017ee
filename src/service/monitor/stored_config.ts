import type { CheckType } from "../../check/check_type.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import type { Config } from "../../lib/config.ts";
import type { Context } from "../context.ts";
import { openSecrets, sealSecrets } from "../record/sealing.ts";
import { checkVaultUse, resolveVaultReferences } from "../vault/reference.ts";
import { checkConfig, ownerOf, withDefaults } from "./config.ts";
import { shownConfig } from "./view.ts";

export async function decideConfig(
  context: Context,
  type: CheckType,
  { before, config }: { before: MonitorRow; config: Config },
): Promise<Record<string, unknown>> {
  const isSameType = before.type === type.type;
  const shown = await shownConfig(context.db, before);
  const owner = ownerOf(type);
  checkVaultUse(context, isSameType ? { owner, config: withDefaults(type, shown.config) } : shown, {
    owner,
    config: withDefaults(type, config),
  });
  const stored = isSameType ? { config: before.config } : null;
  const resolved = await readConfig(context, type, { config, stored });
  return await sealSecrets(context.env, type, { config: resolved, stored, name: `monitor/${before.key}` });
}

export async function readConfig(
  context: Context,
  type: CheckType,
  { config, stored }: { config: Config; stored: { config: Config } | null },
): Promise<Config> {
  const owner = ownerOf(type);
  const before = stored && { owner, config: stored.config };
  const checked = checkConfig(type, config);
  return await resolveVaultReferences(context, { owner, config: checked, stored: before, sent: config });
}

export async function reseal(
  { env }: Context,
  type: CheckType,
  { row, name }: { row: MonitorRow; name: string },
): Promise<Config> {
  const open = await openSecrets(env, type, { config: row.config, name: `monitor/${row.key}` });
  return await sealSecrets(env, type, { config: open, stored: null, name });
}
