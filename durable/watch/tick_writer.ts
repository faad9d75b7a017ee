import type { ReadCertificate } from "../../src/check/read_certificate.ts";
import { boundResult, type CheckResult, isFailing } from "../../src/domain/monitor/check_result.ts";
import { hasFailed } from "../../src/domain/monitor/dependencies.ts";
import { decideFailure, type FailureStep } from "../../src/domain/monitor/failure.ts";
import { packPlaces } from "../../src/domain/monitor/place_results.ts";
import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { MonitorState } from "../../src/domain/monitor/state.ts";
import { applyResult } from "../../src/domain/monitor/status.ts";
import { toLiveStatus, toStatusRow } from "../../src/domain/monitor/watch_item.ts";
import { isInside } from "../../src/domain/monitor/watch_plan.ts";
import type { Env } from "../../src/env.ts";
import { log, orLog } from "../../src/lib/log.ts";
import type { KeptBody } from "../../src/schema/kept_body.ts";
import type { PlaceResult } from "../../src/schema/location.ts";
import { publishChecks } from "../../src/service/announce/live.ts";
import { publishStatuses } from "../../src/service/announce/page.ts";
import { listFailedMonitors } from "../../src/service/watch/plan.ts";
import { type AppliedCheck, isCheck, roundsOf, toNotice, toPlaced } from "./applied_check.ts";
import { decideCertificate } from "./certificate_state.ts";
import type { CheckCounts } from "./hourly_totals.ts";
import type { MonitorBook } from "./monitor_book.ts";
import type { StoredMonitor, WatchStore } from "./store.ts";
import type { TimerKeeper } from "./timer_keeper.ts";

/**
 * Checks begin within half a second of each other: waiting this long makes one row per tick. A change of
 * status waits only for what changes in the same moment.
 */
const GATHER_MS = 1300;
const NEWS_GATHER_MS = 2;
const NEWS_GAP_MS = 25;
/** From this interval on the state also holds the check's time: its tick may be too old to be read. */
const RARE_SECS = 1800;

export class TickWriter {
  readonly #env: Env;
  readonly #store: WatchStore;
  readonly #book: MonitorBook;
  readonly #counts: CheckCounts;
  readonly #timers: TimerKeeper;
  readonly #onWritten: () => void;
  readonly #recall: () => void;
  #finished: FinishedCheck[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #newsTimer: ReturnType<typeof setTimeout> | null = null;
  #newsAt = 0;
  #lastTickAt: number | null = null;
  #listenUntil = 0;
  #forgotten = 0;

  constructor(
    env: Env,
    store: WatchStore,
    {
      book,
      counts,
      timers,
      onWritten,
      recall,
    }: {
      book: MonitorBook;
      counts: CheckCounts;
      timers: TimerKeeper;
      onWritten: () => void;
      recall: () => void;
    },
  ) {
    this.#env = env;
    this.#store = store;
    this.#book = book;
    this.#counts = counts;
    this.#timers = timers;
    this.#onWritten = onWritten;
    this.#recall = recall;
  }

  get lastTickAt(): number | null {
    return this.#lastTickAt;
  }

  resume(lastTickAt: number | null): void {
    this.#lastTickAt = lastTickAt;
  }

  listenUntil(until: number): void {
    this.#listenUntil = until;
  }

  forget(): void {
    this.#finished = [];
    this.#counts.forget();
    this.#forgotten += 1;
  }

  add(found: FinishedCheck): void {
    const finished = { ...found, result: boundResult(found.result) };
    this.#finished.push(finished);
    const state = this.#book.find(found.monitorId)?.state;
    const isNews =
      !state || finished.result.status !== state.current || isFailing(state.confirmed) || state.failures > 0;
    if (isNews) this.#flushNews();
    else this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  #flushNews(): void {
    const waitMs = this.#newsAt + NEWS_GAP_MS - Date.now();
    const isClockBack = waitMs > NEWS_GAP_MS;
    this.#newsTimer ??= setTimeout(
      () => void this.flush(),
      isClockBack ? 0 : Math.max(NEWS_GATHER_MS, waitMs),
    );
  }

  flush(): Promise<void> {
    for (const timer of [this.#timer, this.#newsTimer]) if (timer) clearTimeout(timer);
    [this.#timer, this.#newsTimer] = [null, null];
    this.#newsAt = Date.now();
    this.#flushing = this.#flushing
      .then(() => this.#write())
      .catch((error: unknown) => {
        log("error", "failed to write a tick", { error });
      });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const gathered = this.#finished;
    if (gathered.length === 0) return;
    this.#finished = [];
    const forgotten = this.#forgotten;
    const foreign = await this.#findForeignFailed(gathered);
    if (forgotten !== this.#forgotten) return;
    // A repeated report can wait until its dependencies are known.
    const known = foreign ? gathered : gathered.filter(({ repeatedFrom }) => !repeatedFrom);
    const ordered = known.toSorted((a, b) => this.#dependenciesOf(a).length - this.#dependenciesOf(b).length);
    const now = Date.now();
    const applied = this.#commit(ordered, { foreign: foreign ?? new Set(), now });
    const checked = applied.filter(isCheck);
    this.#store.cost.checks += checked.length;
    if (applied.some(({ outcome }) => outcome.timers.length > 0))
      orLog("failed to process timers", {}, () => this.#timers.fireDue(now));
    orLog("failed to drop old ticks", {}, () => this.#store.ticks.dropOld(now));
    this.#lastTickAt = now;
    this.#onWritten();
    // A failure confirmed later than seen changes the uptime without a new status.
    const changed = applied
      .filter(({ outcome }) => outcome.hasCurrentChanged || outcome.history.length > 0)
      .flatMap(({ monitorId }) => this.#book.find(monitorId) ?? []);
    if (changed.length > 0) void publishStatuses(this.#env, changed.map(toLiveStatus));
    if (now < this.#listenUntil) void publishChecks(this.#env, checked.map(toNotice));
  }

  /**
   * One transaction. If it fails, memory is recalled from storage and each result is retried by itself; one
   * that fails again counts as not checked and costs no other monitor its result.
   */
  #commit(
    ordered: readonly FinishedCheck[],
    { foreign, now }: { foreign: ReadonlySet<number>; now: number },
  ): AppliedCheck[] {
    const applied: AppliedCheck[] = [];
    try {
      this.#store.inTransaction(() => {
        for (const finished of ordered) {
          const monitor = this.#book.find(finished.monitorId);
          // It may have been paused while the result waited for those of other monitors.
          if (monitor && !monitor.plan.isPaused && !isOutdated(finished, monitor))
            applied.push(this.#apply(monitor, finished, foreign));
        }
        for (const round of roundsOf(applied.filter(isCheck))) {
          const packed = round.map((one) => one.packed);
          this.#store.ticks.add(now, packed, packPlaces(round.flatMap(toPlaced)));
        }
      });
    } catch (error) {
      const monitorIds = ordered.map(({ monitorId }) => monitorId);
      log("error", "failed to write check results", { monitorIds, error });
      this.#recall();
      return ordered.length === 1 ? [] : ordered.flatMap((one) => this.#commit([one], { foreign, now }));
    }
    this.#counts.add(applied.filter(isCheck).map(({ packed }) => packed));
    return applied;
  }

  #apply(
    { plan, state, certificate }: StoredMonitor,
    { result, certificate: read, steps = [], body, places, repeatedFrom }: FinishedCheck,
    foreignFailed: ReadonlySet<number>,
  ): AppliedCheck {
    const monitorId = plan.id;
    const isUnderMaintenance = result.isMaintained || isInside(plan.windows, result.checkedAt);
    const failedDependencies = plan.dependencies.filter(
      (id) => foreignFailed.has(id) || hasFailed(this.#book.find(id)?.state),
    );
    const context = { monitorId, rule: plan.rule, failedDependencies, isUnderMaintenance };
    const outcome = applyResult(state, result, context);
    const isRepeated = repeatedFrom !== undefined;
    if (isRepeated) outcome.state.checkedAt = state.checkedAt;
    const certificateChange = decideCertificate(
      { plan, certificate, sequence: outcome.state.sequence },
      { read, now: result.checkedAt, isSuppressed: isUnderMaintenance },
    );
    const after = {
      state: certificateChange?.notice
        ? { ...outcome.state, sequence: outcome.state.sequence + 1 }
        : outcome.state,
      certificate: certificateChange?.certificate ?? certificate,
    };
    const isNews = outcome.hasChanged || (certificateChange?.isNew ?? false);
    const isStored = isNews || (!isRepeated && plan.rule.intervalSecs >= RARE_SECS);
    this.#book.change(monitorId, { ...after, isStored });
    const failure = decideFailure(state, { result, steps, body });
    if (failure) this.#store.failures.add(monitorId, failure);
    if (certificateChange?.notice)
      this.#store.outbox.add({ kind: "certificate", notice: certificateChange.notice });
    for (const write of outcome.history) this.#store.outbox.add({ kind: "history", monitorId, write });
    for (const event of outcome.events) this.#store.outbox.add({ kind: "event", event });
    this.#timers.apply(monitorId, outcome);
    if (isNews) {
      const status = toStatusRow(outcome.state, after.certificate.expiresAt);
      this.#store.outbox.add({ kind: "status", monitorId, status });
    }
    const status = outcome.state.current === "pending" ? result.status : outcome.state.current;
    return {
      monitorId,
      result,
      outcome,
      places,
      isRepeated,
      packed: { index: indexInWatch(monitorId), status, isUnderMaintenance, responseMs: result.responseMs },
    };
  }

  #dependenciesOf({ monitorId }: FinishedCheck): readonly number[] {
    return this.#book.find(monitorId)?.plan.dependencies ?? [];
  }

  async #findForeignFailed(gathered: readonly FinishedCheck[]): Promise<ReadonlySet<number> | null> {
    const failing = gathered.filter(({ result }) => result.status !== "up");
    const ids = failing
      .flatMap((finished) => this.#dependenciesOf(finished))
      .filter((id) => !this.#book.has(id));
    if (ids.length === 0) return new Set();
    try {
      return await listFailedMonitors(this.#env, ids);
    } catch (error) {
      log("warn", "failed to read the dependencies of a failing monitor", { error });
      return null;
    }
  }
}

export interface FinishedCheck {
  monitorId: number;
  result: CheckResult;
  certificate?: ReadCertificate | undefined;
  steps?: readonly FailureStep[];
  body?: KeptBody | undefined;
  places?: readonly PlaceResult[] | undefined;
  /** A manual monitor's last report, repeated to send what was held back. Void once this state changes. */
  repeatedFrom?: MonitorState;
}

function isOutdated({ repeatedFrom }: FinishedCheck, { state }: StoredMonitor): boolean {
  return repeatedFrom !== undefined && repeatedFrom !== state;
}
