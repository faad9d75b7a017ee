import { monitors } from "./monitors.ts";

export function nameMonitors(ids: readonly number[]): string {
  return ids.map((id) => monitors.find(id)?.peek().name ?? `#${id}`).join(", ") || "–";
}
