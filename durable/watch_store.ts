import type { CheckSums } from "../src/domain/monitor/figures.ts";
import type { OpenRun } from "../src/domain/monitor/heartbeat.ts";
import type { SelfTestRule } from "../src/domain/monitor/own_trouble.ts";
import { type PlacedCheck, unpackPlaces } from "../src/domain/monitor/place_results.ts";
import { initialState, type MonitorState } from "../src/domain/monitor/state.ts";
import type { Timer } from "../src/domain/monitor/timer.ts";
import type { OutboxItem } from "../src/domain/monitor/watch_item.ts";
import type { WatchedMonitor } from "../src/domain/monitor/watch_plan.ts";
import { type PackedResult, packTick, unpackOne, unpackTick } from "../src/domain/uptime/packing.ts";
import { orLog } from "../src/lib/log.ts";
import { DAY_MS } from "../src/lib/units.ts";
import type { Cost } from "../src/objects/watch.ts";
import type { CertificateState } from "./certificate_state.ts";
import { FailureStore } from "./failure_store.ts";
import { type ItemUpgrade, Outbox } from "./outbox.ts";
import { makesTables, type StorageStep, upgradeStorage } from "./storage_version.ts";

const RAW_MS = 7 * DAY_MS;

interface Tick {
  at: number;
  results: PackedResult[];
}

export type StoredAttempt = {
  slot: number;
  attempt: number;
};

/** A monitor as a watch keeps it. */
export interface StoredMonitor {
  readonly plan: WatchedMonitor;
  readonly state: Readonly<MonitorState>;
  readonly certificate: Readonly<CertificateState>;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS check_sums (
    id INTEGER PRIMARY KEY CHECK (id = 0), through INTEGER NOT NULL, sums TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS closed (id INTEGER PRIMARY KEY CHECK (id = 0), hour INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS restored (id INTEGER PRIMARY KEY CHECK (id = 0), epoch INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS monitors (
    id INTEGER PRIMARY KEY, plan TEXT NOT NULL, state TEXT NOT NULL, certificate TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS ticks (at INTEGER PRIMARY KEY, results BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, slot INTEGER NOT NULL, attempt INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS timers (
    id TEXT PRIMARY KEY, monitor_id INTEGER NOT NULL, due_at INTEGER NOT NULL, timer TEXT NOT NULL) WITHOUT ROWID;
  ${Outbox.SCHEMA}
`;

/** A version from before them works beside both: it keeps no reasons and no runs. */
const addsFailures: StorageStep = {
  isAddition: true,
  change: ({ sql }) => void sql.exec(FailureStore.SCHEMA),
};

const RUNS = `
  CREATE TABLE IF NOT EXISTS runs (
    monitor_id INTEGER NOT NULL, run_id TEXT NOT NULL, started_at INTEGER NOT NULL, overdue_at INTEGER,
    PRIMARY KEY (monitor_id, run_id)) WITHOUT ROWID;
`;

/** What each place found, in the row of the tick itself. */
const addsPlaces: StorageStep = {
  isAddition: true,
  change: ({ sql }) => {
    const columns = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('ticks')").toArray();
    if (!columns.some(({ name }) => name === "places")) sql.exec("ALTER TABLE ticks ADD COLUMN places TEXT");
  },
};

const STEPS: readonly StorageStep[] = [
  makesTables(SCHEMA),
  addsFailures,
  { ...makesTables(RUNS), isAddition: true },
  addsPlaces,
];
/** Of one monitor, so that a job which never ends its runs does not fill the storage. */
const MOST_RUNS = 20;
const SELF_TEST = "self_test";
const ITEM_UPGRADES: readonly ItemUpgrade[] = [];

/** The tables of one watch. Nothing here decides anything. */
export class WatchStore {
  readonly #storage: DurableObjectStorage;
  /** What was paid for since this instance began. */
  readonly cost: Cost = { checks: 0, requests: 0, rowsWritten: 0, databaseRowsWritten: 0 };

  readonly outbox: Outbox<OutboxItem>;
  readonly failures: FailureStore;

  constructor(storage: DurableObjectStorage) {
    upgradeStorage(storage, STEPS);
    this.#storage = storage;
    const onWritten = (rows: number) => {
      this.cost.rowsWritten += rows;
    };
    this.outbox = new Outbox(storage.sql, { upgrades: ITEM_UPGRADES, onWritten });
    this.failures = new FailureStore(storage.sql, onWritten);
  }

  /** What tells own trouble from that of targets; null where nothing does. */
  selfTest(): SelfTestRule | null {
    return this.#storage.kv.get<SelfTestRule>(SELF_TEST) ?? null;
  }

  saveSelfTest(rule: SelfTestRule | null): void {
    if (rule) this.#storage.kv.put(SELF_TEST, rule);
    else this.#storage.kv.delete(SELF_TEST);
  }

  /** All of the writes or none. */
  inTransaction(write: () => void): void {
    this.#storage.transactionSync(write);
  }

  monitors(): StoredMonitor[] {
    const rows = this.#rows<{ plan: string; state: string; certificate: string }>("SELECT * FROM monitors");
    return rows.map((row) => ({
      plan: JSON.parse(row.plan) as WatchedMonitor,
      state: { ...initialState(), ...(JSON.parse(row.state) as Partial<MonitorState>) },
      certificate: JSON.parse(row.certificate) as CertificateState,
    }));
  }

  saveMonitor({ plan, state, certificate }: StoredMonitor): void {
    const texts = [plan, state, certificate].map((part) => JSON.stringify(part));
    this.#run(
      "INSERT OR REPLACE INTO monitors (id, plan, state, certificate) VALUES (?, ?, ?, ?)",
      plan.id,
      ...texts,
    );
  }

  saveState({ plan, state, certificate }: StoredMonitor): void {
    this.#run(
      "UPDATE monitors SET state = ?, certificate = ? WHERE id = ?",
      JSON.stringify(state),
      JSON.stringify(certificate),
      plan.id,
    );
  }

  /** The hour, counted from the epoch, up to which response times were handed on. */
  closedHour(): number | null {
    return this.#rows<{ hour: number }>("SELECT hour FROM closed")[0]?.hour ?? null;
  }

  saveClosedHour(hour: number): void {
    this.#run("INSERT OR REPLACE INTO closed (id, hour) VALUES (0, ?)", hour);
  }

  /** By place in the watch, with the tick up to which they count. */
  checkSums(): { through: number; sums: Map<number, CheckSums> } | null {
    const row = this.#rows<{ through: number; sums: string }>("SELECT through, sums FROM check_sums")[0];
    return row ? { through: row.through, sums: new Map(JSON.parse(row.sums)) } : null;
  }

  /** As of the last tick there is. */
  saveCheckSums(sums: ReadonlyMap<number, CheckSums>): void {
    this.#run(
      `INSERT OR REPLACE INTO check_sums (id, through, sums)
       SELECT 0, max(coalesce((SELECT max(at) FROM ticks), 0), coalesce((SELECT through FROM check_sums), 0)), ?`,
      JSON.stringify([...sums]),
    );
  }

  /** The restore that what is here came after; 0 while there was none. */
  epoch(): number {
    return this.#rows<{ epoch: number }>("SELECT epoch FROM restored")[0]?.epoch ?? 0;
  }

  /** A part of its caller's transaction. All of it was of another database. */
  forget(epoch: number): void {
    for (const table of [
      "check_sums",
      "closed",
      "monitors",
      "ticks",
      "attempts",
      "timers",
      "runs",
      "outbox",
      "failures",
    ])
      this.#run(`DELETE FROM ${table}`);
    this.#run("INSERT OR REPLACE INTO restored (id, epoch) VALUES (0, ?)", epoch);
  }

  removeMonitor(id: number): void {
    this.#run("DELETE FROM monitors WHERE id = ?", id);
    this.#run("DELETE FROM attempts WHERE id = ?", id);
    this.#run("DELETE FROM timers WHERE monitor_id = ?", id);
    this.failures.remove(id);
    this.removeRuns(id);
  }

  /** A time of its own for each row: a second one in the same millisecond is put a millisecond later. */
  addTick(at: number, results: readonly PackedResult[], places: string | null = null): void {
    const last = this.#rows<{ at: number | null }>("SELECT max(at) AS at FROM ticks")[0]?.at ?? 0;
    this.#run(
      "INSERT INTO ticks (at, results, places) VALUES (?, ?, ?)",
      Math.max(at, last + 1),
      packTick(results).slice().buffer,
      places,
    );
  }

  /** Of one monitor, where more than one place was asked: the last one first. */
  *placesOf(index: number): Generator<PlacedCheck & { at: number }> {
    const cursor = this.#storage.sql.exec<{ at: number; places: string }>(
      "SELECT at, places FROM ticks WHERE places IS NOT NULL ORDER BY at DESC",
    );
    for (const { at, places } of cursor) {
      const own = tryUnpack(at, () => unpackPlaces(places).find((one) => one.index === index));
      if (own) yield { ...own, at };
    }
  }

  /** One that can't be read is passed over: it must not cost the others. */
  *ticks({ from, to }: { from: number; to: number }): Generator<Tick> {
    const cursor = this.#storage.sql.exec<{ at: number; results: ArrayBuffer }>(
      "SELECT at, results FROM ticks WHERE at >= ? AND at < ? ORDER BY at",
      from,
      to,
    );
    for (const { at, results } of cursor) {
      const unpacked = tryUnpack(at, () => unpackTick(new Uint8Array(results)));
      if (unpacked) yield { at, results: unpacked };
    }
  }

  /** One monitor's own, by its place in the watch: the others' are passed over and never made. */
  *resultsOf(index: number, from: number): Generator<PackedResult & { at: number }> {
    const cursor = this.#storage.sql.exec<{ at: number; results: ArrayBuffer }>(
      "SELECT at, results FROM ticks WHERE at >= ? ORDER BY at",
      from,
    );
    for (const { at, results } of cursor) {
      const own = tryUnpack(at, () => unpackOne(new Uint8Array(results), index));
      if (own) yield { ...own, at };
    }
  }

  /**
   * The last ones of several monitors by their places, each in their order, as long as they are kept: one walk back,
   * that ends once all have enough, or after so many rows.
   */
  lastResultsOf(
    indices: readonly number[],
    { most, mostRows = Infinity }: { most: number; mostRows?: number },
  ): Map<number, (PackedResult & { at: number })[]> {
    const found = new Map(indices.map((index) => [index, [] as (PackedResult & { at: number })[]]));
    const open = new Set(indices);
    const cursor = this.#storage.sql.exec<{ at: number; results: ArrayBuffer }>(
      "SELECT at, results FROM ticks ORDER BY at DESC",
    );
    let rows = 0;
    for (const { at, results } of cursor) {
      for (const index of open) {
        const own = tryUnpack(at, () => unpackOne(new Uint8Array(results), index));
        if (own && found.get(index)?.push({ ...own, at }) === most) open.delete(index);
      }
      if (open.size === 0 || ++rows >= mostRows) break;
    }
    for (const results of found.values()) results.reverse();
    return found;
  }

  /** A few at a time, so that a row leaves for each that comes and no run has thousands to delete. */
  dropOldTicks(now: number): void {
    this.#run(
      "DELETE FROM ticks WHERE at IN (SELECT at FROM ticks WHERE at < ? ORDER BY at LIMIT 8)",
      now - RAW_MS,
    );
  }

  attempts(): Map<number, StoredAttempt> {
    const rows = this.#rows<{ id: number } & StoredAttempt>("SELECT id, slot, attempt FROM attempts");
    return new Map(rows.map(({ id, slot, attempt }) => [id, { slot, attempt }]));
  }

  saveAttempt(id: number, { slot, attempt }: StoredAttempt): void {
    this.#run("INSERT OR REPLACE INTO attempts (id, slot, attempt) VALUES (?, ?, ?)", id, slot, attempt);
  }

  removeAttempt(id: number): void {
    this.#run("DELETE FROM attempts WHERE id = ?", id);
  }

  /** Runs of heartbeats that have begun, the oldest first. */
  runsOf(monitorId: number): OpenRun[] {
    const rows = this.#rows<{ run_id: string; started_at: number; overdue_at: number | null }>(
      "SELECT run_id, started_at, overdue_at FROM runs WHERE monitor_id = ? ORDER BY started_at, run_id",
      monitorId,
    );
    return rows.map(({ run_id, started_at, overdue_at }) => {
      return { runId: run_id, startedAt: started_at, overdueAt: overdue_at };
    });
  }

  saveRun(monitorId: number, { runId, startedAt, overdueAt }: OpenRun): void {
    this.#run(
      "INSERT OR REPLACE INTO runs (monitor_id, run_id, started_at, overdue_at) VALUES (?, ?, ?, ?)",
      ...[monitorId, runId, startedAt, overdueAt],
    );
    for (const old of this.runsOf(monitorId).slice(0, -MOST_RUNS)) this.removeRun(monitorId, old.runId);
  }

  removeRun(monitorId: number, runId: string): void {
    this.#run("DELETE FROM runs WHERE monitor_id = ? AND run_id = ?", monitorId, runId);
  }

  removeRuns(monitorId: number): void {
    this.#run("DELETE FROM runs WHERE monitor_id = ?", monitorId);
  }

  addTimer(monitorId: number, timer: Timer): void {
    this.#run(
      "INSERT OR IGNORE INTO timers (id, monitor_id, due_at, timer) VALUES (?, ?, ?, ?)",
      timer.id,
      monitorId,
      timer.dueAt,
      JSON.stringify(timer),
    );
  }

  moveTimer(id: string, dueAt: number): void {
    this.#run("UPDATE timers SET due_at = ? WHERE id = ?", dueAt, id);
  }

  removeTimer(id: string): void {
    this.#run("DELETE FROM timers WHERE id = ?", id);
  }

  timersOf(monitorId: number): Timer[] {
    return this.#rows<{ timer: string }>("SELECT timer FROM timers WHERE monitor_id = ?", monitorId).map(
      ({ timer }) => JSON.parse(timer) as Timer,
    );
  }

  timersDue(now: number): { monitorId: number; timer: Timer }[] {
    const rows = this.#rows<{ monitor_id: number; timer: string }>(
      "SELECT monitor_id, timer FROM timers WHERE due_at <= ? ORDER BY due_at",
      now,
    );
    return rows.map(({ monitor_id, timer }) => ({
      monitorId: monitor_id,
      timer: JSON.parse(timer) as Timer,
    }));
  }

  nextTimer(): number | null {
    return this.#rows<{ at: number | null }>("SELECT min(due_at) AS at FROM timers")[0]?.at ?? null;
  }

  #rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[] {
    return this.#storage.sql.exec<T>(sql, ...values).toArray();
  }

  #run(sql: string, ...values: SqlStorageValue[]): void {
    this.cost.rowsWritten += this.#storage.sql.exec(sql, ...values).rowsWritten;
  }
}

function tryUnpack<T>(at: number, unpack: () => T): T | null {
  return orLog("a tick can't be read", { at }, unpack);
}
