import { BackupFault, damaged } from "../../domain/backup/fault.ts";
import { HEADER_READ_BYTES, parseHeader } from "../../domain/backup/header.ts";
import type { Env } from "../../env.ts";
import { createFrameCipher, type FrameCipher } from "../../lib/sealed_frames.ts";
import type { BackupHeader, BackupRecord } from "../../schema/backup_file.ts";
import { MOST_FRAME_BYTES, parseFrame } from "./frame.ts";
import { findKey } from "./key.ts";

const ROOT = "backups/";
const READ_BYTES = 1024 * 1024;

export function fileKeyOf(name: string): string {
  return ROOT + name;
}

interface OpenedFile {
  header: BackupHeader;
  headerBytes: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
  size: number;
}

export async function openFile(env: Env, name: string, passphrase: string | null): Promise<OpenedFile> {
  const size = (await env.FILES.head(fileKeyOf(name)))?.size ?? 0;
  const start = await readPiece(env, { name, size }, { offset: 0, length: HEADER_READ_BYTES });
  const { header, bytes } = parseHeader(start);
  const key = await findKey(env, header, passphrase);
  const cipher = await createFrameCipher(key, bytes);
  const file = { name, size, cipher };
  for await (const { record } of readFrames(env, file, {
    offset: bytes.length,
    number: 0,
    end: size,
  })) {
    if (record.kind !== "begin" || record.schema !== header.schema) throw damaged("it has the wrong header.");
    break;
  }
  return { header, headerBytes: bytes, key, size };
}

async function readPiece(
  env: Env,
  { name, size }: { name: string; size: number },
  { offset, length }: { offset: number; length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  // R2 rejects an empty range.
  if (offset >= size) return new Uint8Array();
  const range = { offset, length: Math.min(length, size - offset) };
  const piece = await env.FILES.get(fileKeyOf(name), { range });
  if (!piece) throw new BackupFault("failed", "The backup was deleted while being read.");
  return new Uint8Array(await piece.arrayBuffer());
}

interface FileToRead {
  name: string;
  size: number;
  cipher: FrameCipher;
}

export interface FileFrame {
  record: BackupRecord;
  offset: number;
  number: number;
  end: number;
}

/** Complete frames of one read that start before `end`: at least one, or a BackupFault. */
export async function* readFrames(
  env: Env,
  { name, size, cipher }: FileToRead,
  { offset, number, end }: { offset: number; number: number; end: number },
): AsyncGenerator<FileFrame> {
  for (const length of [READ_BYTES, MOST_FRAME_BYTES + 4]) {
    const bytes = await readPiece(env, { name, size }, { offset, length });
    const isEnd = offset + bytes.length >= size;
    let from = 0;
    for (let count = 0; offset + from < end && from < bytes.length; count++) {
      const frame = await parseFrame(cipher, { bytes, from, number: number + count, isEnd });
      if (!frame) break;
      yield { record: frame.record, offset: offset + from, number: number + count, end: offset + frame.end };
      from = frame.end;
    }
    if (from > 0) return;
  }
  throw damaged("it ends too early.");
}
