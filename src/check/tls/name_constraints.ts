import { parseIp } from "../../lib/wire/host_name.ts";
import { listDer, parseDer, SEQUENCE } from "./der.ts";

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;
const DNS = 0x82;
const IP = 0x87;

export function mayIssueFor(constraints: Uint8Array, names: readonly string[]): boolean {
  try {
    const lists = listDer(parseDer(constraints, SEQUENCE).body);
    if (lists.some(({ tag }) => tag !== PERMITTED && tag !== EXCLUDED)) return false;
    const permitted = listBases(lists.find(({ tag }) => tag === PERMITTED)?.body);
    const excluded = listBases(lists.find(({ tag }) => tag === EXCLUDED)?.body);
    return names.every((name) => {
      const kind = parseIp(name) === null ? DNS : IP;
      const isOpen = permitted.every(({ tag }) => tag !== kind);
      const isPermitted = isOpen || permitted.some((base) => base.tag === kind && isWithin(name, base));
      return isPermitted && !excluded.some((base) => base.tag === kind && isWithin(name, base));
    });
  } catch {
    return false;
  }
}

interface Base {
  tag: number;
  body: Uint8Array;
}

function listBases(list: Uint8Array = new Uint8Array()): Base[] {
  return listDer(list).map((subtree) => {
    const [base] = listDer(subtree.body);
    if (!base) throw new Error("The constraint can't be read.");
    return base;
  });
}

function isWithin(name: string, { tag, body }: Base): boolean {
  if (tag === DNS) {
    const base = String.fromCharCode(...body)
      .toLowerCase()
      .replace(/^\./, "");
    return base === "" || name === base || name.endsWith(`.${base}`);
  }
  const address = bytesOfIp(name);
  const half = body.length / 2;
  return address.length === half && address.every((byte, i) => ((byte ^ body[i]!) & body[half + i]!) === 0);
}

function bytesOfIp(text: string): number[] {
  if (!text.includes(":")) return text.split(".").map(Number);
  const [left = "", right] = text.split("::");
  const groupsOf = (part: string) => (part === "" ? [] : part.split(":"));
  const [before, after] = [groupsOf(left), groupsOf(right ?? "")];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...(right === undefined ? [] : zeros), ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
