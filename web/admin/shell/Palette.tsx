import { createSignal, createUniqueId } from "solid-js";
import { isPanelPath, navigate } from "../../lib/router.ts";
import { Icon } from "../../ui/Icon.tsx";
import { showWhileMounted } from "../../ui/modal.ts";
import { showOutcome } from "../../ui/toast.ts";
import { text } from "../text/shell.ts";
import { PaletteList } from "./PaletteList.tsx";
import { createGoals } from "./palette_entries.ts";
import type { PaletteEntry } from "./palette_entry.ts";

export default function Palette(props: { onClose: () => void }) {
  const id = createUniqueId();
  const [search, setSearch] = createSignal("");
  const [active, setActive] = createSignal(0);
  let element!: HTMLDialogElement;
  showWhileMounted(() => element);

  const goals = createGoals(search);

  function go(goal: PaletteEntry | undefined): void {
    if (!goal) return;
    props.onClose();
    if (typeof goal.choose === "string") follow(goal.choose);
    else void showOutcome(goal.choose);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const count = goals().length;
    const targets: Record<string, number> = {
      ArrowDown: active() + 1,
      ArrowUp: active() - 1 + count,
    };
    const target = targets[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      go(goals()[active()]);
    }
    if (target === undefined || count === 0) return;
    event.preventDefault();
    setActive(target % count);
    document.getElementById(`${id}-${active()}`)?.scrollIntoView({ block: "nearest" });
  }

  return (
    <dialog
      ref={element}
      class="dialog palette"
      aria-label={text.palette.title}
      onClose={() => element.isConnected && props.onClose()}
      onClick={(event) => event.target === element && props.onClose()}
      onKeyDown={(event) => event.key === "Escape" && props.onClose()}
    >
      <div class="palette__field">
        <Icon name="search" />
        <input
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-label={text.palette.title}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={goals().length > 0 ? `${id}-${active()}` : undefined}
          placeholder={text.palette.placeholder}
          value={search()}
          onInput={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList id={id} goals={goals()} active={active()} onActive={setActive} onChoose={go} />
      <p class="palette__foot">{text.palette.hint}</p>
      <p class="visually-hidden" role="status">
        {text.palette.results(goals().length)}
      </p>
    </dialog>
  );
}

function follow(href: string): void {
  if (isPanelPath(href)) navigate(href);
  else window.open(href, "_blank", "noreferrer");
}
