import { toBase64, utf8 } from "../bytes.ts";
import type { Reader } from "./reader.ts";
import { WireError } from "./wire_error.ts";

const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/s;
const MOST_IN_A_LINE = 4096;
const MOST_LINES = 200;
const MOST_WORDS = 300;

export const DONE: readonly number[] = [250, 251, 252];

export interface Reply {
  code: number;
  lines: readonly string[];
}

export async function readReply(reader: Reader, secrets: readonly string[]): Promise<Reply> {
  const lines: string[] = [];
  let code: string | undefined;
  for (;;) {
    const line = await reader.readLine();
    const [, digits, separator = " ", text = ""] = LINE.exec(line) ?? [];
    if (digits === undefined || (code ?? digits) !== digits) {
      const what = quoteText(line, { secrets, most: 80 }) || "an empty line";
      throw new WireError("malformed", `The response isn't SMTP: ${what}.`);
    }
    if (line.length > MOST_IN_A_LINE || lines.length >= MOST_LINES) {
      throw new WireError("too_large", "The reply is too long.");
    }
    code = digits;
    lines.push(text);
    if (separator === " ") return { code: Number(code), lines };
  }
}

export function quoteReply({ code, lines }: Reply, secrets: readonly string[]): string {
  return quoteText(`${code} ${lines.join(" ")}`, { secrets, most: MOST_WORDS });
}

interface QuoteOptions {
  secrets: readonly string[];
  most: number;
}

function quoteText(text: string, { secrets, most }: QuoteOptions): string {
  let words = flatten(text);
  const hidden = secrets.map(flatten).filter((secret) => secret !== "");
  for (const secret of hidden) words = words.replaceAll(secret, "[hidden]");
  const chars = Array.from(words);
  return chars.length > most ? `${chars.slice(0, most - 1).join("")}…` : words;
}

function flatten(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

export interface Extensions {
  hasStartTls: boolean;
  hasSmtpUtf8: boolean;
  logins: ReadonlySet<string>;
}

export function parseExtensions({ lines }: Reply): Extensions {
  const offers = lines.slice(1).map((line) => line.trim().toUpperCase());
  // Old servers write AUTH=LOGIN.
  const logins = offers
    .filter((offer) => /^AUTH[ =]/.test(offer))
    .flatMap((offer) => offer.split(/[\s=]+/).slice(1));
  const names = new Set(offers.map((offer) => offer.split(/\s/)[0]));
  return { hasStartTls: names.has("STARTTLS"), hasSmtpUtf8: names.has("SMTPUTF8"), logins: new Set(logins) };
}

export const NO_EXTENSIONS: Extensions = { hasStartTls: false, hasSmtpUtf8: false, logins: new Set() };

interface SmtpLogin {
  user: string;
  password: string;
}

interface LoginLine {
  text: string;
  wants: number;
}

export function hasLogin({ user, password }: SmtpLogin): boolean {
  return user !== "" || password !== "";
}

export function secretsOf({ user, password }: SmtpLogin): string[] {
  if (password.trim() === "") return [];
  return [plainLogin({ user, password }), encode(password), password].toSorted((a, b) => b.length - a.length);
}

export function planLogin(login: SmtpLogin, logins: ReadonlySet<string>): readonly LoginLine[] | null {
  if (logins.has("PLAIN")) return [{ text: `AUTH PLAIN ${plainLogin(login)}`, wants: 235 }];
  if (!logins.has("LOGIN")) return null;
  return [
    { text: "AUTH LOGIN", wants: 334 },
    { text: encode(login.user), wants: 334 },
    { text: encode(login.password), wants: 235 },
  ];
}

/** AUTH PLAIN separates its fields by zero bytes. */
export function hasZeroByte({ user, password }: SmtpLogin): boolean {
  return /\0/.test(user + password);
}

function plainLogin({ user, password }: SmtpLogin): string {
  return encode(`\0${user}\0${password}`);
}

function encode(text: string): string {
  return toBase64(utf8(text));
}
