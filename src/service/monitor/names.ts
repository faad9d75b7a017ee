import { listNames } from "../../data/monitor.ts";
import { type Context, mayReach } from "../context.ts";

export async function describeMonitors(context: Context, ids: readonly number[]): Promise<string> {
  const names = mayReach(context, "monitors", "read") ? await listNames(context.db, ids) : new Map();
  return ids.map((id) => (names.has(id) ? `#${id} ${names.get(id)}` : `#${id}`)).join(", ");
}
