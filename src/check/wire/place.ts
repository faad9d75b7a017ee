import type { Config } from "../../lib/config.ts";
import { WARN_DAYS } from "../../schema/monitor_config.ts";
import type { PortPair } from "../../schema/wire_config.ts";
import { formatHost } from "../address.ts";
import type { CheckType } from "../check_type.ts";

type Place = Required<Pick<CheckType, "addressOf" | "certificateOf" | "destinationOf">>;

/** What a type with a host, a port and TLS says of its target; the port is the protocol's own where none is written. */
export function wirePlace(usualPort: number | PortPair | null): Place {
  const portOf = ({ port, tls = "off" }: Config) => {
    if (typeof port === "number") return port;
    return typeof usualPort === "object"
      ? (usualPort?.[tls === "off" ? "plain" : "secured"] ?? null)
      : usualPort;
  };
  return {
    addressOf: (config) => formatHost({ ...config, port: portOf(config) }),
    /**
     * Whom the secrets go to, and under which protection: who could have TLS taken off, or an authority of their own
     * put in, would read a secret that is kept behind its mask.
     */
    destinationOf: (config) => {
      const { host, tls = "off", caCert } = config;
      return JSON.stringify([host, portOf(config), tls, tls === "ca" ? caCert : ""]);
    },
    certificateOf: (config) => {
      const { host, tls = "off" } = config;
      const port = portOf(config);
      if (typeof host !== "string" || port === null || tls === "off") return null;
      return { host, port, serverName: host, isTold: true, warnDays: WARN_DAYS };
    },
  };
}

/** The same for a type that says it in words of its own: `settle` puts them into a host, a port and `tls`. */
export function settledPlace(settle: (config: Config) => Config): Place {
  const { addressOf, certificateOf, destinationOf } = wirePlace(null);
  return {
    addressOf: (config) => addressOf(settle(config)),
    certificateOf: (config) => certificateOf(settle(config)),
    destinationOf: (config) => destinationOf(settle(config)),
  };
}
