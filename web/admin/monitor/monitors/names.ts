import { monitors } from "./store.ts";

/** Monitors in words, for whoever follows them. */
export function tellMonitors(ids: readonly number[]): string {
  return ids.map((id) => monitors.find(id)?.peek().name ?? `#${id}`).join(", ") || "–";
}
