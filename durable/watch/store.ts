import type { CheckSums } from "../../src/domain/monitor/figures.ts";
import type { SelfTestRule } from "../../src/domain/monitor/own_trouble.ts";
import { initialState, type MonitorState } from "../../src/domain/monitor/state.ts";
import type { OutboxItem } from "../../src/domain/monitor/watch_item.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import { isEqual } from "../../src/lib/is_equal.ts";
import type { Cost } from "../../src/objects/watch.ts";
import { noteRoomOf } from "../../src/service/record/database_fault.ts";
import { type ItemUpgrade, Outbox } from "../outbox.ts";
import { makesTables, type StorageStep, upgradeStorage } from "../storage_version.ts";
import type { CertificateState } from "./certificate_state.ts";
import { CountedSql, FailureStore, RunStore, TimerStore } from "./tables.ts";
import { addsPlaces, TickStore } from "./tick_store.ts";

export type StoredAttempt = {
  slot: number;
  attempt: number;
};

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
  CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, slot INTEGER NOT NULL, attempt INTEGER NOT NULL);
  ${TickStore.SCHEMA}
  ${TimerStore.SCHEMA}
  ${Outbox.SCHEMA}
`;

const TABLES = [
  "check_sums",
  "closed",
  "monitors",
  "ticks",
  "attempts",
  "timers",
  "runs",
  "outbox",
  "failures",
] as const;

/** A version without the additions still works: it stores no reasons, runs or places. */
const STEPS: readonly StorageStep[] = [
  makesTables(SCHEMA),
  { ...makesTables(FailureStore.SCHEMA), isAddition: true },
  { ...makesTables(RunStore.SCHEMA), isAddition: true },
  addsPlaces,
];
const SELF_TEST = "self_test";
const ITEM_UPGRADES: readonly ItemUpgrade[] = [];

export class WatchStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: CountedSql;
  #selfTest: SelfTestRule | null;
  readonly cost: Cost = { checks: 0, requests: 0, rowsWritten: 0, databaseRowsWritten: 0 };

  readonly outbox: Outbox<OutboxItem>;
  readonly failures: FailureStore;
  readonly ticks: TickStore;
  readonly timers: TimerStore;
  readonly runs: RunStore;

  constructor(storage: DurableObjectStorage) {
    upgradeStorage(storage, STEPS);
    const onWritten = (rows: number) => {
      this.cost.rowsWritten += rows;
    };
    this.#storage = storage;
    this.#sql = new CountedSql(storage.sql, onWritten);
    this.outbox = new Outbox(storage.sql, { upgrades: ITEM_UPGRADES, onWritten });
    this.failures = new FailureStore(this.#sql);
    this.ticks = new TickStore(this.#sql);
    this.timers = new TimerStore(this.#sql);
    this.runs = new RunStore(this.#sql);
    this.#selfTest = storage.kv.get<SelfTestRule>(SELF_TEST) ?? null;
  }

  inTransaction(write: () => void): void {
    noteRoomOf(() => this.#storage.transactionSync(write));
  }

  get selfTest(): SelfTestRule | null {
    return this.#selfTest;
  }

  saveSelfTest(rule: SelfTestRule | null): void {
    if (isEqual(rule, this.#selfTest)) return;
    if (rule) this.#storage.kv.put(SELF_TEST, rule);
    else this.#storage.kv.delete(SELF_TEST);
    this.#selfTest = rule;
  }

  monitors(): StoredMonitor[] {
    const rows = this.#sql.rows<{ plan: string; state: string; certificate: string }>(
      "SELECT * FROM monitors",
    );
    return rows.map((row) => ({
      plan: JSON.parse(row.plan) as WatchedMonitor,
      state: { ...initialState(), ...(JSON.parse(row.state) as Partial<MonitorState>) },
      certificate: JSON.parse(row.certificate) as CertificateState,
    }));
  }

  saveMonitor({ plan, state, certificate }: StoredMonitor): void {
    const texts = [plan, state, certificate].map((part) => JSON.stringify(part));
    this.#sql.run(
      "INSERT OR REPLACE INTO monitors (id, plan, state, certificate) VALUES (?, ?, ?, ?)",
      plan.id,
      ...texts,
    );
  }

  saveState({ plan, state, certificate }: StoredMonitor): void {
    this.#sql.run(
      "UPDATE monitors SET state = ?, certificate = ? WHERE id = ?",
      ...[JSON.stringify(state), JSON.stringify(certificate), plan.id],
    );
  }

  removeMonitor(id: number): void {
    this.#sql.run("DELETE FROM monitors WHERE id = ?", id);
    this.removeAttempt(id);
    this.timers.removeAll(id);
    this.failures.remove(id);
    this.runs.removeAll(id);
  }

  attempts(): Map<number, StoredAttempt> {
    const rows = this.#sql.rows<{ id: number } & StoredAttempt>("SELECT id, slot, attempt FROM attempts");
    return new Map(rows.map(({ id, slot, attempt }) => [id, { slot, attempt }]));
  }

  saveAttempt(id: number, { slot, attempt }: StoredAttempt): void {
    this.#sql.run("INSERT OR REPLACE INTO attempts (id, slot, attempt) VALUES (?, ?, ?)", id, slot, attempt);
  }

  removeAttempt(id: number): void {
    this.#sql.run("DELETE FROM attempts WHERE id = ?", id);
  }

  closedHour(): number | null {
    return this.#sql.rows<{ hour: number }>("SELECT hour FROM closed")[0]?.hour ?? null;
  }

  saveClosedHour(hour: number): void {
    this.#sql.run("INSERT OR REPLACE INTO closed (id, hour) VALUES (0, ?)", hour);
  }

  checkSums(): { through: number; sums: Map<number, CheckSums> } | null {
    const row = this.#sql.rows<{ through: number; sums: string }>("SELECT through, sums FROM check_sums")[0];
    return row ? { through: row.through, sums: new Map(JSON.parse(row.sums)) } : null;
  }

  saveCheckSums(sums: ReadonlyMap<number, CheckSums>): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO check_sums (id, through, sums)
       SELECT 0, max(coalesce((SELECT max(at) FROM ticks), 0), coalesce((SELECT through FROM check_sums), 0)), ?`,
      JSON.stringify([...sums]),
    );
  }

  epoch(): number {
    return this.#sql.rows<{ epoch: number }>("SELECT epoch FROM restored")[0]?.epoch ?? 0;
  }

  forget(epoch: number): void {
    for (const table of TABLES) this.#sql.run(`DELETE FROM ${table}`);
    this.#sql.run("INSERT OR REPLACE INTO restored (id, epoch) VALUES (0, ?)", epoch);
  }
}
