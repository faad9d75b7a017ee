import { utf8 } from "../../lib/bytes.ts";
import { type BackupHeader, backupHeader } from "../../schema/backup_file.ts";
import { BackupFault, damaged } from "./fault.ts";

/** The last byte is the format version. */
const MAGIC = utf8("UPTIDEB\x01");
const LENGTH_BYTES = 4;
const MOST_BYTES = 4096;

export const HEADER_READ_BYTES = MAGIC.length + LENGTH_BYTES + MOST_BYTES;

/** Magic, length and JSON. Every frame is bound to these bytes. */
export function formatHeader(header: BackupHeader): Uint8Array<ArrayBuffer> {
  const json = utf8(JSON.stringify(header));
  const bytes = new Uint8Array(MAGIC.length + LENGTH_BYTES + json.length);
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(MAGIC.length, json.length);
  bytes.set(json, MAGIC.length + LENGTH_BYTES);
  return bytes;
}

export function parseHeader(start: Uint8Array): { header: BackupHeader; bytes: Uint8Array<ArrayBuffer> } {
  const isOurs = MAGIC.slice(0, -1).every((byte, i) => start[i] === byte);
  if (!isOurs) throw new BackupFault("damaged", "This isn't an Uptide backup. Nothing was changed.");
  const version = start[MAGIC.length - 1] ?? 0;
  if (version > (MAGIC.at(-1) ?? 0))
    throw new BackupFault("newer", "A newer version of Uptide made this backup: update this instance first.");
  const from = MAGIC.length + LENGTH_BYTES;
  const length = start.length < from ? 0 : new DataView(start.buffer, start.byteOffset).getUint32(from - 4);
  if (version < 1 || length < 2 || length > MOST_BYTES || start.length < from + length)
    throw damaged("its header can't be read.");
  const bytes = new Uint8Array(start.subarray(0, from + length));
  return { header: parseJson(bytes.subarray(from)), bytes };
}

function parseJson(bytes: Uint8Array): BackupHeader {
  try {
    return backupHeader.parse(
      JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)),
    );
  } catch (cause) {
    throw new BackupFault(
      "damaged",
      "The backup is damaged: its header can't be read. Nothing was changed.",
      {
        cause,
      },
    );
  }
}
