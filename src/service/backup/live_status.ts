import type { Row } from "../../data/backup_read.ts";
import type { TableShape } from "../../data/backup_shape.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { WatchedState } from "../../objects/watch.ts";
import { watchNumbered } from "../announce/watch.ts";

/**
 * Adds what only the watches know: in steady times checks aren't written to the database, and a restore would
 * count the time since as unchecked.
 */
export async function readLiveStatuses(
  env: Env,
  { columns }: TableShape,
  rows: readonly Row[],
): Promise<Row[]> {
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  const [id, checkedAt, responseMs] = [placeOf("monitor_id"), placeOf("checked_at"), placeOf("response_ms")];
  const states = await askWatches(env, new Set(rows.map((row) => watchOf(Number(row[id])))));
  return rows.map((row) => {
    const state = states.get(Number(row[id]))?.state;
    if (!state?.checkedAt || state.checkedAt <= Number(row[checkedAt] ?? 0)) return row;
    return row.with(checkedAt, state.checkedAt).with(responseMs, state.responseMs);
  });
}

async function askWatches(env: Env, watches: ReadonlySet<number>): Promise<Map<number, WatchedState>> {
  const known = new Map<number, WatchedState>();
  await Promise.all(
    [...watches].map(async (watch) => {
      try {
        for (const state of await watchNumbered(env, watch).states()) known.set(state.id, state);
      } catch (error) {
        log("warn", "a watch did not return its states for a backup", { watch, error });
      }
    }),
  );
  return known;
}
