import { fromBase64, toBase64, utf8 } from "../lib/bytes.ts";

const PREFIX = "whsec_";

export interface SignedMessage {
  /** The same at every attempt. */
  id: string;
  /** Of this attempt. */
  now: number;
  body: string;
}

/** The three headers of Standard Webhooks. */
export async function signatureHeaders(
  secret: string,
  { id, now, body }: SignedMessage,
): Promise<Record<string, string>> {
  // A full stop in the id would let another id and time have the same signature.
  const webhookId = id.replaceAll(".", "_");
  const timestamp = String(Math.floor(now / 1000));
  const key = await crypto.subtle.importKey("raw", keyOf(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("HMAC", key, utf8(`${webhookId}.${timestamp}.${body}`));
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${toBase64(new Uint8Array(signature))}`,
  };
}

/** Whether it has the prefix of a key in base64, but no such key behind it. */
export function isBrokenSecret(secret: string): boolean {
  return secret.startsWith(PREFIX) && !decode(secret);
}

/** A secret without the prefix is a key as typed. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  return (secret.startsWith(PREFIX) && decode(secret)) || utf8(secret);
}

function decode(secret: string): Uint8Array<ArrayBuffer> | null {
  const key = fromBase64(secret.slice(PREFIX.length));
  return key && key.length > 0 ? key : null;
}
