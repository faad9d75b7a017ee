import { WireError } from "../../lib/wire/wire_error.ts";
import { abortable } from "../../lib/within.ts";
import { concat, integer, vector } from "../wire/binary.ts";
import type { Sealer } from "./tls_aead.ts";

const MAX_TEXT_BYTES = 2 ** 14;

export interface RecordWriter {
  /** Resolves when the socket has accepted everything. Concurrent writes never interleave. */
  write(type: number, bytes: Uint8Array): Promise<void>;
  writeRaw(records: Uint8Array): Promise<void>;
  sealWith(sealer: Sealer): void;
  readonly isBusy: boolean;
}

export function makeRecordWriter(writable: WritableStream<Uint8Array>, signal: AbortSignal): RecordWriter {
  const writer = writable.getWriter();
  let seal: Sealer = (type, fragment) => concat(integer(1, type), integer(2, 0x0303), vector(2, fragment));
  let pending = 0;

  async function writeRaw(records: Uint8Array): Promise<void> {
    pending++;
    try {
      await abortable(writer.write(records), signal);
    } catch (cause) {
      throw signal.aborted
        ? new WireError("aborted", "The server stopped accepting data.", { cause })
        : new WireError("closed", "The server closed the connection before the request.", { cause });
    } finally {
      pending--;
    }
  }

  return {
    writeRaw,
    async write(type, bytes) {
      for (let at = 0; at < bytes.length; at += MAX_TEXT_BYTES) {
        // Sealed and written in one step to keep records in sequence.
        await writeRaw(seal(type, bytes.subarray(at, at + MAX_TEXT_BYTES)));
      }
    },
    sealWith(sealer) {
      seal = sealer;
    },
    get isBusy() {
      return pending > 0;
    },
  };
}
