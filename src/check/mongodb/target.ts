import type { DatabaseConfig } from "../../schema/database_config.ts";
import type { TlsMode } from "../../schema/wire_config.ts";
import type { Probe } from "../check_type.ts";
import { type DatabaseTarget, findDatabase, strongerTls } from "../database/target.ts";
import { OwnFault } from "../fault.ts";

export const PORT = 27_017;

interface MongoTarget extends DatabaseTarget {
  authSource: string;
  mechanism: string | null;
}

/** Only the first host of a connection string is checked. The string may require TLS but not disable it. */
export function findMongo(probe: Probe<DatabaseConfig>): MongoTarget {
  const { mode, connectionString = "" } = probe.config;
  if (mode === "connectionString") {
    probe.steps.hide(connectionString);
    if (/^\s*mongodb\+srv:/i.test(connectionString)) {
      throw new OwnFault(
        "mongodb+srv isn't supported: use mongodb://user:password@host:27017/database?tls=true.",
      );
    }
  }
  const config = { ...probe.config, connectionString: withFirstHost(connectionString) };
  const target = findDatabase({ ...probe, config }, { schemes: ["mongodb"], port: PORT });
  const { options, database } = target;
  return {
    ...target,
    tls: strongerTls(target.tls, askedTls(options)),
    authSource: options.get("authSource") || database || "admin",
    mechanism: options.get("authMechanism"),
  };
}

function withFirstHost(text: string): string {
  return text.replace(/^(\s*\w+:\/\/(?:[^/?#@]*@)?[^/?#,@]+),[^/?#@]*/, "$1");
}

function askedTls(options: URLSearchParams): TlsMode {
  const isOn = (...names: string[]) => names.some((name) => options.get(name) === "true");
  if (!isOn("tls", "ssl")) return "off";
  return isOn("tlsInsecure", "tlsAllowInvalidCertificates") ? "verify-none" : "on";
}
