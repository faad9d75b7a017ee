import { createUniqueId, type JSX, Show } from "solid-js";
import { FieldError } from "./Field.tsx";

/** Something that is on or off from the moment the form is saved. */
export function Switch(props: {
  label: string;
  hint?: JSX.Element;
  error?: string | undefined;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = createUniqueId();
  const described = () =>
    [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div class="check check--switch">
      <input
        type="checkbox"
        role="switch"
        class="switch"
        id={id}
        checked={props.isOn}
        aria-checked={props.isOn}
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
