import type { Row } from "../../data/backup_read.ts";
import type { TableShape } from "../../data/backup_shape.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { Env } from "../../env.ts";
import { askWatches } from "../announce/watch.ts";

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
  const watches = new Set(rows.map((row) => watchOf(Number(row[id]))));
  const responses = await askWatches(env, watches, async (watch) => await watch.states());
  const states = new Map([...responses.values()].flat().map((watched) => [watched.id, watched.state]));
  return rows.map((row) => {
    const state = states.get(Number(row[id]));
    if (!state?.checkedAt || state.checkedAt <= Number(row[checkedAt] ?? 0)) return row;
    return row.with(checkedAt, state.checkedAt).with(responseMs, state.responseMs);
  });
}
