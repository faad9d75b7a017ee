import type { OpenRun } from "../../src/domain/monitor/heartbeat.ts";
import type { CountedSql } from "./counted_sql.ts";

/** Per monitor, because a job that never ends its runs must not fill the storage. */
const MOST_KEPT = 20;

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
    for (const old of this.of(monitorId).slice(0, -MOST_KEPT)) this.remove(monitorId, old.runId);
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
