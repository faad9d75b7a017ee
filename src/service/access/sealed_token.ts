import { type Env, secretBoxOf } from "../../env.ts";

interface SealedContent<T> {
  value: T;
  expiresAt: number;
}

type OpenedToken<T> = { state: "good" | "expired"; value: T } | { state: "bad" };

export async function sealToken<T>(env: Env, purpose: string, value: T, expiresAt: number): Promise<string> {
  const box = await secretBoxOf(env);
  return await box.seal(JSON.stringify({ value, expiresAt } satisfies SealedContent<T>), `token/${purpose}`);
}

/** Casting to `T` is safe: only values sealed for the same purpose open. */
export async function openToken<T>(
  env: Env,
  purpose: string,
  token: string,
  now: number,
): Promise<OpenedToken<T>> {
  const plain = await (await secretBoxOf(env)).open(token, `token/${purpose}`);
  if (plain === null) return { state: "bad" };
  const { value, expiresAt } = JSON.parse(plain) as SealedContent<T>;
  return { state: now < expiresAt ? "good" : "expired", value };
}
