import { For } from "solid-js";
import { useField } from "./Field.tsx";

interface Option<T extends string> {
  value: T;
  label: string;
}

export function Select<T extends string>(props: {
  value: T;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
}) {
  const field = useField();
  return (
    <select
      class="input select"
      id={field.id}
      aria-describedby={field.describedBy()}
      aria-invalid={field.isInvalid()}
      onChange={(event) => {
        const chosen = props.options[event.currentTarget.selectedIndex];
        if (chosen) props.onChange(chosen.value);
      }}
    >
      <For each={props.options}>
        {(option) => (
          <option value={option.value} selected={option.value === props.value}>
            {option.label}
          </option>
        )}
      </For>
    </select>
  );
}
