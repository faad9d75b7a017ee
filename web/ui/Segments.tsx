import { createUniqueId, For } from "solid-js";

export function Segments<T extends string>(props: {
  legend: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  onClick?: () => void;
}) {
  const name = createUniqueId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{props.legend}</legend>
      <For each={props.options}>
        {(option) => (
          <label class="segments__one">
            <input
              type="radio"
              class="visually-hidden"
              name={name}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
              onClick={() => props.onClick?.()}
            />
            {option.label}
          </label>
        )}
      </For>
    </fieldset>
  );
}
