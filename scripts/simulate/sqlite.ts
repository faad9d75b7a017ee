import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export type Row = Record<string, unknown>;

interface Statement {
  sqlite: StatementSync;
  returnsRows: boolean;
  isBusy: boolean;
}

export class Sqlite {
  #database = new DatabaseSync(":memory:");
  readonly #statements = new Map<string, Statement>();
  readonly #arrays = new Map<string, StatementSync>();

  run(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      const sqlite = this.#database.prepare(sql);
      statement = { sqlite, returnsRows: sqlite.columns().length > 0, isBusy: false };
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Rows as arrays: two columns may have the same name. */
  prepareArrays(sql: string): StatementSync {
    let statement = this.#arrays.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      this.#arrays.set(sql, statement);
    }
    return statement;
  }

  *each(sql: string, values: readonly SQLInputValue[]): Generator<Row> {
    const known = this.prepare(sql);
    const sqlite = known.isBusy ? this.#database.prepare(sql) : known.sqlite;
    const isOwner = sqlite === known.sqlite;
    if (isOwner) known.isBusy = true;
    try {
      yield* sqlite.iterate(...values);
    } finally {
      if (isOwner) known.isBusy = false;
    }
  }

  one(sql: string): Row {
    return this.prepare(sql).sqlite.get() ?? {};
  }

  serialize(): Uint8Array {
    return this.#database.serialize();
  }

  deserialize(image: Uint8Array): void {
    this.#statements.clear();
    this.#arrays.clear();
    // A statement of the earlier content would crash the process when it is freed.
    this.#database.close();
    this.#database = new DatabaseSync(":memory:");
    this.#database.deserialize(image);
  }

  copyRows(image: Uint8Array, tables: readonly { from: string; to: string }[]): void {
    const source = new DatabaseSync(":memory:");
    source.deserialize(image);
    for (const { from, to } of tables) {
      const rows = source.prepare(`SELECT * FROM ${from}`);
      rows.setReturnArrays(true);
      const places = rows.columns().map(() => "?");
      const insert = this.#database.prepare(`INSERT INTO ${to} VALUES (${places.join()})`);
      this.#database.exec(`DELETE FROM ${to}`);
      for (const row of rows.all() as unknown as SQLInputValue[][]) insert.run(...row);
    }
    source.close();
  }

  close(): void {
    this.#statements.clear();
    this.#arrays.clear();
    this.#database.close();
  }
}

export function toInput(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (value instanceof Uint8Array) return value;
  throw new Error(`SQLite takes no ${value === undefined ? "undefined" : typeof value}.`);
}

export function withBlobs(rows: Row[], toBlob: (bytes: Uint8Array) => unknown): Row[] {
  for (const row of rows)
    for (const name in row) if (row[name] instanceof Uint8Array) row[name] = toBlob(row[name]);
  return rows;
}
