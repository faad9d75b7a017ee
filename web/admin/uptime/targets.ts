import { createSignal } from "solid-js";
import { DEFAULT_TARGET } from "./budget.ts";

const KEY = "uptide-targets";

const [targets, setTargets] = createSignal<Readonly<Record<string, number>>>(read());

export function targetOf(id: number): number {
  return targets()[id] ?? DEFAULT_TARGET;
}

export function keepTarget(id: number, target: number): void {
  setTargets((before) => ({ ...before, [id]: target }));
  try {
    localStorage.setItem(KEY, JSON.stringify(targets()));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === "number"));
  } catch {
    return {};
  }
}
