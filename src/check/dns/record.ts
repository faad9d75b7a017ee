import { parseIp } from "../../lib/wire/host_name.ts";
import { type DnsCursor, makeDnsCursor } from "./bytes.ts";
import type { RecordType } from "./record_type.ts";

export function formatRecord(
  message: Uint8Array,
  { type, start }: { type: RecordType; start: number },
): string {
  const cursor = makeDnsCursor(message, start);
  const isLeft = () => cursor.at < message.length;
  switch (type) {
    case "A":
      return cursor.bytes(4).join(".");
    case "AAAA":
      return formatIpv6(cursor);
    case "CNAME":
    case "NS":
    case "PTR":
      return cursor.name();
    case "MX":
      return `${cursor.uint16()} ${cursor.name()}`;
    case "TXT": {
      const parts: string[] = [];
      while (isLeft()) parts.push(new TextDecoder().decode(cursor.text()));
      return parts.join("");
    }
    case "SRV":
      return `${cursor.uint16()} ${cursor.uint16()} ${cursor.uint16()} ${cursor.name()}`;
    case "CAA": {
      const flags = cursor.uint8();
      const tag = new TextDecoder().decode(cursor.text());
      const value = new TextDecoder().decode(cursor.bytes(message.length - cursor.at));
      return `${flags} ${tag} "${value}"`;
    }
    case "SOA": {
      const names = `${cursor.name()} ${cursor.name()}`;
      return `${names} ${Array.from({ length: 5 }, () => cursor.uint32()).join(" ")}`;
    }
  }
}

function formatIpv6(cursor: DnsCursor): string {
  const groups = Array.from({ length: 8 }, () => cursor.uint16().toString(16)).join(":");
  return parseIp(groups) ?? groups;
}
