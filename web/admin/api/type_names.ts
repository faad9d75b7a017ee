import { createSignal } from "solid-js";
import { sayServed } from "../../lib/served.ts";

interface Named {
  type: string;
  label: string;
}

export function createTypeNames<T extends Named>(list: (signal: AbortSignal) => Promise<T[]>) {
  const [types, setTypes] = createSignal<readonly T[]>([]);
  let isAsked = false;

  async function load(): Promise<void> {
    isAsked = true;
    try {
      setTypes(await list(new AbortController().signal));
    } catch {
      // Raw type names are shown until the next attempt.
      isAsked = false;
    }
  }

  function known(): readonly T[] {
    if (!isAsked) void load();
    return types();
  }

  return {
    known,
    labelOf: (type: string) => sayServed(known().find((one) => one.type === type)?.label ?? type),
  };
}
