import { For, Index, Match, Show, Switch } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { problemBeside, problemIn } from "../../../lib/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { SecretInput } from "../../../ui/SecretInput.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { NAMES, type SecretFormValues, text, valueIn } from "./secret_values.ts";

export function ValueFields(props: { form: Form<SecretFormValues> }) {
  const pairs = () => props.form.values.values;
  const setPair = (at: number, pair: readonly [string, string]) =>
    props.form.set("values")(pairs().with(at, pair));
  const problem = (name: string) => problemIn(props.form.problems(), `values.${name}`);
  const own = () =>
    problemBeside(
      props.form.problems(),
      "values",
      pairs().map(([name]) => name),
    );
  return (
    <>
      <Switch>
        <Match when={props.form.values.type === "json"}>
          <fieldset class="pairs">
            <legend class="group__legend">{text.values}</legend>
            <Index each={pairs()}>
              {(pair, at) => (
                <div class="pairs__row">
                  <Field label={text.fieldName} isLabelHidden={at > 0} error={problem(pair()[0])}>
                    <TextInput
                      value={pair()[0]}
                      autocomplete="off"
                      spellcheck={false}
                      onInput={(name) => setPair(at, [name, pair()[1]])}
                    />
                  </Field>
                  <Field label={text.fieldValue} isLabelHidden={at > 0}>
                    <SecretInput value={pair()[1]} onInput={(value) => setPair(at, [pair()[0], value])} />
                  </Field>
                  <Button
                    variant="quiet"
                    icon="trash"
                    label={text.removeField(at + 1)}
                    onClick={() => props.form.set("values")(pairs().toSpliced(at, 1))}
                  />
                </div>
              )}
            </Index>
            <div>
              <Button isSmall icon="plus" onClick={() => props.form.set("values")([...pairs(), ["", ""]])}>
                {text.addField}
              </Button>
            </div>
          </fieldset>
        </Match>
        <Match when={props.form.values.type}>
          <For each={NAMES[props.form.values.type as keyof typeof NAMES]}>
            {(name, at) => (
              <Field label={text.fields[name] ?? name} error={problem(name)}>
                <Show
                  when={name === "user"}
                  fallback={
                    <SecretInput
                      value={valueIn(pairs(), name)}
                      onInput={(value) => setPair(at(), [name, value])}
                    />
                  }
                >
                  <TextInput
                    value={valueIn(pairs(), name)}
                    autocomplete="off"
                    spellcheck={false}
                    onFocus={(event) => event.currentTarget.select()}
                    onInput={(value) => setPair(at(), [name, value])}
                  />
                </Show>
              </Field>
            )}
          </For>
        </Match>
      </Switch>
      <FieldError id="secret-values-error" message={own()} />
    </>
  );
}
