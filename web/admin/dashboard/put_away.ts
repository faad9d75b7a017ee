import { createSignal } from "solid-js";
import { keep, readKeptWords } from "../../lib/kept.ts";
import { currentUser } from "../../lib/session.ts";

/** Named after its content: a dismissed part comes back when that changes. */
type Part = "two-factor" | `silent ${number}` | `update ${string}`;

const [away, setAway] = createSignal<readonly Part[]>([]);
let readFor: number | undefined;

export function usePutAway() {
  const { id } = currentUser();
  if (readFor !== id) setAway(readKeptWords(keyOf(id)) as Part[]);
  readFor = id;
  return {
    isAway: (part: Part) => away().includes(part),
    isAny: () => away().length > 0,
    putAway: (part: Part) => change(id, [...away().filter((other) => kindOf(other) !== kindOf(part)), part]),
    showAll: () => change(id, []),
  };
}

function change(user: number, parts: readonly Part[]): void {
  setAway(parts);
  keep(keyOf(user), parts);
}

function keyOf(user: number): string {
  return `uptide-put-away-${user}`;
}

function kindOf(part: Part): string {
  return part.split(" ")[0] ?? part;
}
