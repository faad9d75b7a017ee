import { ensureMigrated } from "../../data/migrate.ts";
import { hasUsers } from "../../data/user.ts";
import { FAULT_SENTENCES } from "../../domain/system/database_fault.ts";
import { variablesOf } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { Context } from "../context.ts";
import { checkDisk, nameFault } from "../record/database_fault.ts";
import { findNewerStorage } from "../record/newer_storage.ts";
import { findWrongKey } from "../record/secret_key.ts";
import { findDamage, listDamage } from "./damage.ts";

interface Readiness {
  isReady: boolean;
  problems: string[];
}

export async function getReadiness(context: Context): Promise<Readiness> {
  const { secretKeys, problems, runsLocally } = variablesOf(context.env);
  const blocking = await findBlocking(context);
  const damage = await findDamage(context.env);
  const isReady = secretKeys !== null && blocking.length === 0 && damage.database.length === 0;
  const unready =
    isReady || runsLocally
      ? problems.filter((problem) => !problem.startsWith("PUBLIC_URL is missing"))
      : problems;
  return { isReady, problems: [...unready, ...blocking, ...listDamage(damage)] };
}

async function findBlocking(context: Context): Promise<string[]> {
  const found: string[] = [];
  try {
    const migrated = ensureMigrated(context.env.DB);
    context.waitUntil(migrated.catch(() => {}));
    await migrated;
    if (!(await hasUsers(context.db))) found.push("Uptide is not set up yet: open /admin.");
    const newer = await findNewerStorage(context);
    if (newer) found.push(newer);
    found.push(...(await findWrongKey(context.env)));
  } catch (error) {
    if (error instanceof AppError) {
      found.push(error.message);
    } else {
      log("error", "database did not respond", { error });
      found.push(FAULT_SENTENCES[(await nameFault(context.env, error)) ?? "database_away"]);
    }
  }
  const disk = FAULT_SENTENCES.disk_full;
  return (await checkDisk(context.env)) && !found.includes(disk) ? [...found, disk] : found;
}
