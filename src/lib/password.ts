import { scrypt } from "node:crypto";
import { fromBase64Url, isSameText, randomBytes, toBase64Url } from "./bytes.ts";

const COST = { logN: 15, r: 8, p: 1 };
const KEY_BYTES = 32;
const MAX_MEMORY = 128 * 1024 * 1024;

/** `scrypt$logN$r$p$salt$key`: the cost is stored with the hash, to be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, COST);
  return ["scrypt", COST.logN, COST.r, COST.p, toBase64Url(salt), toBase64Url(key)].join("$");
}

export async function isPasswordRight(password: string, hash: string | null): Promise<boolean> {
  const [, logN, r, p, saltText = "", key = ""] = (hash ?? "").split("$");
  const salt = fromBase64Url(saltText);
  const cost = hash ? { logN: Number(logN), r: Number(r), p: Number(p) } : COST;
  const derived = await deriveKey(password, salt?.length ? salt : randomBytes(16), cost);
  return hash !== null && isSameText(toBase64Url(derived), key);
}

export function deriveKey(
  password: string,
  salt: Uint8Array,
  cost: typeof COST,
): Promise<Uint8Array<ArrayBuffer>> {
  const options = { N: 2 ** cost.logN, r: cost.r, p: cost.p, maxmem: MAX_MEMORY };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(new Uint8Array(key));
    });
  });
}
