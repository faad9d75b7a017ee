import { parseName } from "../lib/wire/host_name.ts";

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
