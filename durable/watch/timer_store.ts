import type { Timer } from "../../src/domain/monitor/timer.ts";
import type { CountedSql } from "./counted_sql.ts";

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
