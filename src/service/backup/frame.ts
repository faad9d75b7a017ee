import { BackupFault, damaged } from "../../domain/backup/fault.ts";
import { gunzip, gzip } from "../../lib/gzip.ts";
import { cutFrame, type FrameCipher, type FramePlace } from "../../lib/sealed_frames.ts";
import { type BackupRecord, backupRecord } from "../../schema/backup_file.ts";

/** Limits the sealed and the unpacked size: enough for a page or an upload, and fits an invocation's memory. */
export const MOST_FRAME_BYTES = 16 * 1024 * 1024;

export async function formatFrame(
  cipher: FrameCipher,
  record: BackupRecord,
  place: FramePlace,
): Promise<Uint8Array<ArrayBuffer>> {
  return await cipher.seal(await gzip(JSON.stringify(record)), place);
}

interface ReadFrame {
  record: BackupRecord;
  end: number;
}

interface FrameBytes {
  bytes: Uint8Array;
  from: number;
  number: number;
  isEnd: boolean;
}

export async function parseFrame(
  cipher: FrameCipher,
  { bytes, from, number, isEnd }: FrameBytes,
): Promise<ReadFrame | null> {
  const cut = cutFrame(bytes, from, MOST_FRAME_BYTES);
  if (cut === "too long") throw broken(number);
  if (!cut) {
    if (isEnd) throw damaged("it ends too early.");
    return null;
  }
  const isLast = isEnd && cut.end === bytes.length;
  const plain = await cipher.open(cut.sealed, { number, isLast });
  if (!plain) throw broken(number);
  const unpacked = await gunzip(plain, MOST_FRAME_BYTES);
  const result = unpacked && backupRecord.safeParse(parseJson(unpacked));
  if (!result?.success) throw damaged(`part ${number + 1} can't be read.`);
  return { record: result.data, end: cut.end };
}

function broken(number: number): BackupFault {
  if (number > 0) return damaged(`part ${number + 1} was altered.`);
  // Indistinguishable: a wrong key opens nothing.
  return new BackupFault(
    "wrong_key",
    "The passphrase is wrong, or the file is damaged. Nothing was changed.",
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}

export function inPages<T>(rows: readonly T[], most: number): T[][] {
  const pages: T[][] = [];
  let page: T[] = [];
  let size = 0;
  for (const row of rows) {
    const { length } = JSON.stringify(row);
    if (page.length > 0 && (size + length > most || page.length === 2000)) {
      pages.push(page);
      [page, size] = [[], 0];
    }
    page.push(row);
    size += length;
  }
  return page.length > 0 ? [...pages, page] : pages;
}
