import type { Host } from "./host.ts";
import type { Life } from "./life.ts";
import { type Row, Sqlite, toInput, withBlobs } from "./sqlite.ts";

const READS = /^\s*(SELECT|PRAGMA)\b/i;
const SEVERAL = /;\s*\S/;

export class ObjectDisk {
  readonly #sqlite = new Sqlite();
  readonly #host: Host;
  readonly #onAlarm: (at: number | null) => void;
  #alarm: number | null = null;
  #wantedAlarm: number | null | undefined;
  #openBy: Life | null = null;

  constructor(host: Host, onAlarm: (at: number | null) => void) {
    this.#host = host;
    this.#onAlarm = onAlarm;
    this.#sqlite.run("CREATE TABLE _kv (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  }

  get sqlite(): Sqlite {
    return this.#sqlite;
  }

  alarm(): number | null {
    return this.#wantedAlarm === undefined ? this.#alarm : this.#wantedAlarm;
  }

  clearAlarm(): void {
    this.#alarm = null;
  }

  setAlarm(life: Life, at: number | null): void {
    this.begin(life);
    this.#wantedAlarm = at;
  }

  /** After the first write of a turn, outgoing calls wait until it is stored. */
  begin(life: Life): void {
    if (this.#openBy) return;
    this.#openBy = life;
    this.#sqlite.run("BEGIN");
    const { faults, time } = this.#host;
    if (!faults.comes("storage_slow", life.name)) {
      time.atTurnEnd(() => this.#commit(life));
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    life.gate = promise;
    time.after(faults.size("storage_slow", 1, 400), () => {
      if (!life.isAlive) return;
      this.#commit(life);
      life.gate = null;
      resolve();
    });
  }

  rollBack(): void {
    if (!this.#openBy) return;
    this.#openBy = null;
    this.#wantedAlarm = undefined;
    this.#sqlite.run("ROLLBACK");
  }

  #commit(life: Life): void {
    if (this.#openBy !== life) return;
    this.#openBy = null;
    this.#sqlite.run("COMMIT");
    if (this.#wantedAlarm === undefined) return;
    this.#alarm = this.#wantedAlarm;
    this.#wantedAlarm = undefined;
    this.#onAlarm(this.#alarm);
  }
}

/** Rejects writes once another instance has taken over, like the platform. */
export class SimulatedStorage {
  readonly #disk: ObjectDisk;
  readonly #life: Life;
  readonly #isCurrent: () => boolean;
  #depth = 0;
  readonly sql: { exec: (sql: string, ...values: unknown[]) => Cursor };
  readonly kv: {
    get: (key: string) => unknown;
    put: (key: string, value: unknown) => void;
    delete: (key: string) => void;
  };

  constructor(disk: ObjectDisk, life: Life, isCurrent: () => boolean) {
    this.#disk = disk;
    this.#life = life;
    this.#isCurrent = isCurrent;
    this.sql = { exec: (sql, ...values) => this.#exec(sql, values) };
    this.kv = {
      get: (key) => this.#get(key),
      put: (key, value) => this.#put(key, value),
      delete: (key) => void this.#exec("DELETE FROM _kv WHERE key = ?", [key]),
    };
  }

  transactionSync<T>(work: () => T): T {
    this.#use();
    this.#disk.begin(this.#life);
    const name = `s${++this.#depth}`;
    const { sqlite } = this.#disk;
    sqlite.run(`SAVEPOINT ${name}`);
    try {
      const result = work();
      sqlite.run(`RELEASE ${name}`);
      return result;
    } catch (error) {
      sqlite.run(`ROLLBACK TO ${name}; RELEASE ${name}`);
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  async getAlarm(): Promise<number | null> {
    this.#use();
    return this.#disk.alarm();
  }

  async setAlarm(at: number): Promise<void> {
    this.#use();
    this.#disk.setAlarm(this.#life, at);
  }

  async deleteAlarm(): Promise<void> {
    this.#use();
    this.#disk.setAlarm(this.#life, null);
  }

  async deleteAll(): Promise<void> {
    const tables = this.#exec(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      [],
    );
    for (const { name } of tables.toArray())
      this.#exec(name === "_kv" ? "DELETE FROM _kv" : `DROP TABLE "${name}"`, []);
  }

  #get(key: string): unknown {
    const [row] = this.#exec("SELECT value FROM _kv WHERE key = ?", [key]).toArray();
    return row ? JSON.parse(String(row["value"])) : undefined;
  }

  #put(key: string, value: unknown): void {
    this.#exec("INSERT OR REPLACE INTO _kv (key, value) VALUES (?, ?)", [key, JSON.stringify(value)]);
  }

  #use(): void {
    if (!this.#isCurrent())
      throw new Error("This object's storage is no longer accessible: another instance has it.");
  }

  #exec(sql: string, values: readonly unknown[]): Cursor {
    this.#use();
    if (READS.test(sql)) return new Cursor(this.#disk.sqlite, { sql, values });
    this.#disk.begin(this.#life);
    if (values.length === 0 && SEVERAL.test(sql)) {
      this.#disk.sqlite.run(sql);
      return new Cursor(this.#disk.sqlite, { rows: [], written: 0 });
    }
    const { sqlite, returnsRows } = this.#disk.sqlite.prepare(sql);
    const inputs = values.map(toInput);
    if (returnsRows) {
      const rows = toObjectRows(sqlite.all(...inputs));
      return new Cursor(this.#disk.sqlite, { rows, written: rows.length });
    }
    return new Cursor(this.#disk.sqlite, { rows: [], written: Number(sqlite.run(...inputs).changes) });
  }
}

type Source = { sql: string; values: readonly unknown[] } | { rows: Row[]; written: number };

class Cursor implements Iterator<Row>, Iterable<Row> {
  readonly #sqlite: Sqlite;
  readonly #source: Source;
  #rows: Iterator<Row> | null = null;
  readonly rowsWritten: number;

  constructor(sqlite: Sqlite, source: Source) {
    this.#sqlite = sqlite;
    this.#source = source;
    this.rowsWritten = "written" in source ? source.written : 0;
  }

  toArray(): Row[] {
    if ("rows" in this.#source) return this.#source.rows;
    const { sql, values } = this.#source;
    const statement = this.#sqlite.prepare(sql);
    if (statement.isBusy) return toObjectRows([...this.#sqlite.each(sql, values.map(toInput))]);
    return toObjectRows(statement.sqlite.all(...values.map(toInput)));
  }

  one(): Row {
    const [row] = this.toArray();
    if (!row) throw new Error("Expected exactly one result from SQL query, but got no results.");
    return row;
  }

  next(): IteratorResult<Row> {
    this.#rows ??= this.#begin();
    return this.#rows.next();
  }

  [Symbol.iterator](): Iterator<Row> {
    return this;
  }

  *#begin(): Generator<Row> {
    if ("rows" in this.#source) return yield* this.#source.rows;
    const { sql, values } = this.#source;
    for (const row of this.#sqlite.each(sql, values.map(toInput))) yield* toObjectRows([row]);
  }
}

function toObjectRows(rows: Row[]): Row[] {
  return withBlobs(rows, (bytes) => bytes.slice().buffer);
}
