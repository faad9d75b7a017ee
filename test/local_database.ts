import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** What is asked of D1 to fill a database, on the file itself. */
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

/** The database of a product that runs with that state; what it has made by then is there. */
export function openDatabase(stateDir: string): LocalDatabase {
  const file = findDatabase(stateDir);
  const run = (statements: readonly Pick<LocalStatement, "sql" | "values">[]) => {
    const database = new DatabaseSync(file, { timeout: 10_000 });
    database.exec("BEGIN IMMEDIATE");
    for (const { sql, values } of statements) database.prepare(sql).run(...values);
    database.exec("COMMIT");
    database.close();
  };
  const statement = (sql: string, values: readonly SQLInputValue[] = []): LocalStatement => ({
    sql,
    values,
    bind: (...bound) => statement(sql, bound),
    run: async () => run([{ sql, values }]),
  });
  return {
    prepare: (sql) => statement(sql),
    batch: async (statements) => run(statements),
  };
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
