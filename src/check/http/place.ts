import type { Config } from "../../lib/config.ts";
import { WARN_DAYS } from "../../schema/monitor_config.ts";
import { formatUrl } from "../address.ts";
import type { CheckType } from "../check_type.ts";
import { addressOfUrl } from "../diagnose.ts";

const SECURED: readonly string[] = ["https:", "wss:"];

export function urlPlace(
  field: string,
): Required<Pick<CheckType, "addressOf" | "certificateOf" | "destinationOf">> {
  return {
    addressOf: (config) => formatUrl(config[field]),
    /** The CA certificate counts too: with another one, an attacker could intercept the masked secrets. */
    destinationOf: (config) => {
      const { [field]: url, tls = "on", caCert } = config;
      return JSON.stringify([url, tls, tls === "ca" ? caCert : ""]);
    },
    certificateOf: (config) => {
      const place = findSecuredPlace(config[field]);
      return place && { ...place, hasWarnings: true, warnDays: WARN_DAYS };
    },
  };
}

export function findSecuredPlace(
  url: Config[string],
): { host: string; port: number; serverName: string } | null {
  const parsed = URL.parse(String(url));
  if (!parsed || !SECURED.includes(parsed.protocol)) return null;
  const { hostname: host, port } = addressOfUrl(parsed);
  return { host, port, serverName: host };
}
