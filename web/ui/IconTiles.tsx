import { createUniqueId, For, type JSX, Show } from "solid-js";
import { FieldError } from "./Field.tsx";

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
  const errorId = `${name}-error`;
  const hintId = `${name}-hint`;
  return (
    <fieldset aria-describedby={[props.error && errorId, props.hint && hintId].filter(Boolean).join(" ")}>
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
      <FieldError id={errorId} message={props.error} />
      <Show when={props.hint}>
        <p class="field__hint" id={hintId}>
          {props.hint}
        </p>
      </Show>
    </fieldset>
  );
}
