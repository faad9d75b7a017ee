import { findCheckType } from "../../check/registry.ts";
import type { Config } from "../../lib/config.ts";

/** What a monitor looks at, for people to read: an address without credentials, or nothing. */
export function addressOfMonitor({ type, config }: { type: string; config: Config }): string {
  return findCheckType(type)?.addressOf(config) ?? "";
}
