import { utf8 } from "./bytes.ts";
import { readBounded } from "./wire/reader.ts";

export async function gzip(content: string | Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof content === "string" ? utf8(content) : (content as Uint8Array<ArrayBuffer>);
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export async function gunzip(
  bytes: Uint8Array<ArrayBuffer>,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const body = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    const read = await readBounded({ body }, { maxBytes: mostBytes });
    return read.isWhole ? read.bytes : null;
  } catch {
    return null;
  }
}

let last = { said: "", takes: false };

export function takesGzip(acceptEncoding: string | null): boolean {
  if (!acceptEncoding) return false;
  if (last.said !== acceptEncoding) last = { said: acceptEncoding, takes: findGzip(acceptEncoding) };
  return last.takes;
}

function findGzip(acceptEncoding: string): boolean {
  const wanted = acceptEncoding.split(",").map((part) => part.trim().toLowerCase());
  const found = wanted.find((part) => /^gzip\b/.test(part)) ?? wanted.find((part) => part.startsWith("*"));
  return found !== undefined && !/;\s*q=0(?:\.0*)?$/.test(found);
}
