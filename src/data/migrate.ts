import { AppError } from "../lib/errors.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

const done = new WeakMap<D1Database, Promise<void>>();

/** Once per isolate. A failure is not cached: the next request tries again. */
export function ensureMigrated(database: D1Database): Promise<void> {
  let running = done.get(database);
  if (!running) {
    running = migrate(database, MIGRATIONS).catch((error: unknown) => {
      done.delete(database);
      throw error;
    });
    done.set(database, running);
  }
  return running;
}

/**
 * Shares its table with `wrangler d1 migrations apply`. Each migration is one transaction that first claims
 * its name, so of two concurrent runs one fails whole. A new database gets all of them in one.
 */
export async function migrate(database: D1Database, migrations: readonly Migration[]): Promise<void> {
  const statementsOf = ({ name, sql }: Migration) => [
    database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ...splitStatements(sql).map((statement) => database.prepare(statement)),
  ];
  let applied = await listApplied(database);
  if (applied.size === 0) {
    // One batch for a new database: somebody waits for the first page. A faulty migration is reported below.
    await database.batch(migrations.flatMap(statementsOf)).catch(() => undefined);
    applied = await listApplied(database);
  }
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue;
    try {
      await database.batch(statementsOf(migration));
    } catch (error) {
      applied = await listApplied(database);
      if (!applied.has(migration.name)) throw error;
    }
  }
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = [...applied]
    .filter((name) => !known.has(name))
    .sort()
    .at(-1);
  if (newer) {
    throw new AppError(
      "unavailable",
      `The database is newer than this version (it has ${newer}): deploy the version that created it, or a later one.`,
    );
  }
}

/** House rule: a `;` at the end of a line ends a statement, and appears nowhere else in a migration. */
export function splitStatements(sql: string): string[] {
  return sql
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, "").trim() !== "");
}

async function listApplied(database: D1Database): Promise<Set<string>> {
  const create = database.prepare(
    `CREATE TABLE IF NOT EXISTS d1_migrations (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
     )`,
  );
  const select = database.prepare("SELECT name FROM d1_migrations");
  const [, rows] = await database.batch<{ name: string }>([create, select]);
  return new Set(rows?.results.map((row) => row.name));
}
