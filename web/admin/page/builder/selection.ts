import { createSignal } from "solid-js";

export function createSelection() {
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set());
  const choose = (ids: Iterable<string>) => void setChosen(new Set(ids));
  return {
    chosen,
    choose,
    selectedId: () => (chosen().size === 1 ? ([...chosen()][0] ?? null) : null),
    select: (id: string | null) => choose(id === null ? [] : [id]),
    toggle(id: string): void {
      const others = [...chosen()].filter((one) => one !== id);
      choose(others.length === chosen().size ? [...others, id] : others);
    },
    keepOnly(isThere: (id: string) => boolean): void {
      const there = [...chosen()].filter(isThere);
      if (there.length < chosen().size) choose(there);
    },
  };
}
