import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
/** A moment between 2020 and 2100, in milliseconds, as a column or in JSON. */
const FROM = 1_577_836_800_000;
const TO = 4_102_444_800_000;
const MOMENT = /(?<![\w.+/=-])\d{13}(?![\w.+/=-])/g;
const DATE = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

const QUIET = /("(?:start|end)":\s*")(\d\d:\d\d)(?=")/g;

interface Move {
  byMs: number;
  port?: { from: number; to: number };
  movesKept?: boolean;
}

export function moveText(text: string, { byMs, port }: Move): string {
  const moved = text
    .replace(QUIET, (_, name, clock) => name + moveClock(clock, byMs))
    .replace(MOMENT, (digits) => String(moveNumber(Number(digits), byMs)))
    .replace(DATE, (date) => new Date(Date.parse(date) + byMs).toISOString());
  if (!port) return moved;
  const apart = new RegExp(`("port":\\s*)${port.from}\\b`, "g");
  return moved.replaceAll(`127.0.0.1:${port.from}`, `127.0.0.1:${port.to}`).replace(apart, `$1${port.to}`);
}

/**
 * Moves every moment in the databases of a state, its quiet hours, and its neighbour's port. Changes nothing else and
 * creates no table, so the product finds what the release left.
 */
export function moveState(stateDir: string, move: Move): void {
  for (const path of listDatabases(stateDir)) {
    const database = new DatabaseSync(path);
    for (const table of listTables(database)) {
      moveTable(database, table, move);
      if (move.movesKept && table === "_cf_KV") moveKept(database, move);
    }
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
}

export function listDatabases(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sqlite"))
    .map((entry) => join(entry.parentPath, entry.name));
}

export function listTables(database: DatabaseSync): string[] {
  const rows = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  return rows.map(({ name }) => String(name));
}

function moveTable(database: DatabaseSync, table: string, move: Move): void {
  for (const { name } of database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()) {
    const column = `"${String(name)}"`;
    for (const { from, to, by } of findRanges(table, String(name), move.byMs)) {
      // Moves through unused values, because two rows may not share one in between.
      const isNumber = `typeof(${column}) = 'integer'`;
      database.exec(
        `UPDATE "${table}" SET ${column} = -(${column} + ${by}) WHERE ${isNumber} AND ${column} BETWEEN ${from} AND ${to}`,
      );
      database.exec(
        `UPDATE "${table}" SET ${column} = -${column} WHERE ${isNumber} AND ${column} < -${from / 2n}`,
      );
    }
    const texts = database.prepare(
      `SELECT DISTINCT ${column} AS text FROM "${table}" WHERE typeof(${column}) = 'text'`,
    );
    for (const { text } of texts.all()) {
      const moved = moveText(String(text), move);
      if (moved !== text)
        database.prepare(`UPDATE "${table}" SET ${column} = ? WHERE ${column} = ?`).run(moved, String(text));
    }
  }
}

function moveKept(database: DatabaseSync, move: Move): void {
  for (const { key, value } of database.prepare("SELECT key, value FROM _cf_KV").all()) {
    if (key === undefined || !(value instanceof Uint8Array)) continue;
    const moved: unknown = JSON.parse(moveText(JSON.stringify(deserialize(value)), move));
    database.prepare("UPDATE _cf_KV SET value = ? WHERE key = ?").run(serialize(moved), key);
  }
}

/** Alarms are in nanoseconds. */
function findRanges(table: string, column: string, byMs: number): { from: bigint; to: bigint; by: bigint }[] {
  const hours = Math.floor(byMs / HOUR_MS);
  if (table === "closed" && column === "hour") return [{ from: 1n, to: BigInt(TO), by: BigInt(hours) }];
  // A row holds one day's hours, so it moves by whole days.
  if (table === "response_days" && column === "day")
    return [{ from: 1n, to: BigInt(TO), by: BigInt(Math.floor(hours / HOURS_A_DAY)) }];
  return [1n, 1_000_000n].map((unit) => {
    return { from: BigInt(FROM) * unit, to: BigInt(TO) * unit, by: BigInt(byMs) * unit };
  });
}

function moveClock(clock: string, byMs: number): string {
  return new Date(Date.parse(`2026-01-01T${clock}:00Z`) + byMs).toISOString().slice(11, 16);
}

function moveNumber(moment: number, byMs: number): number {
  return moment >= FROM && moment <= TO ? moment + byMs : moment;
}
