import type { Config } from "../../lib/config.ts";
import { WARN_DAYS } from "../../schema/monitor_config.ts";
import type { PortPair } from "../../schema/wire_config.ts";
import { formatHost } from "../address.ts";
import type { CheckType } from "../check_type.ts";

type Place = Required<Pick<CheckType, "addressOf" | "certificateOf" | "destinationOf">>;

export function wirePlace(usualPort: number | PortPair | null): Place {
  const portOf = ({ port, tls = "off" }: Config) => {
    if (typeof port === "number") return port;
    return typeof usualPort === "object"
      ? (usualPort?.[tls === "off" ? "plain" : "secured"] ?? null)
      : usualPort;
  };
  return {
    addressOf: (config) => formatHost({ ...config, port: portOf(config) }),
    /** Host and protection: anyone who could disable TLS or change the authority could read the masked secret. */
    destinationOf: (config) => {
      const { host, tls = "off", caCert } = config;
      return JSON.stringify([host, portOf(config), tls, tls === "ca" ? caCert : ""]);
    },
    certificateOf: (config) => {
      const { host, tls = "off" } = config;
      const port = portOf(config);
      if (typeof host !== "string" || port === null || tls === "off") return null;
      return { host, port, serverName: host, hasWarnings: true, warnDays: WARN_DAYS };
    },
  };
}

export function completedPlace(complete: (config: Config) => Config): Place {
  const { addressOf, certificateOf, destinationOf } = wirePlace(null);
  return {
    addressOf: (config) => addressOf(complete(config)),
    certificateOf: (config) => certificateOf(complete(config)),
    destinationOf: (config) => destinationOf(complete(config)),
  };
}
