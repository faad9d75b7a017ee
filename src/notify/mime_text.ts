import { toBase64, utf8 } from "../lib/bytes.ts";

const MOST_ON_A_LINE = 76;
const MOST_IN_A_WORD = 75;
const WORD_START = "=?UTF-8?B?";
const WORD_END = "?=";

export function flatten(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

export function encodeHeaderText(text: string, used: number): string {
  const line = flatten(text);
  return isPlain(line, used) ? line : encodeWords(line, used);
}

export function encodeName(name: string, used: number): string {
  const line = flatten(name);
  if (!isPlain(line, used + 2)) return encodeWords(line, used);
  return /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(line) ? line : `"${line.replaceAll(/["\\]/g, "\\$&")}"`;
}

function isPlain(line: string, used: number): boolean {
  return /^[\x20-\x7e]*$/.test(line) && !line.includes("=?") && used + line.length <= MOST_ON_A_LINE;
}

function encodeWords(text: string, used: number): string {
  const words: string[] = [];
  let part = "";
  for (const char of text) {
    const room = words.length === 0 ? Math.min(MOST_IN_A_WORD, MOST_ON_A_LINE - used) : MOST_IN_A_WORD;
    if (part !== "" && formatWord(part + char).length > room) {
      words.push(formatWord(part));
      part = "";
    }
    part += char;
  }
  words.push(formatWord(part));
  return words.join("\r\n ");
}

function formatWord(text: string): string {
  return `${WORD_START}${toBase64(utf8(text))}${WORD_END}`;
}

interface EncodedBody {
  encoding: "quoted-printable" | "base64";
  text: string;
}

export function encodeBody(text: string): EncodedBody {
  const bytes = utf8(text.replaceAll(/\r\n|\r|\n/g, "\r\n"));
  const quoted = encodeQuotedPrintable(bytes);
  if (quoted.length <= bytes.length * 1.4) return { encoding: "quoted-printable", text: quoted };
  const lines = toBase64(bytes).match(/.{1,76}/g) ?? [];
  return { encoding: "base64", text: `${lines.join("\r\n")}\r\n` };
}

function encodeQuotedPrintable(bytes: Uint8Array): string {
  const lines: string[] = [];
  let line = "";
  const add = (piece: string) => {
    if (line.length + piece.length >= MOST_ON_A_LINE) {
      lines.push(`${line}=`);
      line = "";
    }
    line += piece;
  };
  for (const [at, byte] of bytes.entries()) {
    if (byte === 10) {
      lines.push(line);
      line = "";
    } else if (byte !== 13) add(isLiteral(bytes, at) ? String.fromCharCode(byte) : escapeByte(byte));
  }
  if (line !== "") lines.push(line);
  return `${lines.join("\r\n")}\r\n`;
}

function isLiteral(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!;
  if (byte === 61) return false;
  if (byte > 32 && byte < 127) return true;
  const next = bytes[at + 1];
  return (byte === 32 || byte === 9) && next !== undefined && next !== 13;
}

function escapeByte(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
