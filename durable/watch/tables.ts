import type { Failure } from "../../src/domain/monitor/failure.ts";
import type { OpenRun } from "../../src/domain/monitor/heartbeat.ts";
import type { Timer } from "../../src/domain/monitor/timer.ts";

export class CountedSql {
  readonly #sql: SqlStorage;
  readonly #onWritten: (rows: number) => void;

  constructor(sql: SqlStorage, onWritten: (rows: number) => void) {
    this.#sql = sql;
    this.#onWritten = onWritten;
  }

  rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[] {
    return this.each<T>(sql, ...values).toArray();
  }

  each<T extends Record<string, SqlStorageValue>>(
    sql: string,
    ...values: SqlStorageValue[]
  ): SqlStorageCursor<T> {
    return this.#sql.exec<T>(sql, ...values);
  }

  run(sql: string, ...values: SqlStorageValue[]): void {
    this.#onWritten(this.#sql.exec(sql, ...values).rowsWritten);
  }
}

const MOST_KEPT_FAILURES = 60;

export class FailureStore {
  readonly #sql: CountedSql;

  static readonly SCHEMA = `
    CREATE TABLE IF NOT EXISTS failures (
      id INTEGER NOT NULL, at INTEGER NOT NULL, failure TEXT NOT NULL, PRIMARY KEY (id, at)) WITHOUT ROWID;
  `;

  constructor(sql: CountedSql) {
    this.#sql = sql;
  }

  add(id: number, failure: Failure): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO failures (id, at, failure) VALUES (?, ?, ?)",
      ...[id, failure.at, JSON.stringify(failure)],
    );
    this.#sql.run(
      `DELETE FROM failures WHERE id = ? AND at <=
        (SELECT at FROM failures WHERE id = ? ORDER BY at DESC LIMIT 1 OFFSET ?)`,
      ...[id, id, MOST_KEPT_FAILURES],
    );
  }

  of(id: number): Failure[] {
    const rows = this.#sql.rows<{ failure: string }>(
      "SELECT failure FROM failures WHERE id = ? ORDER BY at",
      id,
    );
    return rows.map(({ failure }) => JSON.parse(failure) as Failure);
  }

  remove(id: number): void {
    this.#sql.run("DELETE FROM failures WHERE id = ?", id);
  }
}

export class TimerStore {
  readonly #sql: CountedSql;

  static readonly SCHEMA = `
    CREATE TABLE IF NOT EXISTS timers (
      id TEXT PRIMARY KEY, monitor_id INTEGER NOT NULL, due_at INTEGER NOT NULL, timer TEXT NOT NULL) WITHOUT ROWID;
  `;

  constructor(sql: CountedSql) {
    this.#sql = sql;
  }

  add(monitorId: number, timer: Timer): void {
    this.#sql.run(
      "INSERT OR IGNORE INTO timers (id, monitor_id, due_at, timer) VALUES (?, ?, ?, ?)",
      ...[timer.id, monitorId, timer.dueAt, JSON.stringify(timer)],
    );
  }

  move(id: string, dueAt: number): void {
    this.#sql.run("UPDATE timers SET due_at = ? WHERE id = ?", dueAt, id);
  }

  moveBack(monitorId: number, byMs: number): void {
    this.#sql.run(
      `UPDATE timers SET due_at = due_at - ?1, timer = json_set(timer, '$.dueAt', due_at - ?1) WHERE monitor_id = ?2`,
      ...[byMs, monitorId],
    );
  }

  remove(id: string): void {
    this.#sql.run("DELETE FROM timers WHERE id = ?", id);
  }

  removeAll(monitorId: number): void {
    this.#sql.run("DELETE FROM timers WHERE monitor_id = ?", monitorId);
  }

  of(monitorId: number): Timer[] {
    const rows = this.#sql.rows<{ timer: string }>(
      "SELECT timer FROM timers WHERE monitor_id = ?",
      monitorId,
    );
    return rows.map(({ timer }) => JSON.parse(timer) as Timer);
  }

  due(now: number): { monitorId: number; timer: Timer }[] {
    const rows = this.#sql.rows<{ monitor_id: number; timer: string }>(
      "SELECT monitor_id, timer FROM timers WHERE due_at <= ? ORDER BY due_at",
      now,
    );
    return rows.map(({ monitor_id, timer }) => {
      return { monitorId: monitor_id, timer: JSON.parse(timer) as Timer };
    });
  }

  nextDue(): number | null {
    return this.#sql.rows<{ at: number | null }>("SELECT min(due_at) AS at FROM timers")[0]?.at ?? null;
  }
}

/** Per monitor, because a job that never ends its runs must not fill the storage. */
const MOST_KEPT_RUNS = 20;

export class RunStore {
  readonly #sql: CountedSql;

  static readonly SCHEMA = `
    CREATE TABLE IF NOT EXISTS runs (
      monitor_id INTEGER NOT NULL, run_id TEXT NOT NULL, started_at INTEGER NOT NULL, overdue_at INTEGER,
      PRIMARY KEY (monitor_id, run_id)) WITHOUT ROWID;
  `;

  constructor(sql: CountedSql) {
    this.#sql = sql;
  }

  of(monitorId: number): OpenRun[] {
    const rows = this.#sql.rows<{ run_id: string; started_at: number; overdue_at: number | null }>(
      "SELECT run_id, started_at, overdue_at FROM runs WHERE monitor_id = ? ORDER BY started_at, run_id",
      monitorId,
    );
    return rows.map(({ run_id, started_at, overdue_at }) => {
      return { runId: run_id, startedAt: started_at, overdueAt: overdue_at };
    });
  }

  save(monitorId: number, { runId, startedAt, overdueAt }: OpenRun): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO runs (monitor_id, run_id, started_at, overdue_at) VALUES (?, ?, ?, ?)",
      ...[monitorId, runId, startedAt, overdueAt],
    );
    for (const old of this.of(monitorId).slice(0, -MOST_KEPT_RUNS)) this.remove(monitorId, old.runId);
  }

  moveBack(monitorId: number, byMs: number): void {
    this.#sql.run(
      "UPDATE runs SET started_at = started_at - ?1, overdue_at = overdue_at - ?1 WHERE monitor_id = ?2",
      ...[byMs, monitorId],
    );
  }

  remove(monitorId: number, runId: string): void {
    this.#sql.run("DELETE FROM runs WHERE monitor_id = ? AND run_id = ?", monitorId, runId);
  }

  removeAll(monitorId: number): void {
    this.#sql.run("DELETE FROM runs WHERE monitor_id = ?", monitorId);
  }
}
