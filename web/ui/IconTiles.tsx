import { createUniqueId, For, type JSX } from "solid-js";
import { describedBy, FieldNotes } from "./Field.tsx";

interface Tile {
  value: string;
  label: string;
}

export function IconTiles(props: {
  legend: string;
  value: string;
  tiles: readonly Tile[];
  icon: (value: string) => JSX.Element;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const name = createUniqueId();
  return (
    <fieldset aria-describedby={describedBy(name, props)}>
      <legend class="group__legend">{props.legend}</legend>
      <div class="icon-tiles">
        <For each={props.tiles}>
          {({ value, label }) => (
            <label class="icon-tile">
              <input
                type="radio"
                name={name}
                value={value}
                checked={props.value === value}
                onChange={() => props.onChange(value)}
              />
              {props.icon(value)}
              <span class="icon-tile__label">{label}</span>
            </label>
          )}
        </For>
      </div>
      <FieldNotes id={name} error={props.error} hint={props.hint} />
    </fieldset>
  );
}
