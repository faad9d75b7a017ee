import { createMemo, For } from "solid-js";
import { Button } from "./Button.tsx";
import type { PickerOption } from "./picker_option.ts";
import { text } from "./text.ts";

export function ChosenChips(props: {
  options: readonly PickerOption[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}) {
  const byId = createMemo(() => new Map(props.options.map((option) => [option.id, option])));
  return (
    <ul class="chips plain" aria-label={text.chosen(props.chosen.length)}>
      <For each={props.chosen}>
        {(chosen) => {
          const label = () => byId().get(chosen)?.label ?? `#${chosen}`;
          return (
            <li class="chip">
              <span class="break">{label()}</span>
              <Button
                variant="quiet"
                icon="close"
                label={text.remove(label())}
                onClick={() => props.onChange(props.chosen.filter((other) => other !== chosen))}
              />
            </li>
          );
        }}
      </For>
    </ul>
  );
}
