import type { Config } from "../lib/config.ts";
import { maskAddress } from "../lib/redact.ts";

export function formatHost({ host, port }: Config): string {
  if (typeof host !== "string") return "";
  return typeof port === "number" ? `${host.includes(":") ? `[${host}]` : host}:${port}` : host;
}

export function formatUrl(text: unknown): string {
  const url = URL.parse(String(text));
  if (!url) return "";
  url.username = "";
  url.password = "";
  return maskAddress(url.href);
}
