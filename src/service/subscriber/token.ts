import { type Env, secretBoxOf } from "../../env.ts";
import { randomBytes, sha256, sha256Hex, toBase64Url } from "../../lib/bytes.ts";

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;
const UNSUBSCRIBE_PATH = "/api/v1/public/subscriptions/unsubscribe";

type SealedPart = "manage" | "signing" | "notice" | `headers/${string}`;

export function makeSubscriberToken(): string {
  return toBase64Url(randomBytes(TOKEN_BYTES));
}

export async function hashSubscriberToken(token: string): Promise<string | null> {
  return TOKEN_SHAPE.test(token) ? await sha256Hex(token) : null;
}

/** Bound to the row, so a secret copied to another row doesn't open. */
export function subscriberSecretName(sealName: string, part: SealedPart): string {
  return `subscriber/${sealName}/${part}`;
}

export async function openManageToken(
  env: Env,
  { sealName, manageToken }: { sealName: string; manageToken: string },
): Promise<string | null> {
  return await (await secretBoxOf(env)).open(manageToken, subscriberSecretName(sealName, "manage"));
}

/** Can only unsubscribe; the manage token can't be derived from it. */
export async function unsubscribeTokenOf(manageToken: string): Promise<string> {
  return toBase64Url(await sha256(`unsubscribe/${manageToken}`));
}

/** In the fragment, which servers don't log. */
export function manageUrlOf(publicUrl: string, token: string): string {
  return `${publicUrl}/#subscription=${token}`;
}

export function unsubscribeUrlOf(publicUrl: string, unsubscribeToken: string): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${unsubscribeToken}`;
}
