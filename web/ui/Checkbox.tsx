import { createUniqueId, type JSX, Show } from "solid-js";
import { FieldError } from "./Field.tsx";

export function Checkbox(props: {
  label: string;
  hint?: JSX.Element;
  error?: string | undefined;
  isChecked: boolean;
  isDisabled?: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const id = createUniqueId();
  const described = () =>
    [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        checked={props.isChecked}
        disabled={props.isDisabled ?? false}
        aria-describedby={described()}
        aria-invalid={props.error !== undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label class="check__label" for={id}>
        {props.label}
      </label>
      <div class="check__below">
        <Show when={props.hint}>
          <p class="field__hint" id={`${id}-hint`}>
            {props.hint}
          </p>
        </Show>
        <FieldError id={`${id}-error`} message={props.error} />
      </div>
    </div>
  );
}
