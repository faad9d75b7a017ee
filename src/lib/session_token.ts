import { isSameText, randomBytes, toBase64Url, utf8 } from "./bytes.ts";

const RANDOM_BYTES = 24;
const RANDOM_LENGTH = 32;
const TAG_BYTES = 8;
const SHAPE = /^[\w-]{43}$/;

type RawKeys = readonly Uint8Array<ArrayBuffer>[];

const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>();

/** 192 random bits and a MAC by the service's key, to reject forged tokens without a lookup. */
export async function makeSessionToken([first]: RawKeys): Promise<string> {
  if (!first) throw new Error("a session token needs a key");
  const random = toBase64Url(randomBytes(RANDOM_BYTES));
  return random + (await tagOf(first, random));
}

export function hasTokenShape(text: string): boolean {
  return SHAPE.test(text);
}

export async function isOwnToken(keys: RawKeys, text: string): Promise<boolean> {
  if (!SHAPE.test(text)) return false;
  const [random, tag] = [text.slice(0, RANDOM_LENGTH), text.slice(RANDOM_LENGTH)];
  for (const key of keys) if (isSameText(await tagOf(key, random), tag)) return true;
  return false;
}

async function tagOf(raw: Uint8Array<ArrayBuffer>, random: string): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await keyOf(raw), utf8(`session/${random}`));
  return toBase64Url(new Uint8Array(signed).slice(0, TAG_BYTES));
}

function keyOf(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  let key = imported.get(raw);
  if (!key) {
    key = crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    imported.set(raw, key);
  }
  return key;
}
