import { For, Show } from "solid-js";
import type { PickerOption } from "./picker_option.ts";

export function PickerOptions(props: {
  id: string;
  label: string;
  options: readonly PickerOption[];
  active: number;
  onChoose: (option: PickerOption) => void;
}) {
  return (
    <div id={`${props.id}-list`} role="listbox" aria-label={props.label}>
      <For each={props.options}>
        {(option, at) => (
          <button
            type="button"
            class="picker__option"
            id={`${props.id}-${option.id}`}
            role="option"
            tabindex={-1}
            aria-selected={at() === props.active}
            onClick={() => props.onChoose(option)}
          >
            <span class="break">{option.label}</span>
            <Show when={option.note}>
              <span class="small soft">{option.note}</span>
            </Show>
          </button>
        )}
      </For>
    </div>
  );
}
