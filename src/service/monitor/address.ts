import { findCheckType } from "../../check/registry.ts";
import type { Settings } from "../../lib/settings.ts";

/** What a monitor looks at, for people to read: an address without credentials, or nothing. */
export function addressOfMonitor({ type, config }: { type: string; config: Settings }): string {
  return findCheckType(type)?.addressOf(config) ?? "";
}
