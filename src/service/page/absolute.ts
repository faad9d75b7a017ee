import type { Context } from "../context.ts";

export function toAbsolute({ page, origin }: Pick<Context, "page" | "origin">, address: string): string {
  return address.startsWith("/") ? `${page.url ?? origin + page.prefix}${address}` : address;
}
