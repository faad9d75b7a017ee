import { createEffect, createSignal, For, on, Show } from "solid-js";
import { isSame } from "../../lib/merge.ts";
import { problemBeside, problemIn } from "../../lib/problems.ts";
import { sayServed } from "../../lib/served.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PairsInput } from "../../ui/PairsInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { text } from "../text/schema_form.ts";
import { VaultPicker } from "../vault/picker/VaultPicker.tsx";
import { type SchemaFieldProps, useSchemaForm } from "./context.ts";
import { type Entries, type ReadPair, takenIn, toValue, typedIn } from "./pair_values.ts";

/** Pairs keep their order, even while two names are equal. */
export function PairsField(props: SchemaFieldProps & { label: string }) {
  const form = useSchemaForm();
  const given = () => (props.value ?? {}) as Entries;
  const [pairs, setPairs] = createSignal(typedIn(given()));
  const [taken, setTaken] = createSignal(takenIn(given()));
  createEffect(
    on(
      given,
      (value) => {
        if (isSame(value, toValue(pairs(), taken()))) return;
        setPairs(typedIn(value));
        setTaken(takenIn(value));
      },
      { defer: true },
    ),
  );
  const takesVaults = () =>
    typeof props.node.additionalProperties === "object" && Boolean(props.node.additionalProperties.anyOf);
  const problem = (name: string) =>
    name === "" ? undefined : problemIn(form.problems(), `${props.path}.${name}`);

  function send(): void {
    props.onChange(toValue(pairs(), taken()));
  }

  function replace(at: number, next: ReadPair | null): void {
    setTaken(next ? taken().with(at, next) : taken().toSpliced(at, 1));
    send();
  }

  return (
    <>
      <PairsInput
        label={props.label}
        hint={sayServed(props.node.description)}
        pairs={pairs()}
        error={problemBeside(
          form.problems(),
          props.path,
          pairs().map(([name]) => name),
        )}
        problem={problem}
        onChange={(next) => {
          setPairs(next);
          send();
        }}
      />
      <For each={taken().map((_, at) => at)}>
        {(at) => (
          <Show when={taken()[at]}>
            {(one) => (
              <fieldset class="nested">
                <legend class="group__legend">{text.fromVault(props.label)}</legend>
                <Field label={text.name} error={problem(one().name)}>
                  <TextInput
                    value={one().name}
                    autocomplete="off"
                    spellcheck={false}
                    onInput={(name) => replace(at, { ...one(), name })}
                  />
                </Field>
                <VaultPicker
                  value={one().vault}
                  problem={(part) => problem(`${one().name}.vault${part === "" ? "" : `.${part}`}`)}
                  onChange={(vault) => replace(at, { ...one(), vault })}
                />
                <div class="row">
                  <Button isSmall icon="trash" onClick={() => replace(at, null)}>
                    {text.removeTaken(one().name)}
                  </Button>
                </div>
              </fieldset>
            )}
          </Show>
        )}
      </For>
      <Show when={takesVaults()}>
        <div class="row">
          <Button
            isSmall
            icon="plus"
            onClick={() => setTaken([...taken(), { name: "Authorization", vault: undefined }])}
          >
            {text.takeFromVault(props.label)}
          </Button>
        </div>
      </Show>
    </>
  );
}
