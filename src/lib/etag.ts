import { sha256Hex } from "./bytes.ts";

/** Weak, because proxies may compress the content. */
export async function etagOf(text: string): Promise<string> {
  return `W/"${(await sha256Hex(text)).slice(0, 24)}"`;
}

export function isFresh(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const asked = ifNoneMatch.split(",").map(opaque);
  return asked.includes("*") || asked.includes(opaque(etag));
}
