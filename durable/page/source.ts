import { typeLabelOf } from "../../src/check/registry.ts";
import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { withStatuses } from "../../src/domain/page/copied.ts";
import { assemblePage, chartsOf, layoutOf, type PageParts } from "../../src/domain/page/snapshot.ts";
import { agePage, type PageSnapshot } from "../../src/domain/page/view.ts";
import { type RawResponse, rawFrom } from "../../src/domain/uptime/response_chart.ts";
import type { ResponseDay } from "../../src/domain/uptime/response_times.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/units.ts";
import type { PublicFault } from "../../src/schema/public_page.ts";
import type { StoredLayout } from "../../src/service/page/layout.ts";
import { readCopy, readPage, readStoredStatuses, readWatches } from "../../src/service/page/source.ts";
import { findDiskFault } from "../../src/service/record/database_fault.ts";

/** After a read this recent, the page is as new as the statuses from its watches. */
const CURRENT_MS = 120_000;

type PageReading = Pick<
  PageParts,
  "rows" | "settings" | "incidents" | "barIncidents" | "words" | "publicUrl" | "readAt"
>;

/** Response times of past days, and single results, are read once: later reads add to them. */
export class PageSource {
  readonly #env: Env;
  readonly #pageId: number;
  readonly #layout: StoredLayout | null;
  #read: PageReading | null = null;
  #copy: PageSnapshot | null = null;
  #fault: PublicFault | null = null;
  #statuses = new Map<number, LiveStatus>();
  #raw = new Map<number, RawResponse[]>();
  #days = new Map<number, Map<number, ResponseDay>>();
  #chartHours = new Map<number, number>();
  #chartKey = "";
  #newsAt = 0;

  constructor(env: Env, pageId: number, layout: StoredLayout | null = null) {
    this.#env = env;
    this.#pageId = pageId;
    this.#layout = layout;
  }

  takenAt(): number {
    return Math.max(this.#read?.readAt ?? 0, this.#newsAt);
  }

  async read(now: number): Promise<void> {
    const read = await readPage(this.#env, {
      pageId: this.#pageId,
      now,
      daysFrom: this.#daysFrom(now),
      layout: this.#layout,
    });
    const { rows } = read;
    const charts = chartsOf(layoutOf(read));
    const key = JSON.stringify(charts.map(({ monitorId, hours }) => [monitorId, hours]));
    if (key !== this.#chartKey) {
      const isFirst = this.#chartKey === "";
      this.#chartKey = key;
      this.#days.clear();
      this.#raw.clear();
      if (!isFirst) return await this.read(now);
    }
    this.#chartHours = new Map();
    for (const { monitorId, hours } of charts)
      this.#chartHours.set(monitorId, Math.max(hours, this.#chartHours.get(monitorId) ?? 0));
    this.#keepDays(rows.responseDays, now);
    this.#read = { ...read, rows: { ...rows, responseDays: [] }, readAt: now };
    this.#copy = null;
    this.#fault = null;
    await this.readWatches(now);
  }

  async makeDo(fault: PublicFault, now: number): Promise<void> {
    this.#fault = fault;
    if (!this.#read) this.#copy ??= await readCopy(this.#env, this.#pageId);
    await this.readWatches(now);
  }

  async takeWatches(now: number): Promise<void> {
    await this.readWatches(now);
    if (this.#read && !this.#fault) this.#newsAt = now;
  }

  async readWatches(now: number): Promise<void> {
    const ids = new Set(this.#placed().keys());
    const wanted = [...ids].map((id) => ({ id, rawFrom: this.#rawFrom(id, now) }));
    const { statuses, raw } = await readWatches(this.#env, wanted);
    const known = [...this.#statuses].filter(([id]) => ids.has(id));
    this.#statuses = new Map(known);
    for (const status of statuses) {
      // The watch may have reported a later check meanwhile.
      const before = this.#statuses.get(status.id)?.checkedAt ?? 0;
      // A time in the future dates from before the clock was set back.
      if (status.checkedAt === null || status.checkedAt >= before || before > now)
        this.#statuses.set(status.id, status);
    }
    for (const { id, results } of raw) {
      const from = now - 25 * HOUR_MS;
      this.#raw.set(id, [...(this.#raw.get(id) ?? []).filter(({ at }) => at >= from), ...results]);
    }
    if (!this.#fault) await this.#fillUp([...ids].filter((id) => !this.#statuses.has(id)));
  }

  takeStatuses(statuses: readonly LiveStatus[], now: number): LiveStatus[] {
    const placed = this.#placed();
    const own = statuses.filter(({ id }) => placed.get(id)?.isPaused === false);
    for (const status of own) this.#statuses.set(status.id, status);
    const isCurrent = this.#read !== null && !this.#fault && now - this.#read.readAt <= CURRENT_MS;
    if (own.length > 0 && isCurrent) this.#newsAt = now;
    return own;
  }

  snapshot(now: number): PageSnapshot | null {
    const fault = this.#fault ?? findDiskFault();
    const statuses = this.#statuses;
    if (!this.#read)
      return this.#copy && withStatuses(this.#copy, { statuses, fault: fault ?? "other", now });
    const parts = {
      ...this.#read,
      pageId: this.#pageId,
      readAt: this.takenAt(),
      fault,
      statuses,
      raw: this.#raw,
      days: this.#days,
      typeLabelOf,
    };
    return agePage(assemblePage(parts, now), now);
  }

  #placed(): Map<number, { isPaused: boolean }> {
    if (this.#read) return new Map(this.#read.rows.monitors.map((row) => [row.id, row]));
    const copied = this.#copy?.page.monitors ?? [];
    return new Map(copied.map(({ id, status }) => [id, { isPaused: status === "paused" }]));
  }

  async #fillUp(ids: readonly number[]): Promise<void> {
    try {
      for (const status of await readStoredStatuses(this.#env, ids)) this.#statuses.set(status.id, status);
    } catch (error) {
      log("warn", "the page failed to read stored statuses", { error });
    }
  }

  /** Hours may arrive late, so yesterday is read again. */
  #daysFrom(now: number): Map<number, number> {
    const yesterday = Math.floor(now / DAY_MS) - 1;
    return new Map([...this.#days.keys()].map((id) => [id, yesterday]));
  }

  #keepDays(read: readonly { monitorId: number; day: number; hours: ResponseDay }[], now: number): void {
    for (const id of this.#days.keys()) if (!this.#chartHours.has(id)) this.#days.delete(id);
    for (const [id, hours] of this.#chartHours) {
      const oldest = Math.floor((now - hours * HOUR_MS) / DAY_MS);
      const own = this.#days.get(id) ?? new Map<number, ResponseDay>();
      for (const day of own.keys()) if (day < oldest) own.delete(day);
      if (hours > 24) this.#days.set(id, own);
    }
    for (const { monitorId, day, hours } of read) this.#days.get(monitorId)?.set(day, hours);
  }

  #rawFrom(id: number, now: number): number | null {
    if (!this.#read) return null;
    const charts = chartsOf(layoutOf(this.#read)).filter(({ monitorId }) => monitorId === id);
    if (charts.length === 0) return null;
    const first = Math.min(...charts.map(({ hours }) => rawFrom(now - hours * HOUR_MS, now)));
    const last = this.#raw.get(id)?.at(-1)?.at;
    return last === undefined ? first : Math.max(first, last + 1);
  }
}
