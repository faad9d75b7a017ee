import { utf8 } from "../lib/bytes.ts";
import type { Mail } from "./mail.ts";
import type { MailAddress } from "./mail_address.ts";
import { encodeBody, encodeHeaderText, encodeName } from "./mime_text.ts";
import { SendFault } from "./send_fault.ts";

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
