import { type Host, leave } from "./host.ts";
import { currentLife } from "./life.ts";
import { type Row, Sqlite, toInput, withBlobs } from "./sqlite.ts";

const MOST_VALUES = 100;
const MINUTE_MS = 60_000;
const READS = /^\s*SELECT\b/i;

interface Reply {
  success: true;
  results: Row[];
  meta: Record<string, unknown>;
}

/** D1 as a Worker sees it: a batch is one transaction, and a response may be lost after the commit. */
export class SimulatedDatabase {
  readonly #host: Host;
  readonly #sqlite = new Sqlite();
  awayUntil = 0;
  calls = 0;

  constructor(host: Host) {
    this.#host = host;
    this.#sqlite.run("PRAGMA foreign_keys = ON");
  }

  prepare(sql: string): SimulatedStatement {
    return new SimulatedStatement(this, sql, []);
  }

  async batch(statements: readonly SimulatedStatement[]): Promise<Reply[]> {
    return await this.call(statements);
  }

  read(sql: string): Row[] {
    return this.#sqlite.prepare(sql).sqlite.all();
  }

  serialize(): Uint8Array {
    return this.#sqlite.serialize();
  }

  restore(image: Uint8Array): void {
    this.#sqlite.deserialize(image);
    this.#sqlite.run("PRAGMA foreign_keys = ON");
  }

  fillShadows(image: Uint8Array, tables: readonly string[]): void {
    this.#sqlite.run("PRAGMA foreign_keys = OFF");
    this.#sqlite.copyRows(
      image,
      tables.map((table) => ({ from: table, to: `restore_${table}` })),
    );
    this.#sqlite.run("PRAGMA foreign_keys = ON");
  }

  close(): void {
    this.#sqlite.close();
  }

  async call(statements: readonly SimulatedStatement[]): Promise<Reply[]> {
    const { faults, random, time } = this.#host;
    this.calls += 1;
    const where = (statements[1] ?? statements[0])?.sql.trim().slice(0, 60).replace(/\s+/g, " ") ?? "";
    const isSlow = faults.comes("database_slow", where);
    const fails = faults.comes("database_fails", where);
    const failsAfter = faults.comes("database_fails_after", where);
    const life = currentLife();
    const isRead = statements.every(({ sql }) => READS.test(sql));
    const isLate = !isRead && faults.comes("write_late", where);
    const isStale = isRead && life?.name.startsWith("object") && faults.comes("read_stale", where);
    if (life && (isSlow || fails || failsAfter || isLate || isStale)) life.hadFault = true;
    const slowMs = isSlow ? faults.size("database_slow", 5000, 5 * MINUTE_MS) : 0;
    const lateMs = isLate ? faults.size("write_late", 5000, 5 * MINUTE_MS) : 0;
    const delayMs = random.whole(1, 6) + slowMs + lateMs;
    const responses = await leave(this.#host, { where, delayMs, endsCaller: isLate }, () => {
      const isAway = time.elapsedMs < this.awayUntil;
      if (isAway && life) life.hadFault = true;
      if (fails || isAway) throw new Error("D1_ERROR: Network connection lost.");
      const responses = this.#transact(statements);
      if (failsAfter) throw new Error("D1_ERROR: Network connection lost.");
      return responses;
    });
    if (isStale) {
      const delayMs = faults.size("read_stale", 5000, 5 * MINUTE_MS);
      await leave(this.#host, { where: "a late reply", delayMs }, () => {});
    }
    return responses;
  }

  #transact(statements: readonly SimulatedStatement[]): Reply[] {
    if (statements.length === 1) return statements.map((statement) => this.#run(statement));
    this.#sqlite.run("BEGIN");
    try {
      const responses = statements.map((statement) => this.#run(statement));
      this.#sqlite.run("COMMIT");
      return responses;
    } catch (error) {
      this.#sqlite.run("ROLLBACK");
      throw error;
    }
  }

  #totals(): { n: number; id: number } {
    const { n, id } = this.#sqlite.one("SELECT total_changes() AS n, last_insert_rowid() AS id");
    return { n: Number(n), id: Number(id) };
  }

  #run({ sql, values, wantsArrays }: SimulatedStatement): Reply {
    if (values.length > MOST_VALUES) throw new Error("D1_ERROR: too many SQL variables");
    try {
      const { sqlite: usual, returnsRows } = this.#sqlite.prepare(sql);
      const sqlite = wantsArrays && returnsRows ? this.#sqlite.prepareArrays(sql) : usual;
      const inputs = values.map(toInput);
      if (returnsRows) {
        const before = READS.test(sql) ? null : this.#totals();
        const rows = withBlobs(sqlite.all(...inputs), (bytes) => [...bytes]);
        const { n, id } = before === null ? { n: 0, id: 0 } : this.#totals();
        return toReply(rows, { changes: n - (before?.n ?? 0), lastId: id });
      }
      const { changes, lastInsertRowid } = sqlite.run(...inputs);
      return toReply([], { changes: Number(changes), lastId: Number(lastInsertRowid) });
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`D1_ERROR: ${message}: SQLITE_ERROR`, { cause });
    }
  }
}

function toReply(results: Row[], { changes, lastId }: { changes: number; lastId: number }): Reply {
  const [rowsRead, isChanged] = [results.length, changes > 0];
  const size = { size_after: 4096, duration: 0, rows_read: rowsRead, rows_written: changes };
  return { success: true, results, meta: { ...size, changes, last_row_id: lastId, changed_db: isChanged } };
}

class SimulatedStatement {
  readonly #database: SimulatedDatabase;
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly wantsArrays: boolean;

  constructor(database: SimulatedDatabase, sql: string, values: readonly unknown[], wantsArrays = false) {
    this.#database = database;
    this.sql = sql;
    this.values = values;
    this.wantsArrays = wantsArrays;
  }

  bind(...values: unknown[]): SimulatedStatement {
    return new SimulatedStatement(this.#database, this.sql, values);
  }

  async all(): Promise<Reply> {
    const [response] = await this.#database.call([this]);
    if (!response) throw new Error("D1_ERROR: no result");
    return response;
  }

  async run(): Promise<Reply> {
    return await this.all();
  }

  async raw(): Promise<unknown[][]> {
    const asked = new SimulatedStatement(this.#database, this.sql, this.values, true);
    return (await asked.all()).results as unknown as unknown[][];
  }

  async first(column?: string): Promise<unknown> {
    const row = (await this.all()).results[0] ?? null;
    return column === undefined ? row : (row?.[column] ?? null);
  }
}
