import { createSignal } from "solid-js";

interface Tip {
  lines: readonly string[];
  anchor: Element;
}

/** One for the whole page; on the server there is never one. */
const [tip, setTip] = createSignal<Tip | null>(null);

export { tip };

export function showTip(anchor: Element, lines: readonly string[]): void {
  setTip({ anchor, lines });
}

export function hideTip(): void {
  setTip(null);
}
