import { CheckFault } from "../fault.ts";

const MAX_NAME_BYTES = 255;
const POINTER = 0xc0;

export interface DnsCursor {
  readonly at: number;
  uint8(): number;
  uint16(): number;
  uint32(): number;
  bytes(length: number): Uint8Array;
  name(): string;
  text(): Uint8Array;
}

export function makeDnsCursor(message: Uint8Array, start = 0): DnsCursor {
  let at = start;

  function bytes(length: number): Uint8Array {
    if (at + length > message.length) throw unreadable();
    at += length;
    return message.subarray(at - length, at);
  }

  const integer = (size: number) => bytes(size).reduce((value, byte) => value * 256 + byte, 0);

  function name(): string {
    const labels: string[] = [];
    let size = 0;
    let resumeAt: number | null = null;
    for (let length = integer(1); length > 0; length = integer(1)) {
      if (length >= POINTER) {
        const target = (length - POINTER) * 256 + integer(1);
        resumeAt ??= at;
        at = target;
        // Counted towards the size limit to stop pointer loops.
        size += 2;
      } else {
        if (length > 63) throw unreadable();
        labels.push(formatLabel(bytes(length)));
        size += length + 1;
      }
      if (size > MAX_NAME_BYTES) throw unreadable();
    }
    at = resumeAt ?? at;
    return labels.join(".");
  }

  return {
    get at() {
      return at;
    },
    uint8: () => integer(1),
    uint16: () => integer(2),
    uint32: () => integer(4),
    bytes,
    name,
    text: () => bytes(integer(1)),
  };
}

function formatLabel(label: Uint8Array): string {
  return Array.from(label, (byte) => {
    const char = String.fromCharCode(byte);
    if (char === "." || char === "\\") return `\\${char}`;
    return byte > 32 && byte < 127 ? char : `\\${String(byte).padStart(3, "0")}`;
  }).join("");
}

export function unreadable(): CheckFault {
  return new CheckFault("protocol", "The resolver's response can't be read: incomplete DNS message.");
}
