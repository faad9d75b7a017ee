import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";

/** `isAll` includes monitors that come to match later. */
export interface Choice {
  ids: Accessor<readonly number[]>;
  isAll: Accessor<boolean>;
  has: (id: number) => boolean;
  set: (id: number, isChosen: boolean) => void;
  setAll: (isChosen: boolean) => void;
}

export function createChoice(shown: Accessor<readonly number[]>, filter: Accessor<string>): Choice {
  const [isAll, setIsAll] = createSignal(false);
  const [chosen, setChosen] = createSignal<ReadonlySet<number>>(new Set());
  const ids = createMemo(() => (isAll() ? shown() : shown().filter((id) => chosen().has(id))));
  // With another filter, "all" no longer means what was chosen.
  createEffect(on(filter, () => setIsAll(false), { defer: true }));
  return {
    ids,
    isAll,
    has: (id) => isAll() || chosen().has(id),
    set(id, isChosen) {
      const next = new Set(ids());
      if (isChosen) next.add(id);
      else next.delete(id);
      setIsAll(false);
      setChosen(next);
    },
    setAll(isChosen) {
      setIsAll(isChosen);
      setChosen(new Set<number>());
    },
  };
}
