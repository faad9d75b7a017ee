import { findCheckType } from "../../check/registry.ts";
import type { Config } from "../../lib/config.ts";

export function addressOfMonitor({ type, config }: { type: string; config: Config }): string {
  return findCheckType(type)?.addressOf(config) ?? "";
}
