import { For, Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { listPages } from "../../api/page.ts";

export function PageChoice(props: {
  legend: string;
  hint: string;
  chosen: readonly string[];
  onChange: (keys: string[]) => void;
}) {
  const pages = createLoad(listPages);
  const known = () => pages.data() ?? [];
  function choose(key: string, isChosen: boolean): void {
    const others = props.chosen.filter((one) => one !== key);
    props.onChange(isChosen ? [...others, key] : others);
  }
  return (
    <Show when={known().length > 1}>
      <fieldset>
        <legend class="group__legend">{props.legend}</legend>
        <p class="field__hint">{props.hint}</p>
        <div class="choices">
          <For each={known()}>
            {({ key, name }) => (
              <Checkbox
                label={name}
                isChecked={props.chosen.includes(key)}
                onChange={(isChosen) => choose(key, isChosen)}
              />
            )}
          </For>
        </div>
      </fieldset>
    </Show>
  );
}
