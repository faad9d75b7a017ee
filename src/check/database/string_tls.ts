import type { TlsMode } from "../../schema/wire_config.ts";
import { OwnFault } from "../fault.ts";
import { type DatabaseTarget, strongerTls } from "./target.ts";

const SPELLINGS: Record<TlsMode, readonly string[]> = {
  off: ["disable", "disabled", "allow", "prefer", "preferred", "false", "0"],
  "verify-none": ["require", "required", "no-verify"],
  on: ["verify-ca", "verify-full", "verify-identity", "true", "1"],
  ca: [],
};

/** A connection string may strengthen the configured TLS mode but never weaken it. */
export function withStringTls(target: DatabaseTarget): DatabaseTarget {
  let { tls } = target;
  for (const [name, value] of target.options) {
    if (/^ssl(-?mode)?$/i.test(name)) tls = strongerTls(tls, parseMode(value));
  }
  return { ...target, tls };
}

function parseMode(value: string): TlsMode {
  if (value.startsWith("{")) return /"rejectUnauthorized"\s*:\s*false/.test(value) ? "verify-none" : "on";
  const wanted = value.toLowerCase().replaceAll("_", "-");
  const modes: readonly TlsMode[] = ["off", "verify-none", "on"];
  const mode = modes.find((each) => SPELLINGS[each].includes(wanted));
  if (mode) return mode;
  throw new OwnFault("Unknown sslmode in the connection string: use disable, require or verify-full.");
}
