import { createUniqueId, type JSX, Show } from "solid-js";
import { FieldError } from "./Field.tsx";

interface CheckTies {
  id: string;
  describedBy: () => string | undefined;
}

export interface CheckWords {
  label: string;
  hint?: JSX.Element;
  error?: string | undefined;
}

export function CheckFrame(
  props: CheckWords & { class: string; children: (ties: CheckTies) => JSX.Element },
) {
  const id = createUniqueId();
  const describedBy = () =>
    [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div class={props.class}>
      {props.children({ id, describedBy })}
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
