import { For, Show } from "solid-js";
import { Icon } from "../../ui/Icon.tsx";
import { StatusMark } from "../live/StatusMark.tsx";
import { shownStatus } from "../live/shown_status.ts";
import { text } from "../text/shell.ts";
import type { PaletteEntry } from "./palette_entry.ts";

function PaletteOption(props: {
  id: string;
  goal: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      class="palette__option"
      id={props.id}
      role="option"
      tabindex={-1}
      aria-selected={props.isActive}
      onPointerMove={() => props.onPoint()}
      onClick={() => props.onChoose()}
    >
      <Icon name={props.goal.icon} />
      <span class="break">{props.goal.label}</span>
      <Show when={props.goal.entry}>{(entry) => <StatusMark status={shownStatus(entry().monitor())} />}</Show>
    </button>
  );
}

export function PaletteList(props: {
  id: string;
  goals: readonly PaletteEntry[];
  active: number;
  onActive: (at: number) => void;
  onChoose: (goal: PaletteEntry) => void;
}) {
  return (
    <div class="palette__list" id={`${props.id}-list`} role="listbox" aria-label={text.palette.title}>
      <For each={props.goals} fallback={<p class="palette__title">{text.palette.none}</p>}>
        {(goal, at) => (
          <>
            <Show when={props.goals[at() - 1]?.group !== goal.group}>
              <div class="palette__title" role="presentation">
                {text.palette[goal.group]}
              </div>
            </Show>
            <PaletteOption
              id={`${props.id}-${at()}`}
              goal={goal}
              isActive={at() === props.active}
              onPoint={() => props.onActive(at())}
              onChoose={() => props.onChoose(goal)}
            />
          </>
        )}
      </For>
    </div>
  );
}
