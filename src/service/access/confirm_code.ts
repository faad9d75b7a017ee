import { isConstraintBreach, save } from "../../data/db.ts";
import { useChallenge } from "../../data/used_challenge.ts";
import { secretKeysOf } from "../../env.ts";
import { isSameText, randomText, toBase64Url, utf8 } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import type { Context } from "../context.ts";

const VALID_MS = 10 * MINUTE_MS;
const TAG_BYTES = 12;
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const SHAPE = /^([0-9a-z]{8,10})-([a-z2-9]{6})-([\w-]{16})$/;

/** A code is valid once, for one token and exactly this content. */
export async function makeConfirmCode(
  context: Context,
  content: unknown,
): Promise<{ code: string; expiresAt: number }> {
  const expiresAt = context.now + VALID_MS;
  const head = `${expiresAt.toString(36)}-${randomText(ALPHABET, 6)}`;
  return { code: `${head}-${await tagOf(context, head, content)}`, expiresAt };
}

/** Used up even if what follows fails: a repeated call must never do it twice. */
export async function spendConfirmCode(context: Context, code: string, content: unknown): Promise<void> {
  const [, expiry = "", nonce, tag = ""] = SHAPE.exec(code) ?? [];
  const expiresAt = Number.parseInt(expiry, 36);
  const isOwn = isSameText(await tagOf(context, `${expiry}-${nonce}`, content), tag);
  if (!isOwn || !(context.now < expiresAt))
    throw refusal("This code doesn't match: the content changed, or the code expired.");
  try {
    await save(context.db, [useChallenge(context.db, `confirm/${code}`, expiresAt)]);
  } catch (error) {
    if (isConstraintBreach(error)) throw refusal("This code has already been used.");
    throw error;
  }
}

function refusal(reason: string): AppError {
  return new AppError("conflict", `${reason} Call the tool without confirm for a new preview and code.`);
}

async function tagOf({ env, actor }: Context, head: string, content: unknown): Promise<string> {
  const [raw] = secretKeysOf(env);
  if (!raw || actor.kind !== "token") throw new Error("a confirm code needs a key and a token");
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const text = JSON.stringify(["confirm", actor.id, head, content]);
  const signed = await crypto.subtle.sign("HMAC", key, utf8(text));
  return toBase64Url(new Uint8Array(signed).slice(0, TAG_BYTES));
}
