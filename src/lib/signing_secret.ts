import { fromBase64, utf8 } from "./bytes.ts";

const PREFIX = "whsec_";

export function isBrokenSecret(secret: string): boolean {
  return secret.startsWith(PREFIX) && !decode(secret);
}

export function signingKeyOf(secret: string): Uint8Array<ArrayBuffer> {
  return (secret.startsWith(PREFIX) && decode(secret)) || utf8(secret);
}

function decode(secret: string): Uint8Array<ArrayBuffer> | null {
  const key = fromBase64(secret.slice(PREFIX.length));
  return key && key.length > 0 ? key : null;
}
