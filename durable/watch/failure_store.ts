import type { Failure } from "../../src/domain/monitor/failure.ts";
import type { CountedSql } from "./counted_sql.ts";

const MOST_KEPT = 60;

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
      ...[id, id, MOST_KEPT],
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
