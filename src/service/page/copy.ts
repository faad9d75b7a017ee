import type { PageSnapshot } from "../../domain/page/view.ts";
import type { Env } from "../../env.ts";

const KEY = "page/snapshot.json";

/** The last good page, for when what makes it is away. */
export async function keepCopy(env: Env, snapshot: PageSnapshot): Promise<void> {
  await env.FILES.put(KEY, JSON.stringify(snapshot), { httpMetadata: { contentType: "application/json" } });
}

export async function readCopy(env: Env): Promise<PageSnapshot | null> {
  const copy = await env.FILES.get(KEY);
  return copy ? await copy.json<PageSnapshot>() : null;
}
