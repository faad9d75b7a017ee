import type { DatabaseConfig } from "../../schema/database_config.ts";
import type { TlsMode } from "../../schema/wire_config.ts";
import type { Probe } from "../check_type.ts";
import { type DatabaseTarget, findDatabase, strongerTls } from "../database/target.ts";
import { OwnFault } from "../fault.ts";
import { parseServer, parseSettings } from "./connection_string.ts";

export const PORT = 1433;

export interface SqlServerTarget extends DatabaseTarget {
  isStrict: boolean;
  isReadOnly: boolean;
}

type SqlServerConfig = DatabaseConfig & { strict: boolean };

export function findSqlServer(probe: Probe<SqlServerConfig>): SqlServerTarget {
  const { mode, connectionString = "", strict } = probe.config;
  const isUrl = /^\s*\w+:\/\//.test(connectionString);
  const target =
    mode === "fields" || isUrl
      ? findDatabase(probe, { schemes: ["sqlserver", "mssql"], port: PORT })
      : findInSettings(probe, connectionString);
  const options = lowerCase(target.options);
  const encrypt = options.get("encrypt")?.toLowerCase() ?? "";
  return {
    ...target,
    database: target.database || (options.get("database") ?? ""),
    tls: strongerTls(target.tls, askedTls(encrypt, options)),
    isStrict: strict || encrypt === "strict",
    isReadOnly: options.get("applicationintent")?.toLowerCase() !== "readwrite",
  };
}

function lowerCase(options: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...options].map(([name, value]) => [name.toLowerCase(), value]));
}

const isYes = (value: string | null | undefined) => /^(?:true|yes|1)$/i.test(value ?? "");

function askedTls(encrypt: string, options: URLSearchParams): TlsMode {
  if (encrypt === "strict") return "on";
  if (encrypt !== "mandatory" && !isYes(encrypt)) return "off";
  return isYes(options.get("trustservercertificate")) ? "verify-none" : "on";
}

function findInSettings({ config, steps }: Probe<SqlServerConfig>, text: string): DatabaseTarget {
  steps.hide(text);
  const settings = parseSettings(text.trim());
  const password = settings?.get("password") ?? "";
  steps.hide(password);
  const place = parseServer(settings?.get("server") ?? "");
  if (!settings || !place) {
    // Don't quote the string: it holds the password.
    throw new OwnFault(
      `The connection string can't be read. Use Server=host,${PORT};Database=…;User Id=…;Password=….`,
    );
  }
  if (place.port === null && place.instance !== "") {
    throw new OwnFault("The connection string names an instance: add its port, such as Server=host,1433.");
  }
  const integrated = settings.get("integrated security");
  if (isYes(integrated) || integrated?.toLowerCase() === "sspi") {
    throw new OwnFault(
      "Windows authentication isn't supported: use User Id and Password of a SQL Server login.",
    );
  }
  const { tls, caCert } = config;
  return {
    hostname: place.hostname,
    port: place.port ?? PORT,
    database: settings.get("database") ?? "",
    user: settings.get("user id") ?? "",
    password,
    tls,
    caCert,
    options: settings,
  };
}
