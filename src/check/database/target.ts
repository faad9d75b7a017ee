import { decodePercent } from "../../lib/decode_percent.ts";
import type { DatabaseConfig } from "../../schema/database_config.ts";
import type { TlsMode } from "../../schema/wire_config.ts";
import type { Probe } from "../check_type.ts";
import { OwnFault } from "../fault.ts";

export interface DatabaseTarget {
  hostname: string;
  port: number;
  database: string;
  user: string;
  password: string;
  tls: TlsMode;
  caCert: string | undefined;
  options: URLSearchParams;
}

interface StringKind {
  schemes: readonly string[];
  port: number;
}

/** Also hides the password in all later messages. */
export function findDatabase({ config, steps }: Probe<DatabaseConfig>, kind: StringKind): DatabaseTarget {
  const { mode, host = "", port, database, user, password, tls, caCert } = config;
  if (mode === "fields") {
    return { hostname: host, port, database, user, password, tls, caCert, options: new URLSearchParams() };
  }
  const text = config.connectionString ?? "";
  steps.hide(text);
  const url = URL.parse(text.trim());
  if (!url?.hostname || !kind.schemes.includes(url.protocol.slice(0, -1))) {
    // Don't quote the string: it holds the password.
    throw new OwnFault(
      `The connection string can't be read. Use ${kind.schemes[0]}://user:password@host:${kind.port}/database.`,
    );
  }
  const target: DatabaseTarget = {
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || kind.port,
    database: decodePercent(url.pathname.slice(1)),
    user: decodePercent(url.username),
    password: decodePercent(url.password),
    tls,
    caCert,
    options: url.searchParams,
  };
  steps.hide(url.password);
  steps.hide(target.password);
  return target;
}

const STRENGTH: readonly TlsMode[] = ["off", "verify-none", "on", "ca"];

export function strongerTls(a: TlsMode, b: TlsMode): TlsMode {
  return STRENGTH.indexOf(a) >= STRENGTH.indexOf(b) ? a : b;
}
