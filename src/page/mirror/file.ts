import type { CopyFile } from "../../domain/mirror/file.ts";
import { utf8 } from "../../lib/bytes.ts";

export const FOR_GOOD = "public, max-age=31536000, immutable";
const NO_CACHE = "no-cache";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  ics: "text/calendar; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  xml: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

export function toFile(path: string, content: string | Uint8Array, cacheControl = NO_CACHE): CopyFile {
  const extension = /[^.]+$/.exec(path)?.[0] ?? "";
  return {
    path,
    body: typeof content === "string" ? utf8(content) : content,
    contentType: TYPES[extension] ?? "application/octet-stream",
    cacheControl,
  };
}
