import { createUniqueId, Index, Show } from "solid-js";
import { isCredentialName } from "../../src/lib/credential_name.ts";
import { Button } from "./Button.tsx";
import { Field, FieldError } from "./Field.tsx";
import { SecretInput } from "./SecretInput.tsx";
import { TextInput } from "./TextInput.tsx";
import { text } from "./text.ts";

export type Pair = readonly [name: string, value: string];

export function PairsInput(props: {
  label: string;
  hint?: string | undefined;
  pairs: readonly Pair[];
  onChange: (pairs: readonly Pair[]) => void;
  error?: string | undefined;
  problem?: (name: string) => string | undefined;
}) {
  const id = createUniqueId();
  const replace = (at: number, pair: Pair | null) =>
    props.onChange(pair ? props.pairs.with(at, pair) : props.pairs.toSpliced(at, 1));
  return (
    <fieldset class="pairs" aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend class="group__legend">{props.label}</legend>
      <Index each={props.pairs}>
        {(pair, at) => (
          <div class="pairs__row">
            <Field label={text.headerName} isLabelHidden={at > 0} error={props.problem?.(pair()[0])}>
              <TextInput
                value={pair()[0]}
                autocomplete="off"
                spellcheck={false}
                onInput={(name) => replace(at, [name, pair()[1]])}
              />
            </Field>
            <Field label={text.headerValue} isLabelHidden={at > 0}>
              <Show
                when={isCredentialName(pair()[0])}
                fallback={
                  <TextInput
                    value={pair()[1]}
                    autocomplete="off"
                    onInput={(value) => replace(at, [pair()[0], value])}
                  />
                }
              >
                <SecretInput value={pair()[1]} onInput={(value) => replace(at, [pair()[0], value])} />
              </Show>
            </Field>
            <Button
              variant="quiet"
              icon="trash"
              label={text.remove(pair()[0] || text.row(at + 1))}
              onClick={() => replace(at, null)}
            />
          </div>
        )}
      </Index>
      <FieldError id={`${id}-error`} message={props.error} />
      <div>
        <Button isSmall icon="plus" onClick={() => props.onChange([...props.pairs, ["", ""]])}>
          {text.add}
        </Button>
      </div>
      <Show when={props.hint}>
        <p class="field__hint">{props.hint}</p>
      </Show>
    </fieldset>
  );
}
