import type { Config } from "../../lib/config.ts";

/** What a monitor looks at, for people to read: an address without credentials, or nothing. */
export function addressOfMonitor({ config }: { type: string; config: Config }): string {
  const { url, host, port, hostname, endpoint } = config;
  const address = [url, endpoint].find((value) => typeof value === "string");
  if (typeof address === "string") return withoutCredentials(address);
  const name = [host, hostname].find((value) => typeof value === "string" && value !== "");
  if (typeof name !== "string") return "";
  return typeof port === "number" ? `${name.includes(":") ? `[${name}]` : name}:${port}` : name;
}

function withoutCredentials(text: string): string {
  const url = URL.parse(text);
  if (!url) return "";
  url.username = "";
  url.password = "";
  return url.href;
}
