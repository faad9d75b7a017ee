import { maskAddress } from "../lib/address_mask.ts";
import type { Config } from "../lib/config.ts";

/** Of a config with a host and a port, for people to read. */
export function formatHost({ host, port }: Config): string {
  if (typeof host !== "string") return "";
  return typeof port === "number" ? `${host.includes(":") ? `[${host}]` : host}:${port}` : host;
}

/** An address without the credentials in it, for people to read. */
export function formatUrl(text: unknown): string {
  const url = URL.parse(String(text));
  if (!url) return "";
  url.username = "";
  url.password = "";
  return maskAddress(url.href);
}
