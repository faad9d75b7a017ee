import { DurableObject } from "cloudflare:workers";
import { isProbed } from "../../src/domain/monitor/rule.ts";
import { earliest } from "../../src/domain/monitor/schedule.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import type { Span } from "../../src/domain/uptime/uptime.ts";
import type { Env } from "../../src/env.ts";
import { log, orLog } from "../../src/lib/log.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type {
  CheckResponse,
  Heartbeat,
  HeartbeatTaken,
  LastChecks,
  SingleResult,
  StatusReport,
  WatchedState,
  WatchFigures,
  WatchGlance,
  WatchHealth,
  WatchObject,
  WatchRecent,
  WatchView,
} from "../../src/objects/watch.ts";
import { beginHeartbeatRun, findHeartbeatPlan, takeHeartbeat } from "./heartbeats.ts";
import { findManualPlan, takeReport } from "./manual_reports.ts";
import { makeWatchParts, type WatchParts } from "./parts.ts";
import { readLatest } from "./tick_reader.ts";
import {
  findLastChecks,
  glanceAt,
  listResults,
  listStates,
  readFigures,
  readHealth,
  readRecent,
  viewOf,
} from "./views.ts";

/** An alarm handler may run for 15 minutes: it waits for its checks no longer than this. */
const LONGEST_RUN_MS = 10 * MINUTE_MS;

/**
 * One instance, `watch-<n>`, watches up to 32 monitors, those whose id divided by 32 is n, and alone decides their
 * status. Stored: the plan, changed states, a row per tick with every result, changes the database has not accepted
 * yet, and attempts of an unfinished check. In memory only: due times, which follow from the grid, and the last
 * check's time and duration, which are in the ticks. An eviction or a crash loses no change of status, and at most the
 * running checks.
 */
export class Watch extends DurableObject<Env> implements WatchObject {
  readonly #parts: WatchParts;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#parts = makeWatchParts({
      env: () => this.env,
      storage: ctx.storage,
      number: Number(/\d+$/.exec(ctx.id.name ?? "")?.[0] ?? 0),
      prober: () => this.ctx.exports.Prober,
      onTick: () => this.#afterTick(),
      recall: () => this.#recall(Date.now()),
      reload: () => this.reload(),
    });
    this.#restore(Date.now());
  }

  override async alarm(): Promise<void> {
    const { store, due, timers, drain, hours } = this.#parts;
    const now = Date.now();
    store.cost.requests += 1;
    due.noteLateness(now);
    // Each step by itself, so a failure stops neither the timers nor the next tick.
    const started = orLog("failed to start due checks", {}, () => due.start(now)) ?? [];
    orLog("failed to process timers", {}, () => timers.fireDue(now));
    void drain.run();
    await this.#arm();
    orLog("failed to close hours", {}, () => hours.close(now));
    void drain.run();
    const untilNext = Math.max(0, (earliest(due.times()) ?? now + MINUTE_MS) - Date.now() - 50);
    await Promise.race([Promise.allSettled(started), scheduler.wait(Math.min(untilNext, LONGEST_RUN_MS))]);
  }

  async reload(): Promise<void> {
    try {
      await this.#parts.plan.take();
    } finally {
      await this.#arm();
      void this.#parts.drain.run();
    }
  }

  async revive(): Promise<void> {
    const { alarm, due, store, drain, hours } = this.#parts;
    due.noteMinute(Date.now());
    const alarmAt = await alarm.find();
    const first = earliest(due.times());
    const isEarly = first !== null && alarmAt !== null && alarmAt > Math.max(first, Date.now());
    const isLost = first !== null && (alarmAt === null || alarmAt < Date.now() - MINUTE_MS / 2);
    if (isEarly) await alarm.set(first);
    store.cost.requests += 1;
    if (isLost) await alarm.set(Date.now());
    // With everything paused or rarely checked, no tick would close the hour or replace an old tick.
    orLog("failed to close hours", {}, () => hours.close(Date.now()));
    orLog("failed to drop old ticks", {}, () => store.ticks.dropOld(Date.now()));
    void drain.run();
  }

  async checkNow(id: number, from: "home" | "all" = "home"): Promise<CheckResponse | null> {
    const { book, runner, writer } = this.#parts;
    const plan = book.find(id)?.plan;
    if (!plan || plan.isPaused || !isProbed(plan)) return null;
    const places = from === "all" ? await runner.startFromAll(id) : [];
    if (from === "home") await (runner.findRun(id) ?? runner.start(id, { slot: Date.now() }));
    await writer.flush();
    const state = book.find(id)?.state;
    if (!state) return null;
    const { responseMs, message, checkedAt } = state;
    const ownFault = runner.findOwnFault(id);
    const status = runner.hasNoData(id) ? "pending" : state.current;
    const response = { status, responseMs, message, checkedAt: checkedAt ?? Date.now(), ownFault };
    return { ...response, ...runner.findFacts(id), ...(places.length > 0 && { places }) };
  }

  async heartbeat(id: number, beat: Heartbeat): Promise<HeartbeatTaken | null> {
    const plan = await this.#findHeartbeatPlan(id);
    if (!plan) return null;
    const taken = await takeHeartbeat(this.#parts, { plan, beat, now: Date.now() });
    await this.#arm();
    return taken;
  }

  async beginRun(id: number, runId: string): Promise<boolean> {
    const plan = await this.#findHeartbeatPlan(id);
    if (!plan) return false;
    beginHeartbeatRun(this.#parts, { plan, runId, now: Date.now() });
    await this.#arm();
    return true;
  }

  async setStatus(id: number, report: StatusReport): Promise<boolean> {
    const { book } = this.#parts;
    if (!findManualPlan(book, id)) await this.reload();
    const plan = findManualPlan(book, id);
    if (!plan || plan.isPaused) return false;
    await takeReport(this.#parts, { id, report, now: Date.now() });
    await this.#arm();
    return true;
  }

  async listen(untilMs: number): Promise<void> {
    this.#parts.writer.listenUntil(untilMs);
  }

  async states(): Promise<WatchedState[]> {
    return listStates(this.#parts);
  }

  async results(id: number, from: number): Promise<SingleResult[]> {
    return listResults(this.#parts, id, from);
  }

  async lastChecks(id: number, most: number): Promise<LastChecks> {
    return findLastChecks(this.#parts, id, most);
  }

  async glance(ids: readonly number[], most: number): Promise<WatchGlance[]> {
    return glanceAt(this.#parts, ids, most);
  }

  async view(wanted: readonly { id: number; rawFrom: number | null }[]): Promise<WatchView> {
    return viewOf(this.#parts, wanted);
  }

  async recent(span: Span): Promise<WatchRecent> {
    return readRecent(this.#parts, span);
  }

  async health(): Promise<WatchHealth> {
    return await readHealth(this.#parts);
  }

  async figures(): Promise<WatchFigures> {
    return readFigures(this.#parts, Date.now());
  }

  #restore(now: number): void {
    const { store, book, schedule } = this.#parts;
    this.#recall(now);
    for (const id of store.attempts().keys()) if (book.has(id)) schedule.plan(id, now);
  }

  #recall(now: number): void {
    const { store, writer, book, schedule, runner } = this.#parts;
    const { lastTickAt, checks } = readLatest(store, now);
    writer.resume(lastTickAt);
    book.recall(checks);
    const monitors = book.list();
    const ids = new Set(monitors.map(({ plan }) => plan.id));
    schedule.keepOnly(ids);
    runner.keepOnly(ids);
    for (const monitor of monitors) if (!schedule.has(monitor.plan.id)) schedule.planFirst(monitor, now);
  }

  #afterTick(): void {
    const { drain, timers, alarm } = this.#parts;
    void drain.run();
    for (const due of timers.nextDue()) void alarm.armNoLaterThan(due);
  }

  async #findHeartbeatPlan(id: number): Promise<WatchedMonitor | null> {
    const { book } = this.#parts;
    if (!findHeartbeatPlan(book, id))
      await this.reload().catch((error: unknown) => {
        log("warn", "a watch failed to load its plan for a heartbeat", { monitorId: id, error });
      });
    return findHeartbeatPlan(book, id);
  }

  async #arm(): Promise<void> {
    const { alarm, due, drain, timers } = this.#parts;
    await alarm.arm([...due.times(), ...drain.retryTimes(), ...timers.nextDue()]);
  }
}
