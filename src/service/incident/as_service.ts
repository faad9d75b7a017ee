import type { Env } from "../../env.ts";
import { type Context, createContext } from "../context.ts";

export async function asService<T>(
  env: Env,
  now: number,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const waiting: Promise<unknown>[] = [];
  const context = createContext(env, {
    now,
    client: { ip: "", userAgent: "" },
    origin: env.PUBLIC_URL ?? "",
    waitUntil: (promise) => waiting.push(promise),
  });
  const response = await work(context);
  await Promise.allSettled(waiting);
  return response;
}
