import { createSignal, onCleanup, onMount, Show, Suspense } from "solid-js";
import { lazyCode } from "../../lib/load_code.ts";
import { Icon } from "../../ui/Icon.tsx";
import { text } from "../text/shell.ts";

const Palette = lazyCode(() => import("./Palette.tsx"));

const PRELOAD_MS = 1500;

export function PaletteButton() {
  const [isOpen, setIsOpen] = createSignal(false);

  function onKeyDown(event: KeyboardEvent): void {
    if (
      event.key.toLowerCase() !== "k" ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    if (isOpen() || document.querySelector("dialog[open]") === null) setIsOpen((open) => !open);
  }

  onMount(() => {
    document.addEventListener("keydown", onKeyDown);
    // Preloaded: otherwise the first letters typed would be lost.
    setTimeout(() => void Palette.preload(), PRELOAD_MS);
  });
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));

  return (
    <>
      <button
        type="button"
        class="shell__find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        {text.palette.open}
        <span class="keys" aria-hidden="true">
          {text.palette.shortcut}
        </span>
      </button>
      <Show when={isOpen()}>
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      </Show>
    </>
  );
}
