import { type Accessor, createEffect, on, onCleanup } from "solid-js";

/** The history is written a moment after the stream reports a change. */
const SETTLED_MS = 2500;

/** Reloads twice: when the confirmed state changes, and once the history has it. */
export function reloadAfterTurn(confirmed: Accessor<unknown>, reload: () => void): void {
  createEffect(
    on(confirmed, (_, before) => {
      if (before !== undefined) reload();
      const timer = setTimeout(reload, SETTLED_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
}
