import { toBase64, utf8 } from "../bytes.ts";

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
