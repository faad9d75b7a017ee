import { createSignal } from "solid-js";
import type { LiveList } from "../../../src/domain/page/live_message.ts";

type Turns = Readonly<Partial<Record<LiveList, number>>>;

const [turns, setTurns] = createSignal<Turns>({});
const [missed, setMissed] = createSignal(0);

export function turnsOf(list: LiveList): number {
  return (turns()[list] ?? 0) + missed();
}

export function turnLists(changed: readonly LiveList[]): void {
  setTurns((before) => ({
    ...before,
    ...Object.fromEntries(changed.map((list) => [list, (before[list] ?? 0) + 1])),
  }));
}

export function turnAllLists(): void {
  setMissed((count) => count + 1);
}
