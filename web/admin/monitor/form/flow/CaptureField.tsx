import { createEffect, createSignal, Index, on, Show } from "solid-js";
import { isSame } from "../../../../lib/merge.ts";
import { problemBeside, problemIn } from "../../../../lib/problems.ts";
import { sayServed } from "../../../../lib/served.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Field, FieldError } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { TextInput } from "../../../../ui/TextInput.tsx";
import { type SchemaFieldProps, useSchemaForm } from "../../../schema_form/context.ts";
import { text } from "../../../text/flow.ts";

interface Capture {
  name: string;
  from: string;
  path: string;
}

type Captures = Record<string, Omit<Capture, "name">>;

const SOURCES = ["json", "header", "cookie", "regex", "status"] as const;

/** Rows keep their order, even while two names are equal or still empty. */
export function CaptureField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const given = () => (props.value ?? {}) as Captures;
  const [rows, setRows] = createSignal(toRows(given()));
  createEffect(
    on(given, (value) => isSame(value, toValue(rows())) || setRows(toRows(value)), { defer: true }),
  );
  const send = (next: readonly Capture[]) => {
    setRows(next);
    props.onChange(toValue(next));
  };
  const problem = (name: string, part: string) =>
    name === "" ? undefined : problemIn(form.problems(), `${props.path}.${name}${part}`);

  return (
    <fieldset class="pairs">
      <legend class="group__legend">{sayServed(props.node.title)}</legend>
      <Index each={rows()}>
        {(row, at) => {
          const change = (part: Partial<Capture>) => send(rows().with(at, { ...row(), ...part }));
          return (
            <div class="pairs__row capture__row">
              <Field label={text.captureName} error={problem(row().name, "")}>
                <TextInput
                  value={row().name}
                  autocomplete="off"
                  spellcheck={false}
                  placeholder="token"
                  onInput={(name) => change({ name: name.trim() })}
                />
              </Field>
              <Field label={text.captureFrom}>
                <Select
                  value={row().from}
                  options={SOURCES.map((value) => ({ value, label: text.sources[value] }))}
                  onChange={(from) => change({ from, ...(from === "status" && { path: "" }) })}
                />
              </Field>
              <Show when={row().from !== "status"}>
                <Field
                  label={text.paths[row().from as Exclude<(typeof SOURCES)[number], "status">]}
                  error={problem(row().name, ".path")}
                >
                  <TextInput
                    value={row().path}
                    autocomplete="off"
                    spellcheck={false}
                    onInput={(path) => change({ path })}
                  />
                </Field>
              </Show>
              <Button
                variant="quiet"
                icon="trash"
                label={text.removeCapture(row().name || String(at + 1))}
                onClick={() => send(rows().toSpliced(at, 1))}
              />
            </div>
          );
        }}
      </Index>
      <FieldError
        id={`${props.path}-error`}
        message={problemBeside(
          form.problems(),
          props.path,
          rows().map(({ name }) => name),
        )}
      />
      <div>
        <Button isSmall icon="plus" onClick={() => send([...rows(), { name: "", from: "json", path: "" }])}>
          {text.addCapture}
        </Button>
      </div>
      <p class="field__hint">{sayServed(props.node.description)}</p>
    </fieldset>
  );
}

function toRows(captures: Captures): readonly Capture[] {
  return Object.entries(captures).map(([name, { from, path }]) => ({ name, from, path: path ?? "" }));
}

function toValue(rows: readonly Capture[]): Captures {
  const written = rows.filter(({ name, path }) => name !== "" || path !== "");
  return Object.fromEntries(written.map(({ name, from, path }) => [name, { from, path }]));
}
