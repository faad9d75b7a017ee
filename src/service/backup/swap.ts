import { insertAuditEntry } from "../../data/audit.ts";
import { openDb, save } from "../../data/db.ts";
import { findRestoreMark } from "../../data/restore_epoch.ts";
import { readPlaces, swapShadows } from "../../data/restore_swap.ts";
import type { RestoreJob } from "../../domain/backup/job.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { notifyMirrorsOfSettings, pageChanged, pagesChanged } from "../announce/page.ts";
import { announceToWatches } from "../announce/watch.ts";

export async function swapIn(env: Env, job: RestoreJob, now: number): Promise<RestoreJob> {
  const db = openDb(env.DB);
  const before = await findRestoreMark(db);
  if (before?.id !== job.id) {
    const epoch = Math.max((before?.epoch ?? 0) + 1, Math.floor(now / 1000));
    const swap = swapShadows(await readPlaces(db), {
      mark: { epoch, id: job.id, at: now },
      sequences: job.sequences,
      by: job.by.email,
      audit: insertAuditEntry(db, {
        at: now,
        userId: job.by.id,
        userEmail: job.by.email,
        action: "Update",
        entityType: "backup",
        entityId: null,
        entityName: job.name,
        details: {
          fields: ["restored"],
          changes: { restored: [null, new Date(job.createdAt).toISOString()] },
          schema: job.schema,
        },
      }),
    });
    await save(db, swap);
  }
  return { ...job, phase: "announce" };
}

export async function announceRestore(env: Env): Promise<void> {
  for (const notify of [announceToWatches, pagesChanged, pageChanged, notifyMirrorsOfSettings]) {
    try {
      await notify(env);
    } catch (error) {
      log("warn", "an object was not notified of a restore", { error });
    }
  }
}
