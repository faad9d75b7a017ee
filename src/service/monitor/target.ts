import { findCheckType } from "../../check/registry.ts";
import type { WatchedMonitor } from "../../domain/monitor/watch_plan.ts";
import type { Env } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { maskSecrets, openSecrets } from "../record/sealing.ts";

type CheckedTarget = Pick<WatchedMonitor, "key" | "type" | "config">;

export async function hasNewTarget(env: Env, before: CheckedTarget, after: CheckedTarget): Promise<boolean> {
  if (before.type !== after.type) return true;
  if (isEqual(before.config, after.config)) return false;
  const kind = findCheckType(after.type);
  if (!kind) return true;
  const complete = (config: Config) => {
    const parsed = kind.config.safeParse(config);
    return parsed.success ? parsed.data : config;
  };
  const isSame = (a: Config, b: Config) => isEqual(complete(a), complete(b));
  if (!isSame(maskSecrets(kind, before.config), maskSecrets(kind, after.config))) return true;
  try {
    const open = ({ key, config }: CheckedTarget) =>
      openSecrets(env, kind, { config, name: `monitor/${key}` });
    return !isSame(await open(before), await open(after));
  } catch {
    return true;
  }
}
