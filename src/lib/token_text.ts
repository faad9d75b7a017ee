import { randomText } from "./bytes.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const API_TOKEN = "upt_";
export const AGENT_TOKEN = "upa_";
const RANDOM_LENGTH = 34;
const CHECK_LENGTH = 6;
const SHAPE = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** A prefix, 34 random characters and a six-character checksum, to reject junk without a lookup. */
export function makeTokenText(prefix: string): string {
  const body = prefix + randomText(ALPHABET, RANDOM_LENGTH);
  return body + checksum(body);
}

export function isTokenText(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !SHAPE.test(text.slice(prefix.length))) return false;
  return text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH));
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECK_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
