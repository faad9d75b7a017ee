import { createEffect, createSignal, For, on, Show } from "solid-js";
import { isSame } from "../../lib/merge.ts";
import { problemBeside, problemIn } from "../../lib/problems.ts";
import { sayServed } from "../../lib/served.ts";
import { Button } from "../../ui/Button.tsx";
import { PairsInput } from "../../ui/PairsInput.tsx";
import { text } from "../text/schema_form.ts";
import { type SchemaFieldProps, useSchemaForm } from "./context.ts";
import { type Entries, type ReadPair, takenIn, toValue, typedIn } from "./pair_values.ts";
import { TakenPair } from "./TakenPair.tsx";

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
              <TakenPair
                label={props.label}
                pair={one()}
                problem={problem}
                onChange={(next) => replace(at, next)}
              />
            )}
          </Show>
        )}
      </For>
      <Show when={takesVaults()}>
        <div class="row">
          <Button
            isSmall
            icon="plus"
            of={props.label}
            onClick={() => setTaken([...taken(), { name: "Authorization", vault: undefined }])}
          >
            {text.takeFromVault}
          </Button>
        </div>
      </Show>
    </>
  );
}
