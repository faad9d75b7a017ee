import type { RestoreJob } from "../../src/domain/backup/job.ts";
import type { Env } from "../../src/env.ts";
import { openJob } from "../../src/service/backup/begin.ts";
import { checkNext, finishLoad, loadNext, prepareLoad } from "../../src/service/backup/load.ts";
import { announceRestore, swapIn } from "../../src/service/backup/swap.ts";
import type { BackupStore } from "./store.ts";

const LONGEST_MS = 20_000;

/**
 * Works for as long as one invocation may. Tables in use stay untouched until the swap, which is one transaction, so
 * an interrupted restore resumes or has changed nothing. Returns true once everyone was notified.
 */
export async function continueRestore(env: Env, store: BackupStore, begun: RestoreJob): Promise<boolean> {
  const deadline = Date.now() + LONGEST_MS;
  const { cipher, headerBytes } = await openJob(env, begun);
  const deps = { env, cipher };
  let job = begun;
  while (Date.now() < deadline) {
    const before = job.phase;
    switch (job.phase) {
      case "check":
        job = await checkNext(deps, job);
        break;
      case "prepare":
        job = await prepareLoad(deps, job);
        break;
      case "load whole":
      case "load bulk":
        job = await loadNext(deps, job, headerBytes.length);
        break;
      case "finish":
        job = await finishLoad(deps, job, Date.now());
        break;
      case "swap":
        job = await swapIn(env, job, Date.now());
        break;
      case "announce":
        await announceRestore(env);
        return true;
    }
    store.commit(job);
    // Each of these uses up the queries that the free plan allows an invocation.
    if (before.startsWith("load") || before === "prepare" || before === "finish") return false;
  }
  return false;
}
