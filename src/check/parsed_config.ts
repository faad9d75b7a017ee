import type { Config } from "../lib/config.ts";
import type { CheckType } from "./check_type.ts";
import { OwnFault } from "./fault.ts";

const MOST_KEPT = 2000;
const MOST_COMPLETE = 50_000;
const kept = new Map<string, unknown>();
/** Configs that parse to themselves, as all that this version saves do. Kept as text to fit 20,000 monitors. */
const complete = new Set<string>();

/** Configs with secrets are never cached. */
export function parseConfig(
  type: CheckType,
  config: Config,
  { hasSecrets }: { hasSecrets: boolean },
): unknown {
  if (hasSecrets) return parse(type, config);
  const text = JSON.stringify(config);
  const key = `${type.type} ${text}`;
  if (complete.has(key)) return config;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const parsed = parse(type, config);
  if (JSON.stringify(parsed) === text) {
    if (complete.size >= MOST_COMPLETE) complete.clear();
    complete.add(key);
  } else {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, parsed);
  }
  return freeze(parsed);
}

function parse(type: CheckType, config: Config): unknown {
  const parsed = (type.filled ?? type.config).safeParse(config);
  if (!parsed.success)
    throw new OwnFault("The settings don't match this version: open the monitor and save it again.");
  return parsed.data;
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
