import { openDb, save } from "../../data/db.ts";
import { deleteOldEvents } from "../../data/monitor_event.ts";
import { deleteStaleResponses } from "../../data/response_block.ts";
import { blockOf } from "../../domain/uptime/response_block.ts";
import type { Env } from "../../env.ts";
import { DAY_MS } from "../../lib/units.ts";

/** Response times by the hour. Raw check results are kept for a week: `durable/watch/tick_store.ts`. */
export const RESPONSE_DAYS_KEPT = 400;

const EVENTS_KEPT_MS = 90 * DAY_MS;
const ROWS_A_STEP = 5000;
const STEPS = 20;

export async function forgetHistory(env: Env, now: number): Promise<void> {
  const day = Math.floor(now / DAY_MS) - RESPONSE_DAYS_KEPT;
  for (let step = 1; step <= STEPS; step++) {
    const results = await save(openDb(env.DB), [
      ...deleteStaleResponses({ day, block: blockOf(day) }, ROWS_A_STEP),
      deleteOldEvents(now - EVENTS_KEPT_MS, ROWS_A_STEP),
    ]);
    if (results.every(({ meta }) => meta.changes < ROWS_A_STEP)) return;
  }
}
