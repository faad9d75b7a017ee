import { type ImageType, imageTypeNamed, imageTypeOf } from "../../domain/page/image_type.ts";
import type { Env } from "../../env.ts";
import { sha256HexOf } from "../../lib/bytes.ts";
import { notFound } from "../../lib/errors.ts";

const ROOT = "/uploads/";
const NAME = /^[0-9a-f]{32}\.(jpg|png|gif|webp)$/;

export async function storeUpload(
  env: Env,
  bytes: Uint8Array<ArrayBuffer>,
  type: ImageType,
): Promise<string> {
  const name = await nameOf(bytes, type);
  await env.FILES.put(keyOf(name), bytes, { httpMetadata: { contentType: type.mediaType } });
  return ROOT + name;
}

async function nameOf(bytes: Uint8Array<ArrayBuffer>, { extension }: ImageType): Promise<string> {
  return `${(await sha256HexOf(bytes)).slice(0, 32)}.${extension}`;
}

export async function removeUpload(env: Env, url: string): Promise<void> {
  await env.FILES.delete(keyOf(url.slice(ROOT.length)));
}

export async function listUploads(
  env: Env,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { objects } = await env.FILES.list({
    prefix: keyOf(""),
    limit,
    ...(after && { startAfter: keyOf(after) }),
  });
  return objects.map(({ key }) => key.slice(keyOf("").length));
}

export async function readUpload(env: Env, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await env.FILES.get(keyOf(name));
  return found && new Uint8Array(await found.arrayBuffer());
}

export async function hasUpload(env: Env, name: string): Promise<boolean> {
  return (await env.FILES.head(keyOf(name))) !== null;
}

export async function removeUploads(env: Env, names: readonly string[]): Promise<void> {
  if (names.length > 0) await env.FILES.delete(names.map(keyOf));
}

export async function restoreUpload(
  env: Env,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const type = imageTypeOf(bytes);
  if (!type || (await nameOf(bytes, type)) !== name) return false;
  await storeUpload(env, bytes, type);
  return true;
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
