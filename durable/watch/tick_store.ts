import { type PlacedCheck, unpackPlaces } from "../../src/domain/monitor/place_results.ts";
import { type PackedResult, packTick, unpackOne, unpackTick } from "../../src/domain/uptime/packing.ts";
import type { Span } from "../../src/domain/uptime/uptime.ts";
import { orLog } from "../../src/lib/log.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import type { StorageStep } from "../storage_version.ts";
import type { CountedSql } from "./tables.ts";

/** Raw check results: a tick holds those of one moment. Response times by the hour are kept in the database. */
const KEPT_MS = 7 * DAY_MS;

interface Tick {
  at: number;
  results: PackedResult[];
}

type TickRow = { at: number; results: ArrayBuffer };
type TimedResult = PackedResult & { at: number };

export const addsPlaces: StorageStep = {
  isAddition: true,
  change: ({ sql }) => {
    const columns = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('ticks')").toArray();
    if (!columns.some(({ name }) => name === "places")) sql.exec("ALTER TABLE ticks ADD COLUMN places TEXT");
  },
};

export class TickStore {
  readonly #sql: CountedSql;

  static readonly SCHEMA = `
    CREATE TABLE IF NOT EXISTS ticks (at INTEGER PRIMARY KEY, results BLOB NOT NULL);
  `;

  constructor(sql: CountedSql) {
    this.#sql = sql;
  }

  /** A time of its own for each row: one in a millisecond that is taken goes into the next free one. */
  add(at: number, results: readonly PackedResult[], places: string | null = null): void {
    let free = at;
    while (this.#sql.rows("SELECT 1 FROM ticks WHERE at = ?", free).length > 0) free += 1;
    this.#sql.run(
      "INSERT INTO ticks (at, results, places) VALUES (?, ?, ?)",
      free,
      packTick(results).slice().buffer,
      places,
    );
  }

  lastAt(): number {
    return this.#sql.rows<{ at: number | null }>("SELECT max(at) AS at FROM ticks")[0]?.at ?? 0;
  }

  /** A few at a time: each new row removes an old one, and no run has thousands to delete. */
  dropOld(now: number): void {
    this.#sql.run(
      "DELETE FROM ticks WHERE at IN (SELECT at FROM ticks WHERE at < ? ORDER BY at LIMIT 8)",
      now - KEPT_MS,
    );
  }

  *between({ from, to }: Span): Generator<Tick> {
    const rows = this.#sql.each<TickRow>(
      "SELECT at, results FROM ticks WHERE at >= ? AND at < ? ORDER BY at",
      from,
      to,
    );
    for (const { at, results } of rows) {
      const unpacked = tryUnpack(at, () => unpackTick(new Uint8Array(results)));
      if (unpacked) yield { at, results: unpacked };
    }
  }

  *resultsOf(index: number, { from, to }: Span): Generator<TimedResult> {
    const rows = this.#sql.each<TickRow>(
      "SELECT at, results FROM ticks WHERE at >= ? AND at < ? ORDER BY at",
      from,
      to,
    );
    for (const { at, results } of rows) {
      const own = tryUnpack(at, () => unpackOne(new Uint8Array(results), index));
      if (own) yield { ...own, at };
    }
  }

  lastResultsOf(
    indices: readonly number[],
    { to, most, mostRows = Infinity }: { to: number; most: number; mostRows?: number },
  ): Map<number, TimedResult[]> {
    const found = new Map(indices.map((index) => [index, [] as TimedResult[]]));
    const open = new Set(indices);
    let rows = 0;
    const all = this.#sql.each<TickRow>("SELECT at, results FROM ticks WHERE at < ? ORDER BY at DESC", to);
    for (const { at, results } of all) {
      for (const index of open) {
        const own = tryUnpack(at, () => unpackOne(new Uint8Array(results), index));
        if (own && found.get(index)?.push({ ...own, at }) === most) open.delete(index);
      }
      if (open.size === 0 || ++rows >= mostRows) break;
    }
    for (const results of found.values()) results.reverse();
    return found;
  }

  *placesOf(index: number, to: number): Generator<PlacedCheck & { at: number }> {
    const rows = this.#sql.each<{ at: number; places: string }>(
      "SELECT at, places FROM ticks WHERE places IS NOT NULL AND at < ? ORDER BY at DESC",
      to,
    );
    for (const { at, places } of rows) {
      const own = tryUnpack(at, () => unpackPlaces(places).find((one) => one.index === index));
      if (own) yield { ...own, at };
    }
  }
}

function tryUnpack<T>(at: number, unpack: () => T): T | null {
  return orLog("failed to read a tick", { at }, unpack);
}
