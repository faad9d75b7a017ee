import { openDb, save } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { releaseClaims } from "../../data/outgoing.ts";
import type { Env } from "../../env.ts";
import { AT_START } from "../outgoing/sweep.ts";
import { runHousekeeping } from "./housekeeping.ts";

export async function resumeWork(env: Env, startedAt: number): Promise<void> {
  await ensureMigrated(env.DB);
  await save(openDb(env.DB), releaseClaims(startedAt));
  await runHousekeeping(env, Date.now(), AT_START);
}
