import type { SecretBox } from "./secret_box.ts";

/** A setting that holds a known text, sealed: a key that opens it is the current one. */
export const KNOWN_VALUE = "secret_key";
const KNOWN = "uptide";

export async function sealKnownValue(box: SecretBox): Promise<string> {
  return await box.seal(KNOWN, KNOWN_VALUE);
}

export async function opensKnownValue(box: SecretBox | null, sealed: string): Promise<boolean> {
  return (await box?.open(sealed, KNOWN_VALUE)) === KNOWN;
}
