import { DurableObject } from "cloudflare:workers";
import type { CopyFile } from "../../src/domain/mirror/file.ts";
import { isSnapshot } from "../../src/domain/mirror/plan.ts";
import { placeOf } from "../../src/domain/mirror/provider.ts";
import { isWholeDue, nextPushAt, nextRemovalAt } from "../../src/domain/mirror/schedule.ts";
import { type Storage, StorageFault } from "../../src/domain/mirror/storage.ts";
import { pageIdIn } from "../../src/domain/page/site.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import { abortable } from "../../src/lib/within.ts";
import type { MirrorObject, MirrorReport } from "../../src/objects/mirror.ts";
import { collectCopy, collectSnapshot } from "../../src/page/mirror/copy.ts";
import type { MirrorPush, MirrorSettings } from "../../src/schema/mirror.ts";
import { type MirrorPlan, readMirrorPlan } from "../../src/service/mirror/plan.ts";
import { openStorage } from "../../src/service/mirror/storage.ts";
import { describeFault } from "./fault.ts";
import { removeLeftFiles } from "./removal.ts";
import { MirrorRequests } from "./requests.ts";
import { MirrorStore, type OpenPush } from "./store.ts";
import { MirrorUpload } from "./upload.ts";

const REQUEST_MS = 30_000;
/** An alarm may run for 15 minutes. */
const PUSH_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 20_000;
const LATE_MS = 30_000;

class Superseded extends Error {}

interface Waiter {
  after: number;
  resolve(push: MirrorPush | null): void;
}

/**
 * One instance per page pushes its static copy into a bucket, one push at a time. Stored: the last settings read,
 * the path and hash of each pushed file, and the running push, so the next one resumes after an eviction or a
 * crash. Files precede those that refer to them and `snapshot.json` is last: a push that ends half-way leaves
 * the previous copy whole. Switched off, it removes its files.
 */
export class Mirror extends DurableObject<Env> implements MirrorObject {
  readonly #pageId = pageIdIn(this.ctx.id.name);
  readonly #store = new MirrorStore(this.ctx.storage);
  readonly #requests = new MirrorRequests();
  #running: Promise<void> | null = null;
  #stop: AbortController | null = null;
  #begun = 0;
  #copy: { at: number; files: CopyFile[] } | null = null;
  #waiters: Waiter[] = [];

  async reload(): Promise<MirrorReport> {
    const { settings } = await readMirrorPlan(this.env, this.#pageId);
    await this.#take(settings);
    if (settings.enabled) this.#store.change({ wants: "again" });
    if (settings.enabled || this.#store.countLeft() > 0) await this.#ringNow();
    return await this.report();
  }

  async changed(): Promise<void> {
    const { settings, wants } = this.#store.state;
    if (settings?.enabled && wants === "nothing") this.#store.change({ wants: "whole" });
  }

  async revive(isOn: boolean): Promise<void> {
    const hasWork = isOn || this.#store.hasFiles() || this.#store.countLeft() > 0;
    if (this.#running || !hasWork) return;
    const alarmAt = await this.ctx.storage.getAlarm();
    const isLate = alarmAt === null || alarmAt < Date.now() - LATE_MS;
    if (isLate || this.#store.state.open) await this.#ringNow();
  }

  async pushNow(): Promise<MirrorPush | null> {
    const { promise, resolve } = Promise.withResolvers<MirrorPush | null>();
    this.#waiters.push({ after: this.#begun, resolve });
    const late = setTimeout(() => resolve(null), TIMEOUT_MS);
    if (this.#store.state.wants === "nothing") this.#store.change({ wants: "whole" });
    // Works in the alarm's invocation: this one may end with its caller.
    await this.#ringNow();
    try {
      return await promise;
    } finally {
      clearTimeout(late);
    }
  }

  async report(): Promise<MirrorReport> {
    const { lastOk, lastSuccessAt, lastError, pushes, settings } = this.#store.state;
    const filesLeft = settings?.enabled ? 0 : this.#store.countLeft();
    return { lastOk, lastSuccessAt, lastError, pushes, filesLeft };
  }

  override async alarm(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #work(): Promise<void> {
    const plan = await this.#learn();
    await this.#requests.over(REQUEST_MS);
    if (plan?.settings.enabled) await this.#push(plan);
    else if (plan) await this.#removeFiles();
  }

  async #push(plan: MirrorPlan): Promise<void> {
    const push = this.#begin(Date.now());
    // Set before the work, so a crash can't prevent the next run.
    await this.#ringAt(nextPushAt(push.at, plan.settings.intervalSecs, Date.now()));
    try {
      const isDone = await this.#carryOut(plan, push);
      if (!isDone) this.#store.change({ open: { ...push, isPaused: true } });
      else this.#finish(push, null);
    } catch (error) {
      if (error instanceof Superseded) return;
      this.#finish(push, describeFault(error));
    }
    if (!this.#store.state.open) this.#copy = null;
    await this.#ringAfter(push, plan.settings);
  }

  async #learn(): Promise<MirrorPlan | null> {
    try {
      const plan = await readMirrorPlan(this.env, this.#pageId);
      await this.#take(plan.settings);
      return plan;
    } catch (error) {
      log("warn", "the mirror failed to read its settings", { error });
      const { settings } = this.#store.state;
      // A page can't become private while its mirror is on.
      return settings && { settings, isPagePrivate: false };
    }
  }

  async #take(settings: MirrorSettings): Promise<void> {
    const before = this.#store.state.settings;
    const isSame = before !== null && JSON.stringify(before) === JSON.stringify(settings);
    if (isSame && (settings.enabled || !this.#store.hasFiles())) return;
    const place = placeOf(settings);
    const isElsewhere = before !== null && placeOf(before) !== place;
    if (before && (isElsewhere || !settings.enabled)) this.#store.leaveFiles(placeOf(before), before);
    this.#store.replaceLeft(place, settings);
    if (!settings.enabled) {
      this.#supersede();
      this.#store.change({ settings, open: null, ...(before?.enabled && { lastError: null }) });
      await this.ctx.storage.deleteAlarm();
      return;
    }
    if (before?.enabled && !isElsewhere) {
      this.#store.change({ settings });
      return;
    }
    this.#supersede();
    this.#store.takeBack(place);
    const fresh = { open: null, lastOk: null, lastSuccessAt: null, lastError: null, keepsEncoding: false };
    this.#store.change({ settings, wants: "again", ...fresh });
  }

  #supersede(): void {
    this.#stop?.abort(new Superseded());
    for (const { resolve } of this.#waiters.splice(0)) resolve(null);
  }

  #begin(now: number): OpenPush {
    const { open } = this.#store.state;
    if (open?.isPaused) {
      const going = { ...open, isPaused: false };
      this.#store.change({ open: going });
      return going;
    }
    if (open)
      this.#finish(open, "The push was interrupted because the service stopped. The next push continues it.");
    const { wants, wholeAt } = this.#store.state;
    const isAgain = wants === "again" || isWholeDue(wholeAt, now);
    const isWhole = isAgain || wants === "whole";
    const push = { at: now, isWhole, isPaused: false, uploaded: 0, bytes: 0 };
    if (isAgain) this.#store.forgetHashes();
    // A failed round continues with what is missing instead of starting over.
    const begun = { ...(isAgain && { wholeAt: now }), ...(isWhole && { copiedAt: now }) };
    this.#store.change({ wants: "nothing", open: push, ...begun });
    this.#begun++;
    return push;
  }

  async #carryOut({ settings, isPagePrivate }: MirrorPlan, push: OpenPush): Promise<boolean> {
    if (isPagePrivate) throw new StorageFault("The status page is private, so nothing is pushed.");
    return await this.#inTime(async (signal) => {
      const now = Date.now();
      const files = await abortable(this.#collect(push, now), signal);
      const upload = new MirrorUpload({ store: this.#store, storage: await this.#open(settings), signal });
      const isDone = await upload.put(files, push);
      if (isDone && push.isWhole) await upload.tidy(files, now);
      return isDone;
    });
  }

  async #removeFiles(): Promise<void> {
    const failures = this.#store.state.removalFailures;
    if (this.#store.countLeft() === 0) return;
    await this.#ringAt(nextRemovalAt(Date.now(), failures));
    let fault: string | null;
    try {
      const open = (settings: MirrorSettings) => this.#open(settings);
      fault = await this.#inTime((signal) => removeLeftFiles({ store: this.#store, signal, open }));
    } catch (error) {
      if (error instanceof Superseded) return;
      fault = describeFault(error);
    }
    this.#store.change({ lastError: fault, removalFailures: fault === null ? 0 : failures + 1 });
    if (this.#store.countLeft() === 0) await this.ctx.storage.deleteAlarm();
    else await this.#ringAt(fault === null ? Date.now() : nextRemovalAt(Date.now(), failures));
  }

  async #open(settings: MirrorSettings): Promise<Storage> {
    return this.#requests.watch(
      await openStorage(this.env, settings, { pageId: this.#pageId, timeoutMs: REQUEST_MS }),
    );
  }

  async #inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const { signal } = stop;
    this.#stop = stop;
    const tooLong = new StorageFault("The push took longer than 10 minutes: the storage is too slow.");
    const timer = setTimeout(() => stop.abort(tooLong), PUSH_MS);
    try {
      const result = await work(signal);
      signal.throwIfAborted();
      return result;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(timer);
      this.#stop = null;
    }
  }

  /** The whole copy is collected once per push, however many alarms it takes; each alarm takes a new snapshot. */
  async #collect(push: OpenPush, now: number): Promise<CopyFile[]> {
    if (push.isWhole && this.#copy?.at !== push.at) {
      const files = await collectCopy(this.env, { now, wholeAt: push.at }, this.#pageId);
      this.#copy = { at: push.at, files };
      return files;
    }
    const snapshot = await collectSnapshot(this.env, this.#store.state.copiedAt ?? 0, this.#pageId);
    const others = push.isWhole ? (this.#copy?.files ?? []) : [];
    return [...others.filter(({ path }) => !isSnapshot(path)), snapshot];
  }

  #finish({ at, isWhole, uploaded, bytes }: OpenPush, error: string | null): void {
    const now = Date.now();
    const push = { at, ok: error === null, uploaded, bytes, ms: now - at, error };
    const { wants } = this.#store.state;
    if (push.ok) {
      this.#store.addPush(push, { lastOk: true, lastSuccessAt: now, lastError: null });
    } else {
      const still = isWhole && wants === "nothing" ? { wants: "whole" as const } : {};
      this.#store.addPush(push, { lastOk: false, lastError: error, ...still });
    }
    const isServed = ({ after }: Waiter) => after < this.#begun;
    for (const { resolve } of this.#waiters.filter(isServed)) resolve(push);
    this.#waiters = this.#waiters.filter((waiter) => !isServed(waiter));
  }

  async #ringAfter(push: OpenPush, before: MirrorSettings): Promise<void> {
    const { open, wants, settings } = this.#store.state;
    const isAtOnce = open || wants === "again" || this.#waiters.length > 0 || settings?.enabled === false;
    if (isAtOnce) return await this.#ringNow();
    const { intervalSecs } = settings ?? before;
    await this.#ringAt(nextPushAt(push.at, intervalSecs, Date.now()));
  }

  async #ringNow(): Promise<void> {
    await this.#ringAt(Date.now());
  }

  async #ringAt(at: number): Promise<void> {
    await this.ctx.storage.setAlarm(at);
  }
}
