import { type Accessor, createEffect, on, onCleanup } from "solid-js";

/** The stream is faster than the history, which is written a moment later. */
const SETTLED_MS = 2500;

/** Loads what is made from the history at a change of the confirmed state, and again when that is written. */
export function reloadAfterTurn(confirmed: Accessor<unknown>, reload: () => void): void {
  createEffect(
    on(confirmed, (_, before) => {
      if (before !== undefined) reload();
      const timer = setTimeout(reload, SETTLED_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
}
