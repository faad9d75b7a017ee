import { BackupFault, damaged } from "../../domain/backup/fault.ts";
import { gunzip, gzip } from "../../lib/gzip.ts";
import { cutFrame, type FrameCipher, type FramePlace } from "../../lib/sealed_frames.ts";
import { type BackupRecord, backupRecord } from "../../schema/backup_file.ts";

/** Sealed, and unpacked: what a page or an upload comes to, and no more than an invocation can hold. */
export const MOST_FRAME_BYTES = 16 * 1024 * 1024;

/** One record of a file, packed and sealed. */
export async function formatFrame(
  cipher: FrameCipher,
  record: BackupRecord,
  place: FramePlace,
): Promise<Uint8Array<ArrayBuffer>> {
  return await cipher.seal(await gzip(JSON.stringify(record)), place);
}

interface ReadFrame {
  record: BackupRecord;
  /** The next one begins here, in the bytes that were given. */
  end: number;
}

interface FrameBytes {
  bytes: Uint8Array;
  /** Where the frame begins in them. */
  from: number;
  number: number;
  /** Whether the file ends with these bytes. */
  isEnd: boolean;
}

/** Null where not all of the frame is in the bytes. Throws a BackupFault where it is not what was sealed. */
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
  if (number > 0) return damaged(`part ${number + 1} is not as it was written.`);
  // Which of both it is nobody can tell: a wrong key opens nothing.
  return new BackupFault(
    "wrong_key",
    "The passphrase does not open this backup, or the file is damaged. Nothing was changed.",
  );
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Rows in pages of about that many characters as JSON, so that each is a frame. */
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
