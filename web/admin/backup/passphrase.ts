import { randomText } from "../../../src/lib/bytes.ts";

/** Without letters that are taken for others; five groups of them nobody guesses. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function makePassphrase(): string {
  return Array.from({ length: 5 }, () => randomText(LETTERS, 5)).join("-");
}
