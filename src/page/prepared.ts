import { inlineStyle } from "../../dist/status/render.js";
import { utf8 } from "../lib/bytes.ts";
import { securityHeaders } from "../lib/security_headers.ts";
import type { DrawnPage } from "../objects/page.ts";

export type HeaderEntry = readonly [string, string];

interface Packing {
  isPacked: boolean;
  isSecure: boolean;
}

interface PreparedResponse {
  /** Byte arrays would be copied for each response and kept until collected; blobs are not. */
  bodies: Map<string, Blob>;
  headers: Map<string, Headers>;
}

const prepared = new WeakMap<DrawnPage, PreparedResponse>();

function prepare(page: DrawnPage): PreparedResponse {
  let found = prepared.get(page);
  if (!found) {
    found = { bodies: new Map(), headers: new Map() };
    prepared.set(page, found);
  }
  return found;
}

export function headersOf({ isPacked, isSecure }: Packing, page: DrawnPage, cacheControl: string): Headers {
  const { headers: known } = prepare(page);
  const key = `${isSecure} ${isPacked} ${cacheControl}`;
  let same = known.get(key);
  if (!same) {
    same = new Headers([
      ["Content-Type", "text/html; charset=utf-8"],
      ["Content-Security-Policy", page.policy],
      ["ETag", page.etag],
      ["Vary", "Cookie, Accept-Encoding"],
      ["Cache-Control", cacheControl],
      ...toInit(securityHeaders(isSecure ? "https:" : "http:")),
      ...(isPacked ? [["Content-Encoding", "gzip"] as [string, string]] : []),
    ]);
    known.set(key, same);
  }
  return same;
}

export function bodyOf(
  page: DrawnPage,
  { isPacked, after }: { isPacked: boolean; after: number | undefined },
): Blob {
  const { bodies } = prepare(page);
  const isFirst = after === undefined;
  const key = `${isPacked} ${isFirst}`;
  let body = bodies.get(key);
  if (!body) {
    body = new Blob([bytesOf(page, { isPacked, isFirst })]);
    bodies.set(key, body);
  }
  return body;
}

function bytesOf(
  { html, gzip, firstGzip }: DrawnPage,
  { isPacked, isFirst }: { isPacked: boolean; isFirst: boolean },
): Uint8Array<ArrayBuffer> {
  if (isPacked) return isFirst ? firstGzip : gzip;
  return utf8(isFirst ? inlineStyle(html) : html);
}

export function toInit(entries: readonly HeaderEntry[]): [string, string][] {
  return entries.map(([name, value]) => [name, value]);
}
