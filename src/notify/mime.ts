import { toBase64, utf8 } from "../lib/bytes.ts";
import { parseName } from "../lib/wire/host_name.ts";
import type { Mail } from "./mail.ts";
import { SendFault } from "./send_fault.ts";

const MOST_ENCODED_ON_A_LINE = 76;
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
  return /^[\x20-\x7e]*$/.test(line) && !line.includes("=?") && used + line.length <= MOST_ENCODED_ON_A_LINE;
}

function encodeWords(text: string, used: number): string {
  const words: string[] = [];
  let part = "";
  for (const char of text) {
    const room =
      words.length === 0 ? Math.min(MOST_IN_A_WORD, MOST_ENCODED_ON_A_LINE - used) : MOST_IN_A_WORD;
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
    if (line.length + piece.length >= MOST_ENCODED_ON_A_LINE) {
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

const ATOM = /^[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*$/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u;
const DOMAIN = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/;
const MOST_LOCAL_BYTES = 64;
const MOST_BYTES = 254;

export interface MailAddress {
  text: string;
  /** The local part is not ASCII, which requires SMTPUTF8. */
  isInternational: boolean;
}

export function parseMailAddress(text: string): MailAddress | null {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at).normalize("NFC");
  if (at < 1 || !ATOM.test(local) || INVISIBLE.test(local)) return null;
  const typed = text.slice(at + 1);
  const domain = typed.includes("%") ? null : parseName(typed);
  if (domain === null || !DOMAIN.test(domain)) return null;
  const address = `${local}@${domain}`;
  if (bytesOf(local) > MOST_LOCAL_BYTES || bytesOf(address) > MOST_BYTES) return null;
  return { text: address, isInternational: bytesOf(local) !== local.length };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

const MOST_ON_A_LINE = 998;
const HEADER_NAME = /^[!-9;-~]{1,76}$/;
const MESSAGE_ID = /^[!-;=?-~]{1,250}$/;
const OWN_HEADERS = new Set([
  "auto-submitted",
  "bcc",
  "cc",
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "sender",
  "subject",
  "to",
]);

interface Envelope {
  from: MailAddress;
  fromName: string;
  to: readonly MailAddress[];
  now: number;
}

export function formatMail(mail: Mail, { from, fromName, to, now }: Envelope): string {
  const { messageId } = mail;
  if (!MESSAGE_ID.test(messageId)) throw refuse("The email's message ID isn't valid.");
  // No body encoding can contain "=_", so the boundary is safe.
  const boundary = `=_${messageId.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 60)}`;
  const head = [
    `From: ${formatMailbox(fromName, from)}`,
    `To: ${to.map(({ text }) => text).join(",\r\n ")}`,
    `Subject: ${encodeHeaderText(mail.subject, "Subject: ".length)}`,
    `Date: ${formatDate(now)}`,
    `Message-ID: <${messageId}>`,
    "Auto-Submitted: auto-generated",
    ...Object.entries(mail.headers ?? {}).map(formatHeader),
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`,
  ];
  const parts = [formatPart("text/plain", mail.text), formatPart("text/html", mail.html)];
  const body = parts.map((part) => `--${boundary}\r\n${part}`).join("");
  return `${head.join("\r\n")}\r\n\r\n${body}--${boundary}--\r\n`;
}

function formatMailbox(name: string, { text }: MailAddress): string {
  const encoded = encodeName(name, "From: ".length);
  return encoded === "" ? text : `${encoded}\r\n <${text}>`;
}

function formatDate(now: number): string {
  return new Date(now).toUTCString().replace("GMT", "+0000");
}

function formatHeader([name, value]: [string, string]): string {
  if (!HEADER_NAME.test(name)) throw refuse(`The email header ${JSON.stringify(name)} has an invalid name.`);
  if (OWN_HEADERS.has(name.toLowerCase())) throw refuse(`The email header ${name} is set by this service.`);
  if (/\p{Cc}/u.test(value)) throw refuse(`The email header ${name} contains a control character.`);
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  const line = `${name}: ${isAscii ? value : encodeHeaderText(value, name.length + 2)}`;
  if (isAscii && line.length > MOST_ON_A_LINE) throw refuse(`The email header ${name} is too long.`);
  return line;
}

function formatPart(type: string, text: string): string {
  const { encoding, text: encoded } = encodeBody(text);
  return (
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n` +
    `${encoded}\r\n`
  );
}

function refuse(sentence: string): SendFault {
  return new SendFault(sentence, { isPermanent: true });
}

/** Dot-stuffing, so no line looks like the end of DATA. */
export function stuffDots(message: string): Uint8Array {
  return utf8(message.replaceAll(/^\./gm, ".."));
}
