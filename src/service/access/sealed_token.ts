import { type Env, secretBoxOf } from "../../env.ts";

interface Sealed<T> {
  value: T;
  expiresAt: number;
}

export type Opened<T> = { state: "good" | "expired"; value: T } | { state: "bad" };

/** A token that carries what it stands for, readable by this service only: nothing is stored for it. */
export async function sealToken<T>(env: Env, purpose: string, value: T, expiresAt: number): Promise<string> {
  const box = await secretBoxOf(env);
  return await box.seal(JSON.stringify({ value, expiresAt } satisfies Sealed<T>), `token/${purpose}`);
}

/** `T` is what was sealed for this purpose: the name it is sealed under lets nothing else open. */
export async function openToken<T>(
  env: Env,
  purpose: string,
  token: string,
  now: number,
): Promise<Opened<T>> {
  const plain = await (await secretBoxOf(env)).open(token, `token/${purpose}`);
  if (plain === null) return { state: "bad" };
  const { value, expiresAt } = JSON.parse(plain) as Sealed<T>;
  return { state: now < expiresAt ? "good" : "expired", value };
}
