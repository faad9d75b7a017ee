import { type Env, secretBoxOf } from "../../env.ts";
import { invalid } from "../../lib/errors.ts";
import type { SignUpProblem } from "../../schema/sign_up_problem.ts";
import { subscriberSecretName } from "./token.ts";

type Headers = Readonly<Record<string, string>>;

export async function sealHeaders(
  env: Env,
  sealName: string,
  headers: Headers,
): Promise<Record<string, string>> {
  const box = await secretBoxOf(env);
  const entries = Object.entries(headers).map(async ([name, value]) => {
    return [name, await box.seal(value, subscriberSecretName(sealName, `headers/${name}`))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

export async function resealHeaders(
  env: Env,
  { from, to, headers }: { from: string; to: string; headers: Headers },
): Promise<Record<string, string>> {
  return await sealHeaders(env, to, await openHeaders(env, from, headers));
}

async function openHeaders(env: Env, sealName: string, headers: Headers): Promise<Record<string, string>> {
  const box = await secretBoxOf(env);
  const open: Record<string, string> = {};
  for (const [name, sealed] of Object.entries(headers)) {
    const value = await box.open(sealed, subscriberSecretName(sealName, `headers/${name}`));
    if (value !== null) open[name] = value;
  }
  return open;
}

export async function mergeHeaders(
  env: Env,
  { sealName, webhookHeaders: stored }: { sealName: string; webhookHeaders: Headers },
  asked: Headers,
): Promise<Record<string, string>> {
  const kept = new Map(Object.keys(stored).map((name) => [name.toLowerCase(), name]));
  const typed = Object.entries(asked).filter(([, value]) => value !== "");
  const same = Object.keys(asked).filter((name) => asked[name] === "");
  const missing = same.filter((name) => !kept.has(name.toLowerCase()));
  const problems = missing.map((name) => ({
    path: `webhookHeaders.${name}`,
    message: "Enter a value.",
    code: "headerEmpty" satisfies SignUpProblem,
  }));
  if (problems[0]) throw invalid(`${problems[0].path}: ${problems[0].message}`, problems);
  const own = same.map((name) => {
    const known = kept.get(name.toLowerCase()) ?? name;
    return [known, stored[known] ?? ""] as const;
  });
  return { ...Object.fromEntries(own), ...(await sealHeaders(env, sealName, Object.fromEntries(typed))) };
}
