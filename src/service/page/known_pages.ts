import { openDb } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { listKnownPages } from "../../data/page.ts";
import type { KnownPage } from "../../domain/page/site.ts";
import type { Env } from "../../env.ts";
import { pageOf } from "../announce/page.ts";
import { cached } from "../record/page_memory.ts";

/** From the isolate's memory, at most five seconds old, or from the default page's object: never from the database. */
export async function listPagesKnown(
  env: Env,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<readonly KnownPage[]> {
  const load = async () => await pageOf(env).listPages();
  return await cached("pages", { now: Date.now(), waitUntil, load });
}

export async function readKnownPages({ DB }: Env): Promise<KnownPage[]> {
  await ensureMigrated(DB);
  return await listKnownPages(openDb(DB));
}
