import type { Config } from "../lib/config.ts";
import type { CheckType } from "./check_type.ts";
import { OwnFault } from "./fault.ts";

/** Of so many configs without a secret the parsed form is kept: reading one anew costs as much as sending the request. */
const MOST_KEPT = 2000;
const kept = new Map<string, unknown>();

/** The config as the type's schema makes it. One with a secret in it is parsed each time, and kept nowhere. */
export function parseConfig(
  type: CheckType,
  config: Config,
  { hasSecrets }: { hasSecrets: boolean },
): unknown {
  if (hasSecrets) return parse(type, config);
  const key = `${type.type} ${JSON.stringify(config)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const parsed = freeze(parse(type, config));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, parsed);
  return parsed;
}

function parse(type: CheckType, config: Config): unknown {
  const parsed = (type.filled ?? type.config).safeParse(config);
  if (!parsed.success)
    throw new OwnFault("The settings do not fit this version: open the monitor and save it again.");
  return parsed.data;
}

/** Many checks share it. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
