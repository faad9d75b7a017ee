import { z } from "zod";
import { openDb } from "../../data/db.ts";
import { listNames } from "../../data/monitor.ts";
import { listWatches } from "../../data/watch.ts";
import { MONITORS_PER_WATCH } from "../../domain/monitor/schedule.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { watchNumbered } from "../announce/watch.ts";

interface Damage {
  database: string[];
  watches: string[];
  others: string[];
}

const NONE: Damage = { database: [], watches: [], others: [] };
const report = z.object({ stateDir: z.string(), files: z.array(z.string()) });
const WATCH = /^do\/[^/]+-Watch\/([0-9a-f]{64})\.sqlite$/;
const WAY_BACK = "stop Uptide, move this file away, start it and restore a backup.";

export async function findDamage(env: Env): Promise<Damage> {
  const { stateDir, files } = (await readReport(env)) ?? { stateDir: "", files: [] };
  if (files.length === 0) return NONE;
  const describe = (file: string, what: string) => `${what} is damaged (${stateDir}/${file}): ${WAY_BACK}`;
  const damage: Damage = { database: [], watches: [], others: [] };
  for (const file of files) {
    const [, watchId] = WATCH.exec(file) ?? [];
    if (watchId) damage.watches.push(describe(file, await nameWatch(env, watchId)));
    else if (file.startsWith("d1/")) damage.database.push(describe(file, "The database"));
    else damage.others.push(describe(file, "A file of the state"));
  }
  return damage;
}

export function listDamage({ database, watches, others }: Damage): string[] {
  return [...database, ...watches, ...others];
}

export async function logDamage(env: Env): Promise<void> {
  for (const sentence of listDamage(await findDamage(env))) log("error", sentence);
}

async function readReport(env: Env): Promise<z.output<typeof report> | null> {
  try {
    const response = await env.STATE_REPORT?.fetch("http://disk/damage.json");
    return response?.ok ? report.parse(await response.json()) : null;
  } catch (error) {
    log("warn", "failed to read the state report", { error });
    return null;
  }
}

async function nameWatch(env: Env, id: string): Promise<string> {
  try {
    const db = openDb(env.DB);
    const watch = (await listWatches(db)).find((one) => watchNumbered(env, one).id.toString() === id);
    if (watch === undefined) return "A watch without monitors";
    const first = watch * MONITORS_PER_WATCH;
    const ids = Array.from({ length: MONITORS_PER_WATCH }, (_, i) => first + i);
    return `The watch of ${[...(await listNames(db, ids)).values()].join(", ")}`;
  } catch {
    return "A watch";
  }
}
