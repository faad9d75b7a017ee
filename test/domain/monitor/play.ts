import type { MonitorEvent } from "../../../src/domain/monitor/event.ts";
import type { MonitorRule } from "../../../src/domain/monitor/rule.ts";
import { initialState, type MonitorState } from "../../../src/domain/monitor/state.ts";
import { applyResult, type CheckDecision, pauseMonitor } from "../../../src/domain/monitor/status.ts";
import { isDownTimer, type Timer } from "../../../src/domain/monitor/timer.ts";
import type { HistoryWrite, Segment } from "../../../src/domain/uptime/uptime.ts";
import type { CheckStatus } from "../../../src/schema/check_status.ts";

export const INTERVAL_SECS = 10;
const STEP_MS = INTERVAL_SECS * 1000;

export const RULE: MonitorRule = {
  intervalSecs: INTERVAL_SECS,
  failureThreshold: 1,
  recoveryThreshold: 1,
  autoIncidentMinutes: null,
  links: [],
};

const STATUS: Record<string, CheckStatus> = { ".": "up", g: "degraded", x: "down", a: "down", b: "degraded" };

class Rows {
  readonly byStart = new Map<number, Segment>();

  write(writes: readonly HistoryWrite[]): void {
    for (const write of writes) {
      const row = this.byStart.get(write.from);
      if (write.kind === "open") {
        if (row) throw new Error(`a row starts there already: ${write.from}`);
        this.byStart.set(write.from, {
          state: write.state,
          from: write.from,
          to: null,
          message: write.message,
        });
      } else {
        if (row?.to !== null) throw new Error(`no open row starts there: ${write.from}`);
        if (write.kind === "close") row.to = write.to;
        else this.byStart.delete(write.from);
      }
    }
  }

  list(): Segment[] {
    return [...this.byStart.values()].sort((a, b) => a.from - b.from);
  }
}

export class Life {
  state: MonitorState = initialState();
  rule: MonitorRule;
  now = 0;
  isUnderMaintenance = false;
  readonly events: MonitorEvent[] = [];
  readonly rows = new Rows();
  timers: Timer[] = [];
  last: CheckDecision | null = null;

  constructor(rule: Partial<MonitorRule> = {}) {
    this.rule = { ...RULE, ...rule };
  }

  take(outcome: CheckDecision): void {
    this.last = outcome;
    this.state = outcome.state;
    this.events.push(...outcome.events);
    this.rows.write(outcome.history);
    if (outcome.dropsDownTimers) this.timers = this.timers.filter((timer) => !isDownTimer(timer));
    this.timers.push(...outcome.timers);
  }

  check(status: CheckStatus, failedDependencies: readonly number[] = []): void {
    const result = {
      status,
      startedAt: this.now,
      checkedAt: this.now,
      responseMs: 5,
      message: status === "up" ? "" : `${status} at ${this.now / 1000}`,
    };
    const { rule, isUnderMaintenance } = this;
    this.take(
      applyResult(this.state, result, { monitorId: 7, rule, failedDependencies, isUnderMaintenance }),
    );
    this.now += STEP_MS;
  }

  /**
   * One sign per check: `.` up, `g` degraded, `x` down, `a` down and `b` degraded while a dependency is down. `_` is a slot
   * without a check, `(` and `)` a maintenance window, `P` a pause. Blanks are ignored.
   */
  play(script: string): this {
    for (const sign of script.replaceAll(" ", "")) {
      if (sign === "(") this.isUnderMaintenance = true;
      else if (sign === ")") this.isUnderMaintenance = false;
      else if (sign === "P") this.take(pauseMonitor(this.state, this.now));
      else if (sign === "_") this.now += STEP_MS;
      else this.check(STATUS[sign]!, sign === "a" || sign === "b" ? [1] : []);
    }
    return this;
  }

  /** Such as `alert up>down 20`, the time in seconds. */
  said(): string[] {
    return this.events.map(
      ({ kind, previousStatus, status, at, isSuppressed }) =>
        `${kind} ${previousStatus}>${status} ${at / 1000}${isSuppressed ? " suppressed" : ""}`,
    );
  }

  /** Such as `up 0-20`. */
  history(): string[] {
    return this.rows
      .list()
      .map(({ state, from, to }) => `${state} ${from / 1000}-${to === null ? "" : to / 1000}`);
  }
}

export function play(script: string, rule: Partial<MonitorRule> = {}): Life {
  return new Life(rule).play(script);
}
