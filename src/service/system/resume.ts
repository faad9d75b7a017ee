import { releaseClaims } from "../../data/claim.ts";
import { openDb, save } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import type { Env } from "../../env.ts";
import { runHousekeeping } from "./housekeeping.ts";
import { AT_START } from "./sweep.ts";

/** Goes on at once with what the process before this one has left: it began before this one started, and is gone. */
export async function resumeWork(env: Env, startedAt: number): Promise<void> {
  await ensureMigrated(env.DB);
  await save(openDb(env.DB), releaseClaims(startedAt));
  await runHousekeeping(env, Date.now(), AT_START);
}
