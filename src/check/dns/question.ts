import { parseIp, parseName } from "../../lib/wire/host_name.ts";
import type { Question } from "./message.ts";
import type { RecordType } from "./record_type.ts";

export function toQuestion(hostname: string, type: RecordType): Question | null {
  const ip = parseIp(hostname);
  if (ip !== null) return type === "PTR" ? { name: reverseName(ip), type } : null;
  const name = parseName(hostname);
  if (name === null || name.length > 253) return null;
  return name.split(".").every((label) => label.length > 0 && label.length <= 63) ? { name, type } : null;
}

function reverseName(ip: string): string {
  if (!ip.includes(":")) return `${ip.split(".").toReversed().join(".")}.in-addr.arpa`;
  const [head = "", tail] = ip.split("::");
  const front = head.split(":").filter(Boolean);
  const back = (tail ?? "").split(":").filter(Boolean);
  const gap = Array<string>(tail === undefined ? 0 : 8 - front.length - back.length).fill("0");
  const digits = [...front, ...gap, ...back].map((group) => group.padStart(4, "0")).join("");
  return `${[...digits].toReversed().join(".")}.ip6.arpa`;
}
