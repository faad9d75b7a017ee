import { type Accessor, batch, createSignal } from "solid-js";

const MOST_STEPS = 200;

interface Steps<T> {
  past: readonly T[];
  future: readonly T[];
}

export function createUndoHistory<T>(current: Accessor<T>, show: (value: T) => void) {
  const [steps, setSteps] = createSignal<Steps<T>>({ past: [], future: [] });
  let lastKey = "";

  function travel(from: keyof Steps<T>, to: keyof Steps<T>): boolean {
    const found = steps()[from].at(-1);
    if (!found) return false;
    const here = current();
    batch(() => {
      setSteps((known) => ({ ...known, [from]: known[from].slice(0, -1), [to]: [...known[to], here] }));
      lastKey = "";
      show(found);
    });
    return true;
  }

  return {
    /** Consecutive changes with the same key, such as those of one drag, are undone together. */
    change(next: T, key: string): void {
      const before = current();
      batch(() => {
        const isSameStep = key !== "" && key === lastKey;
        if (!isSameStep) setSteps(({ past }) => ({ past: [...past, before].slice(-MOST_STEPS), future: [] }));
        lastKey = key;
        show(next);
      });
    },
    undo: () => travel("past", "future"),
    redo: () => travel("future", "past"),
    canUndo: () => steps().past.length > 0,
    canRedo: () => steps().future.length > 0,
  };
}
