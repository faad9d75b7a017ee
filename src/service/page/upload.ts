import { type ImageType, imageTypeNamed } from "../../domain/page/image_type.ts";
import type { Env } from "../../env.ts";
import { toHex } from "../../lib/bytes.ts";
import { notFound } from "../../lib/errors.ts";

const ROOT = "/uploads/";
const NAME = /^[0-9a-f]{32}\.(jpg|png|gif|webp)$/;

/** Keeps the image under a name made from its content, and tells its address. */
export async function storeUpload(
  env: Env,
  bytes: Uint8Array<ArrayBuffer>,
  { extension, mediaType }: ImageType,
): Promise<string> {
  const hash = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  const name = `${hash.slice(0, 32)}.${extension}`;
  await env.FILES.put(keyOf(name), bytes, { httpMetadata: { contentType: mediaType } });
  return ROOT + name;
}

export async function removeUpload(env: Env, url: string): Promise<void> {
  await env.FILES.delete(keyOf(url.slice(ROOT.length)));
}

export interface Upload {
  body: ReadableStream;
  mediaType: string;
  size: number;
  etag: string;
}

export async function openUpload(env: Env, name: string): Promise<Upload> {
  const found = NAME.test(name) ? await env.FILES.get(keyOf(name)) : null;
  if (!found) throw notFound("file");
  const mediaType = imageTypeNamed(name)?.mediaType ?? "application/octet-stream";
  return { body: found.body, mediaType, size: found.size, etag: found.httpEtag };
}

function keyOf(name: string): string {
  return `uploads/${name}`;
}
