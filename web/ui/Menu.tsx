import { createSignal, createUniqueId, For, type JSX, onCleanup, Show } from "solid-js";
import { MenuEntry, type MenuItem } from "./MenuEntry.tsx";

const GAP = 4;

/** In the top layer, where no table or dialog clips it. */
export function Menu(props: {
  label: string;
  trigger: JSX.Element;
  triggerClass: string;
  head?: JSX.Element;
  items: readonly MenuItem[];
}) {
  const id = createUniqueId();
  const [isOpen, setIsOpen] = createSignal(false);
  let trigger!: HTMLButtonElement;
  let panel!: HTMLDivElement;
  let follow = new AbortController();
  onCleanup(() => follow.abort());

  const place = () => placeAt(trigger, panel);

  function entries(): HTMLElement[] {
    return [...panel.querySelectorAll<HTMLElement>("[data-entry]")];
  }

  function onKeyDown(event: KeyboardEvent): void {
    const found = entries();
    const at = found.indexOf(document.activeElement as HTMLElement);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === "Tab") panel.hidePopover();
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    found.at(target % found.length)?.focus();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        class={props.triggerClass}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen()}
        popovertarget={id}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          panel.showPopover();
        }}
      >
        {props.trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="menu"
        onToggle={(event) => {
          setIsOpen(event.newState === "open");
          if (event.newState !== "open") return follow.abort();
          follow = new AbortController();
          window.addEventListener("resize", place, follow);
          window.addEventListener("scroll", place, { signal: follow.signal, capture: true });
          place();
          entries()[0]?.focus({ preventScroll: true });
        }}
      >
        <Show when={isOpen()}>
          {props.head}
          <div role="menu" tabindex="-1" aria-label={props.label} onKeyDown={onKeyDown}>
            <For each={props.items}>
              {(item) => <MenuEntry item={item} onDone={() => panel.hidePopover()} />}
            </For>
          </div>
        </Show>
      </div>
    </>
  );
}

function placeAt(trigger: HTMLElement, panel: HTMLElement): void {
  const anchor = trigger.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = anchor.bottom + GAP;
  const top = below + height > window.innerHeight ? Math.max(GAP, anchor.top - GAP - height) : below;
  panel.style.top = `${top}px`;
  panel.style.left = `${Math.max(GAP * 2, anchor.right - width)}px`;
}
