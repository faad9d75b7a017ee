import { randomText } from "../../../src/lib/bytes.ts";

/** Without look-alike characters (i, l, o, 0, 1). */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function makePassphrase(): string {
  return Array.from({ length: 5 }, () => randomText(LETTERS, 5)).join("-");
}
