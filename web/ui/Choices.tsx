import { createUniqueId, For, Show } from "solid-js";
import { FieldError } from "./Field.tsx";

export interface Choice<T extends string> {
  value: T;
  label: string;
  hint?: string;
}

export function Choices<T extends string>(props: {
  legend: string;
  value: T | null;
  choices: readonly Choice<T>[];
  isInline?: boolean;
  error?: string | undefined;
  onChange: (value: T) => void;
}) {
  const name = createUniqueId();
  const errorId = `${name}-error`;
  return (
    <fieldset aria-describedby={props.error && errorId}>
      <legend class="group__legend">{props.legend}</legend>
      <div class={`choices${props.isInline ? " choices--inline" : ""}`}>
        <For each={props.choices}>
          {(choice) => (
            <label class="choice check">
              <input
                type="radio"
                name={name}
                value={choice.value}
                checked={choice.value === props.value}
                onChange={() => props.onChange(choice.value)}
              />
              <span>
                <span class="check__label">{choice.label}</span>
                <Show when={choice.hint}>
                  <span class="choice__hint field__hint">{choice.hint}</span>
                </Show>
              </span>
            </label>
          )}
        </For>
      </div>
      <FieldError id={errorId} message={props.error} />
    </fieldset>
  );
}
