import { Show } from "solid-js";
import { PickerOptions } from "./PickerOptions.tsx";
import type { PickerOption } from "./picker_option.ts";
import { text } from "./text.ts";

export function PickerList(props: {
  id: string;
  label: string;
  options: readonly PickerOption[];
  rest: number;
  active: number;
  onChoose: (option: PickerOption) => void;
}) {
  return (
    <>
      <Show when={props.options.length > 0} fallback={<p class="picker__none">{text.nothingFound}</p>}>
        <PickerOptions
          id={props.id}
          label={props.label}
          options={props.options}
          active={props.active}
          onChoose={(option) => props.onChoose(option)}
        />
      </Show>
      <Show when={props.rest > 0}>
        <p class="picker__none">{text.more(props.rest)}</p>
      </Show>
    </>
  );
}
