import { DurableObject } from "cloudflare:workers";
import { isProbed, MANUAL_TYPE } from "../src/domain/monitor/rule.ts";
import { earliest, offsetOf } from "../src/domain/monitor/schedule.ts";
import { lanesOf, type OutboxItem, toLiveStatus } from "../src/domain/monitor/watch_item.ts";
import type { WatchedMonitor } from "../src/domain/monitor/watch_plan.ts";
import type { Span } from "../src/domain/uptime/spans.ts";
import type { Env } from "../src/env.ts";
import { isEqual } from "../src/lib/is_equal.ts";
import { log, orLog } from "../src/lib/log.ts";
import { MINUTE_MS } from "../src/lib/units.ts";
import type {
  CheckAnswer,
  Heartbeat,
  HeartbeatTaken,
  LastChecks,
  SingleResult,
  ToldStatus,
  WatchedState,
  WatchFigures,
  WatchGlance,
  WatchHealth,
  WatchObject,
  WatchRecent,
  WatchView,
} from "../src/objects/watch.ts";
import { askPlaces } from "../src/service/monitor/place.ts";
import { announceRecorded, recordWatch } from "../src/service/monitor/watch_record.ts";
import { meetTrouble } from "../src/service/system/own_trouble.ts";
import { doesAnyAnswer } from "../src/service/system/reference.ts";
import { BeatKeeper } from "./beat_keeper.ts";
import { CheckCounts } from "./check_counts.ts";
import { CheckRunner } from "./check_runner.ts";
import { CheckSchedule, isHeartbeat } from "./check_schedule.ts";
import { MonitorBook } from "./monitor_book.ts";
import { OutboxDrain } from "./outbox_drain.ts";
import { TroubleWatch } from "./own_trouble.ts";
import { PlaceJury } from "./place_jury.ts";
import { PlanKeeper } from "./plan_keeper.ts";
import { ResponseHours } from "./response_hours.ts";
import { StartPace } from "./start_pace.ts";
import { TickReader } from "./tick_reader.ts";
import { TickWriter } from "./tick_writer.ts";
import { TimerKeeper } from "./timer_keeper.ts";
import { WatchAlarm } from "./watch_alarm.ts";
import { figuresOf, findLateness } from "./watch_figures.ts";
import { type StoredAttempt, type StoredMonitor, WatchStore } from "./watch_store.ts";

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
  readonly #book: MonitorBook;
  readonly #schedule: CheckSchedule;
  readonly #counts: CheckCounts;
  readonly #alarm: WatchAlarm;
  readonly #writer: TickWriter;
  readonly #reader: TickReader;
  readonly #hours: ResponseHours;
  readonly #drain: OutboxDrain<OutboxItem>;
  readonly #runner: CheckRunner;
  readonly #pace: StartPace;
  readonly #timers: TimerKeeper;
  readonly #plan: PlanKeeper;
  readonly #beats: BeatKeeper;
  #lastTickAt: number | null = null;
  #latenessMs = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const number = Number(/\d+$/.exec(ctx.id.name ?? "")?.[0] ?? 0);
    const store = new WatchStore(ctx.storage);
    const book = new MonitorBook(store);
    const schedule = new CheckSchedule(offsetOf(number), (id) => store.runsOf(id));
    const counts = new CheckCounts(store);
    const recall = (now: number) => this.#recall(now);
    this.#store = store;
    this.#book = book;
    this.#schedule = schedule;
    this.#alarm = new WatchAlarm(ctx.storage, store.cost);
    this.#drain = new OutboxDrain(store.outbox, {
      hand: async (items) => {
        const epoch = store.epoch();
        const rows = await recordWatch(env, items, epoch);
        // Of a database that was restored since: the plan is taken anew, and what was to be told of it goes.
        if (rows === null) return await this.reload();
        store.cost.databaseRowsWritten += rows;
        await announceRecorded(env, items, epoch);
      },
      lanesOf,
      wakeAt: (at) => this.#alarm.armNoLaterThan(at),
    });
    const timers = new TimerKeeper(store, book);
    const writer = new TickWriter(env, store, {
      book,
      counts,
      timers,
      onWritten: (at) => this.#afterTick(at),
      recall: () => recall(Date.now()),
    });
    const probe = (request: Parameters<typeof ctx.exports.Prober.check>[0]) =>
      this.ctx.exports.Prober.check(request);
    const pace = new StartPace({ now: () => Date.now(), after: (ms, go) => void setTimeout(go, ms) });
    let selfTest = store.selfTest();
    const trouble = new TroubleWatch({
      rule: () => selfTest,
      askReferences: doesAnyAnswer,
      onTrouble: () => void meetTrouble(env, Date.now()),
    });
    const jury = new PlaceJury(async (locations, request) => {
      store.cost.requests += locations.length;
      return await askPlaces(env, locations, request);
    });
    const runner = new CheckRunner({ store, writer, book, probe, pace, jury, trouble });
    this.#timers = timers;
    this.#beats = new BeatKeeper({ store, book, schedule, writer });
    this.#reader = new TickReader(store);
    this.#hours = new ResponseHours(store, { book, counts });
    this.#counts = counts;
    this.#writer = writer;
    this.#runner = runner;
    this.#pace = pace;
    this.#plan = new PlanKeeper({
      env: () => this.env,
      number,
      store,
      book,
      schedule,
      runner,
      timers,
      writer,
      takeSelfTest(rule) {
        if (isEqual(rule, selfTest)) return;
        store.saveSelfTest(rule);
        selfTest = rule;
      },
      recall,
    });
    this.#restore(Date.now());
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#store.cost.requests += 1;
    this.#latenessMs = findLateness(this.#dueTimes(), now) ?? this.#latenessMs;
    // Each step by itself: timers run and the next tick comes whatever goes wrong before.
    const started = orLog("due checks could not be started", {}, () => this.#startDue(now)) ?? [];
    orLog("timers could not be looked at", {}, () => this.#timers.fireDue(now));
    void this.#drain.run();
    await this.#arm();
    orLog("hours could not be closed", {}, () => this.#hours.close(now));
    void this.#drain.run();
    const untilNext = Math.max(0, (earliest(this.#dueTimes()) ?? now + MINUTE_MS) - Date.now() - 50);
    await Promise.race([Promise.allSettled(started), scheduler.wait(Math.min(untilNext, LONGEST_RUN_MS))]);
  }

  /** Takes the plan anew from the database. */
  async reload(): Promise<void> {
    try {
      await this.#plan.take();
    } finally {
      await this.#arm();
      void this.#drain.run();
    }
  }

  /** Called each minute: sets an alarm that was lost or is overdue, and tries the outbox again. */
  async revive(): Promise<void> {
    const alarmAt = await this.#alarm.find();
    const isLost = this.#dueTimes().length > 0 && (alarmAt === null || alarmAt < Date.now() - MINUTE_MS / 2);
    this.#store.cost.requests += 1;
    if (isLost) await this.#alarm.set(Date.now());
    // Where everything is paused, no tick comes that would take an old one's place.
    orLog("old ticks could not be dropped", {}, () => this.#store.dropOldTicks(Date.now()));
    void this.#drain.run();
  }

  async states(): Promise<WatchedState[]> {
    return this.#book.list().map(({ plan: { id }, state, certificate }) => {
      const ownFault = this.#runner.findOwnFault(id);
      return { id, state, certificateExpiresAt: certificate.expiresAt, ownFault };
    });
  }

  async checkNow(id: number, from: "home" | "all" = "home"): Promise<CheckAnswer | null> {
    const plan = this.#book.find(id)?.plan;
    if (!plan || plan.isPaused || !isProbed(plan)) return null;
    const places = from === "all" ? await this.#runner.startFromAll(id) : [];
    if (from === "home") await (this.#runner.findRun(id) ?? this.#runner.start(id, Date.now()));
    await this.#writer.flush();
    const state = this.#book.find(id)?.state;
    if (!state) return null;
    const { current, responseMs, message, checkedAt } = state;
    const ownFault = this.#runner.findOwnFault(id);
    const answer = { status: current, responseMs, message, checkedAt: checkedAt ?? Date.now(), ownFault };
    return places.length > 0 ? { ...answer, places } : answer;
  }

  async heartbeat(id: number, beat: Heartbeat): Promise<HeartbeatTaken | null> {
    const plan = await this.#findTold(id);
    if (!plan) return null;
    const taken = await this.#beats.take(plan, beat, Date.now());
    await this.#arm();
    return taken;
  }

  async beginRun(id: number, runId: string): Promise<boolean> {
    const plan = await this.#findTold(id);
    if (!plan) return false;
    this.#beats.begin(plan, runId, Date.now());
    await this.#arm();
    return true;
  }

  async setStatus(id: number, told: ToldStatus): Promise<boolean> {
    const isKnown = () => this.#book.find(id)?.plan.type === MANUAL_TYPE;
    if (!isKnown()) await this.reload();
    const plan = this.#book.find(id)?.plan;
    if (!plan || plan.isPaused || !isKnown()) return false;
    const now = Date.now();
    const result = { ...told, responseMs: null, startedAt: now, checkedAt: now };
    this.#writer.add({ monitorId: id, result });
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

  async lastChecks(id: number, most: number): Promise<LastChecks> {
    const plan = this.#book.find(id)?.plan;
    return plan ? this.#reader.lastOf(plan, most) : { checks: [], failure: null, places: [] };
  }

  async glance(ids: readonly number[], most: number): Promise<WatchGlance[]> {
    const own = this.#book.list().filter(({ plan }) => ids.includes(plan.id));
    const checks = this.#reader.lately(
      own.map(({ plan }) => plan.id),
      most,
    );
    return own.map(({ plan: { id }, state }) => ({
      status: toLiveStatus(id, state),
      checks: checks.get(id) ?? [],
    }));
  }

  /** What the page shows of these: statuses, and single results since `rawFrom` where that is not null. */
  async view(wanted: readonly { id: number; rawFrom: number | null }[]): Promise<WatchView> {
    const own = wanted.filter(({ id }) => this.#book.has(id));
    return {
      statuses: own.flatMap(({ id }) => {
        const state = this.#book.find(id)?.state;
        return state ? [toLiveStatus(id, state)] : [];
      }),
      raw: this.#reader.rawSince(own),
    };
  }

  /** Statuses, and the response times of a span in the hours that the database has not been given yet. */
  async recent(span: Span): Promise<WatchRecent> {
    const statuses = this.#book.list().map(({ plan: { id }, state }) => toLiveStatus(id, state));
    return { statuses, responses: this.#hours.open(span) };
  }

  async health(): Promise<WatchHealth> {
    return {
      monitors: this.#book.size,
      outbox: this.#store.outbox.size(),
      alarmAt: await this.#alarm.find(),
      lastTickAt: this.#lastTickAt,
      lastChecks: this.#book.list().map(({ plan: { id }, state }) => ({ id, at: state.checkedAt })),
      cost: this.#store.cost,
    };
  }

  async figures(): Promise<WatchFigures> {
    const now = Date.now();
    return {
      monitors: this.#book.list().map((monitor) => figuresOf(monitor, this.#counts.of(monitor.plan.id), now)),
      outbox: this.#store.outbox.size(),
      lastTickAt: this.#lastTickAt,
      latenessMs: Math.max(this.#latenessMs, findLateness(this.#dueTimes(), now) ?? 0),
    };
  }

  #restore(now: number): void {
    this.#recall(now);
    for (const id of this.#store.attempts().keys()) if (this.#book.has(id)) this.#schedule.plan(id, now);
  }

  /** Takes from storage what it has of each monitor. When known ones are due and what runs is memory's own. */
  #recall(now: number): void {
    const { lastTickAt, checks } = this.#reader.lastChecks(now);
    this.#lastTickAt = lastTickAt;
    this.#book.recall(checks);
    const monitors = this.#book.list();
    const ids = new Set(monitors.map(({ plan }) => plan.id));
    this.#schedule.keepOnly(ids);
    this.#runner.keepOnly(ids);
    for (const monitor of monitors)
      if (!this.#schedule.has(monitor.plan.id)) this.#schedule.planFirst(monitor, now);
  }

  #afterTick(at: number): void {
    this.#lastTickAt = at;
    void this.#drain.run();
    for (const due of this.#timers.nextDue()) void this.#alarm.armNoLaterThan(due);
  }

  /** The plan is taken first where it does not have the monitor yet. Null for what still takes no heartbeats. */
  async #findTold(id: number): Promise<WatchedMonitor | null> {
    if (!this.#beats.find(id))
      await this.reload().catch((error: unknown) => {
        log("warn", "a watch could not take its plan for a heartbeat", { monitorId: id, error });
      });
    return this.#beats.find(id);
  }

  #dueTimes(): number[] {
    const running = this.#book.list().filter(({ plan }) => !plan.isPaused);
    return running.map(({ plan }) => this.#schedule.dueOf(plan.id)).filter(Number.isFinite);
  }

  async #arm(): Promise<void> {
    await this.#alarm.arm([...this.#dueTimes(), ...this.#drain.retryTimes(), ...this.#timers.nextDue()]);
  }

  #startDue(now: number): Promise<void>[] {
    const started: Promise<void>[] = [];
    const attempts = this.#store.attempts();
    const due = this.#book
      .list()
      .filter(({ plan }) => !plan.isPaused && this.#schedule.dueOf(plan.id) <= now)
      // What others depend on is looked at before them.
      .toSorted((a, b) => a.plan.dependencies.length - b.plan.dependencies.length);
    this.#pace.expect(due.length);
    for (const monitor of due) {
      const { id } = monitor.plan;
      const run = orLog("a check could not be started", { monitorId: id }, () =>
        this.#startOne(monitor, { attempt: attempts.get(id), now }),
      );
      if (run) started.push(run);
    }
    return started;
  }

  #startOne(
    monitor: StoredMonitor,
    { attempt, now }: { attempt: StoredAttempt | undefined; now: number },
  ): Promise<void> | null {
    const { id } = monitor.plan;
    if (isHeartbeat(monitor.plan)) {
      this.#beats.miss(monitor, now);
      return null;
    }
    const slot = this.#schedule.advance(monitor, { slot: attempt?.slot, now });
    const isFree = this.#runner.findRun(id) === null;
    return slot !== null && isFree ? this.#runner.start(id, slot, attempt?.attempt) : null;
  }
}
