import { createMemo, For, Show } from "solid-js";
import { useField } from "./Field.tsx";

interface Option<T extends string> {
  value: T;
  label: string;
  group?: string;
}

export function Select<T extends string>(props: {
  value: T;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
}) {
  const field = useField();
  const groups = createMemo(() => [...Map.groupBy(props.options, ({ group }) => group)]);
  const List = (own: { options: readonly Option<T>[] }) => (
    <For each={own.options}>
      {(option) => (
        <option value={option.value} selected={option.value === props.value}>
          {option.label}
        </option>
      )}
    </For>
  );
  return (
    <select
      class="input select"
      id={field.id}
      aria-describedby={field.describedBy()}
      aria-invalid={field.isInvalid()}
      onChange={(event) => {
        const shown = groups().flatMap(([, options]) => options);
        const chosen = shown[event.currentTarget.selectedIndex];
        if (chosen) props.onChange(chosen.value);
      }}
    >
      <For each={groups()}>
        {([group, options]) => (
          <Show when={group} fallback={<List options={options} />}>
            <optgroup label={group}>
              <List options={options} />
            </optgroup>
          </Show>
        )}
      </For>
    </select>
  );
}
