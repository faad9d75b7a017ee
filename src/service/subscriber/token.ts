import { type Env, secretBoxOf } from "../../env.ts";
import { randomBytes, sha256, sha256Hex, toBase64Url } from "../../lib/bytes.ts";

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[\w-]{43}$/;
const UNSUBSCRIBE_PATH = "/api/v1/public/subscriptions/unsubscribe";

type SealedPart = "manage" | "signing" | "notice" | `headers/${string}`;

export function makeSubscriberToken(): string {
  return toBase64Url(randomBytes(TOKEN_BYTES));
}

/** By which a token is found: what is stored opens nothing. Null for what was never one. */
export async function hashSubscriberToken(token: string): Promise<string | null> {
  return TOKEN_SHAPE.test(token) ? await sha256Hex(token) : null;
}

/** What a subscriber's secrets are sealed under: their row's own name, so that none opens in another's place. */
export function subscriberSecretName(sealName: string, part: SealedPart): string {
  return `subscriber/${sealName}/${part}`;
}

/** The token behind the link of each mail; null when SECRET_KEY does not open it. */
export async function openManageToken(
  env: Env,
  { sealName, manageToken }: { sealName: string; manageToken: string },
): Promise<string | null> {
  return await (await secretBoxOf(env)).open(manageToken, subscriberSecretName(sealName, "manage"));
}

/** Unsubscribes and nothing else; who has only this one can't find the manage token from it. */
export async function unsubscribeTokenOf(manageToken: string): Promise<string> {
  return toBase64Url(await sha256(`unsubscribe/${manageToken}`));
}

/** In the fragment, so that it is in no log of a server. */
export function manageUrlOf(publicUrl: string, token: string): string {
  return `${publicUrl}/#subscription=${token}`;
}

/** For one-click unsubscribing after RFC 8058. */
export function unsubscribeUrlOf(publicUrl: string, unsubscribeToken: string): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${unsubscribeToken}`;
}
