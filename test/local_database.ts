import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

export interface LocalDatabase {
  prepare(sql: string): LocalStatement;
  batch(statements: readonly LocalStatement[]): Promise<void>;
}

interface LocalStatement {
  sql: string;
  values: readonly SQLInputValue[];
  bind(...values: SQLInputValue[]): LocalStatement;
  run(): Promise<void>;
}

/**
 * Opens the database of a running product with its current rows. Writing pauses the product's process, because the
 * product would fail instead of waiting for the file.
 */
export function openDatabase(stateDir: string, pid?: number): LocalDatabase {
  const file = findDatabase(stateDir);
  const write = (statements: readonly Pick<LocalStatement, "sql" | "values">[]) => {
    const database = new DatabaseSync(file, { timeout: pid === undefined ? 10_000 : 0 });
    try {
      database.exec("BEGIN IMMEDIATE");
      for (const { sql, values } of statements) database.prepare(sql).run(...values);
      database.exec("COMMIT");
    } finally {
      database.close();
    }
  };
  const run = async (statements: readonly Pick<LocalStatement, "sql" | "values">[]) => {
    if (pid === undefined) return write(statements);
    while (!whileStill(pid, () => write(statements))) await new Promise(setImmediate);
  };
  const statement = (sql: string, values: readonly SQLInputValue[] = []): LocalStatement => ({
    sql,
    values,
    bind: (...bound) => statement(sql, bound),
    run: async () => await run([{ sql, values }]),
  });
  return {
    prepare: (sql) => statement(sql),
    batch: async (statements) => await run(statements),
  };
}

/** Returns false if the process was paused while it held the file. It must run on first. */
function whileStill(pid: number, write: () => void): boolean {
  process.kill(pid, "SIGSTOP");
  try {
    while (!/^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
    write();
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes("database is locked")) return false;
    throw error;
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

export function findDatabase(stateDir: string): string {
  const names = readdirSync(stateDir, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".sqlite")).map((name) => join(stateDir, name));
  const found = files.find((file) => {
    const database = new DatabaseSync(file, { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE name = 'subscribers'").all();
    database.close();
    return tables.length > 0;
  });
  if (!found) throw new Error("the database is nowhere");
  return found;
}
