import { monitors } from "./monitors.ts";

/** The caller must follow the monitors. */
export function nameMonitors(ids: readonly number[]): string {
  return ids.map((id) => monitors.find(id)?.peek().name ?? `#${id}`).join(", ") || "–";
}
