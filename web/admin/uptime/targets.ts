import { createSignal } from "solid-js";
import { keep, readKept } from "../../lib/kept.ts";
import { DEFAULT_TARGET } from "./budget.ts";

const KEY = "uptide-targets";

const [targets, setTargets] = createSignal<Readonly<Record<string, number>>>(read());

export function targetOf(id: number): number {
  return targets()[id] ?? DEFAULT_TARGET;
}

export function keepTarget(id: number, target: number): void {
  setTargets((before) => ({ ...before, [id]: target }));
  keep(KEY, targets());
}

function read(): Record<string, number> {
  const kept = readKept(KEY);
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === "number"));
}
