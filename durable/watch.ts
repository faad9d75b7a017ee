import { DurableObject } from "cloudflare:workers";
import type { CheckResult } from "../src/domain/monitor/check_result.ts";
import { decideSlot, earliest, nextDue, offsetOf } from "../src/domain/monitor/schedule.ts";
import { initialState } from "../src/domain/monitor/state.ts";
import { pauseMonitor } from "../src/domain/monitor/status.ts";
import { lanesOf, type OutboxItem, toLiveStatus, toStatusRow } from "../src/domain/monitor/watch_item.ts";
import type { WatchedMonitor } from "../src/domain/monitor/watch_plan.ts";
import type { Env } from "../src/env.ts";
import { log, orLog } from "../src/lib/log.ts";
import type {
  CheckAnswer,
  Heartbeat,
  SingleResult,
  WatchedState,
  WatchHealth,
  WatchObject,
  WatchView,
} from "../src/objects/watch.ts";
import { hasNewTarget } from "../src/service/monitor/target.ts";
import { loadWatchPlan } from "../src/service/monitor/watch_plan.ts";
import { announceRecorded, recordWatch } from "../src/service/monitor/watch_record.ts";
import { followCertificate, noCertificate } from "./certificate_state.ts";
import { CheckRunner } from "./check_runner.ts";
import { OutboxDrain } from "./outbox_drain.ts";
import { TickReader } from "./tick_reader.ts";
import { TickWriter } from "./tick_writer.ts";
import { TimerKeeper } from "./timer_keeper.ts";
import { type StoredAttempt, WatchStore } from "./watch_store.ts";
import { gridOf, isHeartbeat, planFirst, type Watched, windowMsOf } from "./watched.ts";

const MINUTE_MS = 60_000;
/** An alarm handler may run for 15 minutes: it waits for its checks no longer than this. */
const LONGEST_RUN_MS = 10 * MINUTE_MS;

/**
 * One instance watches up to 32 monitors, `watch-<n>` those whose id divided by 32 is n. It alone decides their
 * status. Stored: the plan, states that changed, a row a tick with every result, what the database has not taken
 * yet, attempts of a check that goes on. In memory only: when each is due, which follows from the grid, and the
 * last check's time and duration, which are in the ticks. So an eviction or a crash at any point loses no
 * change of status, and at most the checks that were running.
 */
export class Watch extends DurableObject<Env> implements WatchObject {
  readonly #store: WatchStore;
  readonly #writer: TickWriter;
  readonly #reader: TickReader;
  readonly #drain: OutboxDrain<OutboxItem>;
  readonly #runner: CheckRunner;
  readonly #timers: TimerKeeper;
  readonly #offsetMs: number;
  readonly #number: number;
  readonly #watched = new Map<number, Watched>();
  #lastTickAt: number | null = null;
  #taking: Promise<void> = Promise.resolve();
  #nextTaking: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#number = Number(/\d+$/.exec(ctx.id.name ?? "")?.[0] ?? 0);
    this.#offsetMs = offsetOf(this.#number);
    this.#store = new WatchStore(ctx.storage);
    this.#drain = new OutboxDrain(this.#store, {
      hand: async (items) => {
        this.#store.cost.databaseRowsWritten += await recordWatch(env, items);
        await announceRecorded(env, items);
      },
      lanesOf,
      wakeAt: (at) => this.#armNoLaterThan(at),
    });
    this.#timers = new TimerKeeper(this.#store, this.#watched);
    this.#reader = new TickReader(this.#store, this.#watched);
    this.#writer = new TickWriter(env, this.#store, {
      watched: this.#watched,
      timers: this.#timers,
      onWritten: (at) => {
        this.#lastTickAt = at;
        void this.#drain.run();
        for (const due of this.#timers.nextDue()) void this.#armNoLaterThan(due);
      },
      recall: () => this.#recall(Date.now()),
    });
    this.#runner = new CheckRunner({
      store: this.#store,
      writer: this.#writer,
      watched: this.#watched,
      probe: (request) => this.ctx.exports.Prober.check(request),
    });
    this.#restore(Date.now());
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#store.cost.requests += 1;
    // Each step by itself: timers run and the next tick comes whatever goes wrong before.
    const started = orLog("due checks could not be started", {}, () => this.#startDue(now)) ?? [];
    orLog("timers could not be looked at", {}, () => this.#timers.fireDue(now));
    void this.#drain.run();
    await this.#arm();
    orLog("hours could not be closed", {}, () => this.#reader.closeHours(now));
    void this.#drain.run();
    const untilNext = Math.max(0, (earliest(this.#dueTimes()) ?? now + MINUTE_MS) - Date.now() - 50);
    await Promise.race([Promise.allSettled(started), scheduler.wait(Math.min(untilNext, LONGEST_RUN_MS))]);
  }

  /** Takes the plan anew from the database. A taking that runs already may have read before what this one is to find. */
  async reload(): Promise<void> {
    this.#nextTaking ??= this.#taking
      .catch(() => {})
      .then(() => {
        this.#nextTaking = null;
        this.#taking = this.#takePlan();
        return this.#taking;
      });
    await this.#nextTaking;
  }

  /** Called each minute: sets an alarm that was lost or is overdue, and tries the outbox again. */
  async revive(): Promise<void> {
    const alarmAt = await this.ctx.storage.getAlarm();
    const isLost = this.#dueTimes().length > 0 && (alarmAt === null || alarmAt < Date.now() - MINUTE_MS / 2);
    this.#store.cost.requests += 1;
    if (isLost) await this.#setAlarm(Date.now());
    void this.#drain.run();
  }

  async states(): Promise<WatchedState[]> {
    return [...this.#watched].map(([id, { state, certificate, ownFault }]) => {
      return { id, state, certificateExpiresAt: certificate.expiresAt, ownFault };
    });
  }

  async checkNow(id: number): Promise<CheckAnswer | null> {
    const watched = this.#watched.get(id);
    if (!watched || watched.plan.isPaused || isHeartbeat(watched.plan)) return null;
    await (watched.running?.done ?? this.#runner.start(watched, Date.now()));
    await this.#writer.flush();
    const { current, responseMs, message, checkedAt } = watched.state;
    const { ownFault } = watched;
    return { status: current, responseMs, message, checkedAt: checkedAt ?? Date.now(), ownFault };
  }

  /** The plan is taken first where it does not have the monitor yet. False for what still takes no heartbeats. */
  async heartbeat(id: number, beat: Heartbeat): Promise<boolean> {
    if (!this.#findTold(id))
      await this.reload().catch((error: unknown) => {
        log("warn", "a watch could not take its plan for a heartbeat", { monitorId: id, error });
      });
    const watched = this.#findTold(id);
    if (!watched) return false;
    const now = Date.now();
    watched.plannedAt = now + windowMsOf(watched.plan);
    this.#writer.add({
      watched,
      result: { ...beat, startedAt: now, checkedAt: now },
      certificate: undefined,
    });
    await this.#writer.flush();
    await this.#arm();
    return true;
  }

  async listen(untilMs: number): Promise<void> {
    this.#writer.listenUntil(untilMs);
  }

  /** Raw results since `from`, for charts of the hours that are not closed. */
  async results(id: number, from: number): Promise<SingleResult[]> {
    return this.#reader.results(id, from);
  }

  /** What the page shows of these: statuses, and single results since `rawFrom` where that is not null. */
  async view(wanted: readonly { id: number; rawFrom: number | null }[]): Promise<WatchView> {
    const own = wanted.filter(({ id }) => this.#watched.has(id));
    return {
      statuses: own.map(({ id }) => toLiveStatus(id, this.#watched.get(id)!.state)),
      raw: this.#reader.rawSince(own),
    };
  }

  async health(): Promise<WatchHealth> {
    return {
      monitors: this.#watched.size,
      outbox: this.#store.outboxSize(),
      alarmAt: await this.ctx.storage.getAlarm(),
      lastTickAt: this.#lastTickAt,
      cost: this.#store.cost,
    };
  }

  #restore(now: number): void {
    this.#recall(now);
    for (const [id] of this.#store.attempts()) {
      const watched = this.#watched.get(id);
      if (watched) watched.plannedAt = now;
    }
  }

  /** Takes from storage what it has of each monitor. When known ones are due and what runs is memory's own. */
  #recall(now: number): void {
    const stored = new Map(this.#store.monitors().map((monitor) => [monitor.plan.id, monitor]));
    for (const id of this.#watched.keys()) if (!stored.has(id)) this.#watched.delete(id);
    const isNew = ({ plan }: { plan: WatchedMonitor }) => !this.#watched.has(plan.id);
    const added = [...stored.values()].filter(isNew).map((monitor): Watched => {
      return { ...monitor, plannedAt: now, isUntried: false, running: null, ownFault: null };
    });
    for (const [id, watched] of this.#watched) Object.assign(watched, stored.get(id));
    for (const watched of added) this.#watched.set(watched.plan.id, watched);
    this.#lastTickAt = this.#reader.catchUp(now);
    for (const watched of added) watched.plannedAt = planFirst(watched, { offsetMs: this.#offsetMs, now });
  }

  /** Each monitor by itself: one that can't be taken is told again, and the others go on with their own. */
  async #takePlan(): Promise<void> {
    const now = Date.now();
    const plan = await loadWatchPlan(this.env, this.#number, now);
    const moved = await this.#findMoved(plan);
    const faults: unknown[] = [];
    const attempt = (monitorId: number, change: () => void) => {
      try {
        this.#store.inTransaction(change);
      } catch (error) {
        log("error", "a watch could not take a monitor", { monitorId, error });
        this.#recall(now);
        faults.push(error);
      }
    };
    for (const monitor of plan)
      attempt(monitor.id, () => this.#adopt(monitor, { now, isMoved: moved.has(monitor.id) }));
    const ids = new Set(plan.map(({ id }) => id));
    for (const id of [...this.#watched.keys()].filter((known) => !ids.has(known))) {
      attempt(id, () => {
        this.#store.removeMonitor(id);
        this.#watched.delete(id);
      });
    }
    await this.#arm();
    void this.#drain.run();
    if (faults.length > 0)
      throw new Error("A watch could not take all of its monitors.", { cause: faults[0] });
  }

  /** Those that are checked in another way than before, or elsewhere. */
  async #findMoved(plan: readonly WatchedMonitor[]): Promise<ReadonlySet<number>> {
    const moved = new Set<number>();
    for (const monitor of plan) {
      const before = this.#watched.get(monitor.id)?.plan;
      if (before && (await hasNewTarget(this.env, before, monitor))) moved.add(monitor.id);
    }
    return moved;
  }

  #adopt(plan: WatchedMonitor, { now, isMoved }: { now: number; isMoved: boolean }): void {
    const known = this.#watched.get(plan.id);
    if (known && JSON.stringify(known.plan) === JSON.stringify(plan)) return;
    const watched: Watched = known ?? {
      plan,
      // Above any number used before, should this watch have lost its storage: event ids are never used twice.
      state: initialState(plan.eventsBefore),
      certificate: noCertificate(),
      plannedAt: now,
      isUntried: false,
      running: null,
      ownFault: null,
    };
    const before = watched.plan;
    watched.plan = plan;
    if (known && plan.isPaused && !before.isPaused) this.#pause(watched, now);
    const isNew = !known || (before.isPaused && !plan.isPaused);
    if (isMoved) {
      watched.isUntried = true;
      watched.running = null;
      watched.ownFault = null;
      watched.certificate = followCertificate(watched.certificate, { before, after: plan });
    }
    if (isNew || isMoved) watched.plannedAt = isHeartbeat(plan) ? now + windowMsOf(plan) : now;
    else if (
      before.rule.intervalSecs !== plan.rule.intervalSecs ||
      before.rule.graceSecs !== plan.rule.graceSecs
    ) {
      watched.plannedAt = planFirst(watched, { offsetMs: this.#offsetMs, now });
    }
    this.#watched.set(plan.id, watched);
    this.#store.saveMonitor(watched);
  }

  #pause(watched: Watched, now: number): void {
    const { state, history } = pauseMonitor(watched.state, now);
    watched.state = state;
    watched.running = null;
    const monitorId = watched.plan.id;
    this.#timers.pause(monitorId);
    for (const write of history) this.#store.addToOutbox({ kind: "history", monitorId, write });
    this.#store.addToOutbox({
      kind: "status",
      monitorId,
      status: toStatusRow(state, watched.certificate.expiresAt),
    });
    this.#store.removeAttempt(monitorId);
  }

  #findTold(id: number): Watched | null {
    const watched = this.#watched.get(id);
    return watched && !watched.plan.isPaused && isHeartbeat(watched.plan) ? watched : null;
  }

  #dueTimes(): number[] {
    return [...this.#watched.values()].filter(({ plan }) => !plan.isPaused).map(({ plannedAt }) => plannedAt);
  }

  async #arm(): Promise<void> {
    const next = earliest([...this.#dueTimes(), ...this.#drain.retryTimes(), ...this.#timers.nextDue()]);
    if (next !== null && (await this.ctx.storage.getAlarm()) !== next) await this.#setAlarm(next);
  }

  async #armNoLaterThan(at: number): Promise<void> {
    const alarmAt = await this.ctx.storage.getAlarm();
    if (alarmAt === null || alarmAt > at) await this.#setAlarm(at);
  }

  async #setAlarm(at: number): Promise<void> {
    this.#store.cost.rowsWritten += 1;
    await this.ctx.storage.setAlarm(at);
  }

  #startDue(now: number): Promise<void>[] {
    const started: Promise<void>[] = [];
    const attempts = this.#store.attempts();
    for (const watched of this.#watched.values()) {
      if (watched.plan.isPaused || watched.plannedAt > now) continue;
      const run = orLog("a check could not be started", { monitorId: watched.plan.id }, () =>
        this.#startOne(watched, { attempt: attempts.get(watched.plan.id), now }),
      );
      if (run) started.push(run);
    }
    return started;
  }

  #startOne(
    watched: Watched,
    { attempt, now }: { attempt: StoredAttempt | undefined; now: number },
  ): Promise<void> | null {
    const { plan } = watched;
    if (isHeartbeat(plan)) {
      this.#missHeartbeat(watched, now);
      return null;
    }
    const grid = gridOf(plan, this.#offsetMs);
    const { checkedAt, current } = watched.state;
    const isFirst = checkedAt === null || current === "pending" || watched.isUntried;
    watched.isUntried = false;
    const slot = attempt?.slot ?? (isFirst ? now : decideSlot(grid, { plannedAt: watched.plannedAt, now }));
    watched.plannedAt = nextDue(grid, now);
    return slot !== null && !watched.running ? this.#runner.start(watched, slot, attempt?.attempt) : null;
  }

  #missHeartbeat(watched: Watched, now: number): void {
    const { plan } = watched;
    watched.plannedAt = now + plan.rule.intervalSecs * 1000;
    const message = `No heartbeat within ${windowMsOf(plan) / 1000} s.`;
    const result: CheckResult = { status: "down", startedAt: now, checkedAt: now, responseMs: null, message };
    this.#writer.add({ watched, result, certificate: undefined });
    void this.#writer.flush();
  }
}
