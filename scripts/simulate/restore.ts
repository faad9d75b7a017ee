import { latestSchema } from "../../src/data/restore_load.ts";
import type { RestoreJob } from "../../src/domain/backup/job.ts";
import { BULK_TABLES, WHOLE_TABLES } from "../../src/domain/backup/tables.ts";
import type { Env } from "../../src/env.ts";
import { finishLoad, prepareLoad } from "../../src/service/backup/load.ts";
import { announceRestore, swapIn } from "../../src/service/backup/swap.ts";
import type { Random } from "./random.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const RETRY_MS = 5000;

interface Restore {
  backupAt: number;
  at: number;
}

function drawRestore(random: Random, { startedAt, busyMs }: { startedAt: number; busyMs: number }): Restore {
  const backupMs = random.whole(11 * MINUTE_MS, busyMs / 2);
  return { backupAt: startedAt + backupMs, at: startedAt + random.whole(backupMs + 1, 0.75 * busyMs) };
}

export function planRestore(world: World, random: Random): void {
  const { backupAt, at } = drawRestore(random, world.scenario);
  const { time, trace } = world.host;
  time.after(backupAt - time.now(), () => {
    trace("a backup is made");
    const image = world.database.serialize();
    time.after(at - time.now(), () => void restore(world, image, time.now()));
  });
}

/** Each step repeats until it succeeds, like the alarm of the product's object. */
async function restore(world: World, image: Uint8Array, startedAt: number): Promise<void> {
  const { time, trace } = world.host;
  let job: RestoreJob | null = makeJob(world, startedAt);
  while (job) {
    trace(`restore: ${job.phase}`);
    const before: RestoreJob = job;
    try {
      await world.operate(async ({ env }) => {
        job = await takeStep(world, env, { job: before, image });
      });
    } catch {
      const { promise, resolve } = Promise.withResolvers<void>();
      time.after(RETRY_MS, resolve);
      await promise;
    }
  }
}

async function takeStep(
  world: World,
  env: Env,
  { job, image }: { job: RestoreJob; image: Uint8Array },
): Promise<RestoreJob | null> {
  const { database, host } = world;
  // The rows come from an image of the database, not from an encrypted file.
  const deps = { env, cipher: null as never };
  switch (job.phase) {
    case "prepare":
      return await prepareLoad(deps, job);
    case "load whole":
      database.fillShadows(image, [...WHOLE_TABLES, ...BULK_TABLES]);
      return { ...job, phase: "finish" };
    case "finish":
      return await finishLoad(deps, job, host.time.now());
    case "swap": {
      const swapped = await swapIn(env, job, host.time.now());
      noteRestored(world);
      return swapped;
    }
    default:
      await announceRestore(env);
      return null;
  }
}

function noteRestored(world: World): void {
  const rows = world.database.read("SELECT message ->> 'id' AS id FROM deliveries");
  world.beginAnew({ at: world.host.time.now(), known: new Set(rows.map(({ id }) => String(id))) });
}

function makeJob({ database }: World, startedAt: number): RestoreJob {
  const sequences = database.read("SELECT name, seq FROM sqlite_sequence");
  return {
    kind: "restore",
    id: `restore of ${startedAt}`,
    name: "backup",
    by: { id: 1, email: "operator@uptide.test" },
    startedAt,
    createdAt: startedAt,
    key: "",
    header: "",
    phase: "prepare",
    schema: latestSchema(),
    size: 0,
    offset: 0,
    number: 0,
    wholeOffset: 0,
    wholeNumber: 0,
    rows: {},
    files: 0,
    sequences: Object.fromEntries(sequences.map(({ name, seq }) => [String(name), Number(seq)])),
    secretKeys: null,
    newFiles: [],
  };
}
