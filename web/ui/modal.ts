import { onCleanup, onMount } from "solid-js";

/** Only `close()` returns the focus. Its event comes later, when the dialog is gone. */
export function showWhileMounted(dialog: () => HTMLDialogElement): void {
  onMount(() => dialog().showModal());
  onCleanup(() => dialog().close());
}
