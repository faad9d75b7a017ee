import { toBase64, utf8 } from "../../lib/bytes.ts";
import { decodePercent } from "../../lib/decode_percent.ts";

export function formatBasic(username: string, password: string): string {
  return `Basic ${toBase64(utf8(`${username}:${password}`))}`;
}

export function findUrlAuthorization(url: string): string | null {
  const { username, password } = new URL(url);
  return username === "" && password === ""
    ? null
    : formatBasic(decodePercent(username), decodePercent(password));
}
