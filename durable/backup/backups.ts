import { DurableObject } from "cloudflare:workers";
import { BackupFault } from "../../src/domain/backup/fault.ts";
import type { Job, MakeJob, RestoreJob } from "../../src/domain/backup/job.ts";
import { afterFailure, decideDue, nextSlot, retryTime } from "../../src/domain/backup/schedule.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type { BackupsObject, BackupsReport } from "../../src/objects/backups.ts";
import { beginBackup, beginRestore } from "../../src/service/backup/begin.ts";
import { dropLoad } from "../../src/service/backup/load.ts";
import { abortUpload } from "../../src/service/backup/part.ts";
import { readBackupSettings, recordBackup, saveBackupStatus } from "../../src/service/backup/status.ts";
import { removeOverdue } from "../../src/service/backup/store.ts";
import { continueBackup } from "./maker.ts";
import { reportBackup, reportRestore } from "./report.ts";
import { continueRestore } from "./restorer.ts";
import { BackupStore, type JobEnd } from "./store.ts";

const LATE_MS = 30_000;
/** A step cut off by a crash is repeated after this; one still running is left alone. */
const RESCUE_MS = 5000;
const MOST_TRIES = 6;

/**
 * A single instance makes backups and restores them, one job at a time, in alarm steps bounded in memory and requests.
 * Stored: the job's progress, and file bytes that are not in the bucket yet. A step cut off by a crash is repeated
 * without harm. The file's key is kept, sealed, until the job ends.
 */
export class Backups extends DurableObject<Env> implements BackupsObject {
  readonly #store = new BackupStore(this.ctx.storage);
  #running: Promise<void> | null = null;
  #isBeginning = false;
  #waiters: { id: string; resolve(end: JobEnd | null): void }[] = [];

  async backUp({ by, passphrase }: { by: Job["by"]; passphrase: string | null }) {
    return await this.#begin(async (now) => {
      return await beginBackup(this.env, { by, passphrase, now, origin: "manual" });
    });
  }

  async restore(asked: {
    by: Job["by"];
    passphrase: string | null;
    name: string;
  }): Promise<{ id: string } | "busy" | { fault: string; code: string }> {
    try {
      return await this.#begin(async (now) => await beginRestore(this.env, { ...asked, now }));
    } catch (error) {
      if (error instanceof BackupFault) return { fault: error.message, code: error.code };
      throw error;
    }
  }

  async wait(id: string, timeoutMs: number): Promise<JobEnd | null> {
    const end = this.#store.state.ends.find((one) => one.id === id);
    if (end) return end;
    const { promise, resolve } = Promise.withResolvers<JobEnd | null>();
    this.#waiters.push({ id, resolve });
    const late = setTimeout(() => resolve(null), timeoutMs);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#waiters = this.#waiters.filter((waiter) => waiter.resolve !== resolve);
    }
  }

  async report(): Promise<BackupsReport> {
    const { job, failed, restore, settings, schedule } = this.#store.state;
    const isMade = job?.kind === "backup";
    const running = isMade ? [reportBackup(job, job.size + this.#store.pendingSize())] : [];
    const next = settings && nextSlot(settings, Date.now());
    return {
      backups: failed ? [...running, failed] : running,
      restore: job?.kind === "restore" ? reportRestore(job) : restore,
      nextAt: next === null ? null : Math.min(next, retryTime(schedule) ?? next),
    };
  }

  async forget(name: string): Promise<boolean> {
    const isFailed = this.#store.state.failed?.name === name;
    if (isFailed) this.#store.change({ failed: null });
    return isFailed;
  }

  async isUsed(name: string): Promise<boolean> {
    return this.#store.state.job?.name === name;
  }

  async reload(): Promise<void> {
    this.#store.change({ settings: await readBackupSettings(this.env) });
    await this.#ringNow();
  }

  async revive(): Promise<void> {
    if (this.#running) return;
    const now = Date.now();
    const alarmAt = await this.ctx.storage.getAlarm();
    const { job, settings } = this.#store.state;
    // Setting the clock back leaves the alarm far in the future.
    const latest = (settings && nextSlot(settings, now)) ?? now;
    if (job || alarmAt === null || alarmAt < now - LATE_MS || alarmAt > latest) await this.#ringNow();
  }

  override async alarm(): Promise<void> {
    this.#running ??= this.#ring().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #begin<J extends Job>(make: (now: number) => Promise<J>): Promise<{ id: string } | "busy"> {
    if (this.#isBeginning || this.#store.state.job) return "busy";
    this.#isBeginning = true;
    try {
      const now = Date.now();
      const job = await make(now);
      this.#store.dropPending();
      this.#store.commit(job);
      await this.#saveStatus({ running: job.kind });
      // Works in the alarm's invocation: this one may end with its caller.
      await this.#ringNow();
      return { id: job.id };
    } finally {
      this.#isBeginning = false;
    }
  }

  async #ring(): Promise<void> {
    // Set before the work, so a crash can't prevent the next run.
    await this.ctx.storage.setAlarm(Date.now() + RESCUE_MS);
    if (!this.#store.state.job) await this.#followSchedule();
    const { job } = this.#store.state;
    if (job) await this.#goOn(job);
    await this.#ringNext();
  }

  async #followSchedule(): Promise<void> {
    const now = Date.now();
    if (!(await this.#isDue(now))) return;
    try {
      const by = { id: 0, email: "" };
      const begun = await this.#begin(async () => {
        return await beginBackup(this.env, { by, passphrase: null, now, origin: "scheduled" });
      });
      if (begun === "busy") throw new Error("something else goes on");
    } catch (error) {
      log("error", "failed to start a scheduled backup", { error });
      this.#store.change({ schedule: afterFailure(this.#store.state.schedule, now) });
    }
  }

  /** False while the settings can't be read: cron retries in a minute. */
  async #isDue(now: number): Promise<boolean> {
    try {
      const settings = await readBackupSettings(this.env);
      const { isDue, state } = decideDue(settings, this.#store.state.schedule, now);
      this.#store.change({ settings, schedule: state });
      return isDue;
    } catch (error) {
      log("warn", "failed to read the backup schedule", { error });
      return false;
    }
  }

  async #goOn(job: Job): Promise<void> {
    const { tries } = this.#store.state;
    this.#store.change({ tries: tries + 1 });
    try {
      if (tries >= MOST_TRIES) throw new BackupFault("failed", "Interrupted several times. See the log.");
      const isDone =
        job.kind === "backup"
          ? await continueBackup(this.env, this.#store, job)
          : await continueRestore(this.env, this.#store, job);
      if (isDone) await this.#finish(job.kind);
    } catch (error) {
      const isFinal = error instanceof BackupFault || tries + 1 >= MOST_TRIES;
      const level = error instanceof BackupFault || !isFinal ? "warn" : "error";
      log(level, "a backup or a restore did not go on", { kind: job.kind, error });
      if (isFinal) await this.#fail(error);
    }
  }

  async #finish(kind: Job["kind"]): Promise<void> {
    const { job } = this.#store.state;
    const now = Date.now();
    if (kind === "backup" && job?.kind === "backup") {
      const isOpenedByPassphrase = reportBackup(job, 0).encryptedWith === "passphrase";
      await recordBackup(this.env, job, { now, isOpenedByPassphrase });
      this.#store.change({ failed: null });
      this.#end(job, { error: null, code: "" });
      if (job.origin === "scheduled") await this.#tidy();
    } else if (job?.kind === "restore") {
      this.#store.change({ restore: { ...reportRestore(job), ...DONE, finishedAt: now } });
      this.#end(job, { error: null, code: "" });
      await this.#saveStatus({ running: null, lastRestoreAt: now });
      await this.#followSchedule();
    }
  }

  async #tidy(): Promise<void> {
    try {
      await removeOverdue(this.env, this.#store.state.settings?.keep ?? Infinity);
    } catch (error) {
      log("warn", "failed to remove old backups", { error });
    }
  }

  async #fail(error: unknown): Promise<void> {
    const { job, schedule } = this.#store.state;
    if (!job) return;
    const now = Date.now();
    const sentence =
      error instanceof BackupFault ? error.message : "Something went wrong. See the service's log.";
    const end = { error: sentence, code: error instanceof BackupFault ? error.code : "failed" };
    try {
      await this.#cleanUp(job);
    } catch (fault) {
      log("warn", "failed to remove a job's leftovers", { kind: job.kind, error: fault });
    }
    if (job.kind === "backup") {
      this.#store.change({ failed: { ...reportBackup(job, job.size), state: "failed", error: sentence } });
      if (job.origin === "scheduled") this.#store.change({ schedule: afterFailure(schedule, now) });
      await this.#saveStatus({ running: null, lastFailureAt: now, lastError: sentence });
    } else {
      this.#store.change({
        restore: { ...reportRestore(job), state: "failed", error: sentence, finishedAt: now },
      });
      await this.#saveStatus({ running: null });
    }
    this.#end(job, end);
  }

  async #cleanUp(job: MakeJob | RestoreJob): Promise<void> {
    this.#store.dropPending();
    if (job.kind === "backup") await abortUpload(this.env, job);
    else await dropLoad(this.env, job);
  }

  #end({ id, name }: Job, { error, code }: { error: string | null; code: string }): void {
    const end = { id, name, error, code };
    this.#store.addEnd(end);
    for (const { resolve } of this.#waiters.filter((waiter) => waiter.id === id)) resolve(end);
  }

  /** Informational only: nothing depends on the settings row. */
  async #saveStatus(change: Parameters<typeof saveBackupStatus>[1]): Promise<void> {
    try {
      await saveBackupStatus(this.env, change, Date.now());
    } catch (error) {
      log("warn", "failed to write the state of backups", { error });
    }
  }

  async #ringNext(): Promise<void> {
    const { job, tries, settings, schedule } = this.#store.state;
    const now = Date.now();
    if (job) return await this.ctx.storage.setAlarm(now + (tries === 0 ? 0 : 500 * 2 ** tries));
    const next = settings && nextSlot(settings, now);
    if (next === null) await this.ctx.storage.deleteAlarm();
    else
      await this.ctx.storage.setAlarm(Math.min(next, Math.max(now + MINUTE_MS, retryTime(schedule) ?? next)));
  }

  async #ringNow(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now());
  }
}

const DONE = { state: "done", phase: "done", progress: 1, error: null } as const;
