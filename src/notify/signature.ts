import { toBase64, utf8 } from "../lib/bytes.ts";
import { signingKeyOf } from "../lib/signing_secret.ts";

interface SignedMessage {
  id: string;
  now: number;
  body: string;
}

export async function signatureHeaders(
  secret: string,
  { id, now, body }: SignedMessage,
): Promise<Record<string, string>> {
  // A full stop in the id could make another id and time produce the same signature.
  const webhookId = id.replaceAll(".", "_");
  const timestamp = String(Math.floor(now / 1000));
  const key = await crypto.subtle.importKey(
    "raw",
    signingKeyOf(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, utf8(`${webhookId}.${timestamp}.${body}`));
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${toBase64(new Uint8Array(signature))}`,
  };
}
