import { listMissingMonitors } from "../../data/monitor.ts";
import { invalid } from "../../lib/errors.ts";
import type { Context } from "../context.ts";

/** Throws when one of them does not exist. */
export async function checkMonitorsExist(context: Context, monitorIds: readonly number[]): Promise<void> {
  const missing = await listMissingMonitors(context.db, monitorIds);
  if (missing.length === 0) return;
  const message = `There is no monitor with the id ${missing.join(", ")}.`;
  throw invalid(message, [{ path: "monitorIds", message }]);
}
