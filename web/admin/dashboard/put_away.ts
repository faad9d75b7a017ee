import { createSignal } from "solid-js";
import { currentUser } from "../../lib/session.ts";

/** Named after its content: a dismissed part comes back when that changes. */
type Part = "two-factor" | `silent ${number}` | `update ${string}`;

const [away, setAway] = createSignal<readonly Part[]>([]);
let readFor: number | undefined;

export function usePutAway() {
  const { id } = currentUser();
  if (readFor !== id) setAway(read(id));
  readFor = id;
  return {
    isAway: (part: Part) => away().includes(part),
    isAny: () => away().length > 0,
    putAway: (part: Part) => keep(id, [...away().filter((other) => kindOf(other) !== kindOf(part)), part]),
    showAll: () => keep(id, []),
  };
}

function keep(user: number, parts: readonly Part[]): void {
  setAway(parts);
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(parts));
  } catch {
    // Storage is disabled: they come back with the next visit.
  }
}

function read(user: number): readonly Part[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function keyOf(user: number): string {
  return `uptide-put-away-${user}`;
}

function kindOf(part: Part): string {
  return part.split(" ")[0] ?? part;
}
