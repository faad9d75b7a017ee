import { createMemo, createUniqueId, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { problemBeside, problemIn } from "../../lib/problems.ts";
import { FieldError } from "../../ui/Field.tsx";
import { text } from "../text/vault_picker.ts";
import { createFilled } from "../vault/picker/filled.ts";
import type { VaultReference } from "../vault/picker/VaultPicker.tsx";
import { type SchemaFieldsProps, useSchemaForm } from "./context.ts";
import { isShown, kindOf, type SchemaNode } from "./node.ts";
import { SchemaField } from "./SchemaField.tsx";
import { labelOf } from "./setting_label.ts";

export function SchemaFields(props: SchemaFieldsProps) {
  const form = useSchemaForm();
  const id = createUniqueId();
  const names = createMemo(
    () =>
      Object.entries(props.node.properties ?? {})
        .filter(([, node]) => kindOf(node) !== "hidden")
        .map(([name]) => name)
        .sort(besideSecrets(props.node)),
    undefined,
    { equals: (a, b) => a?.join() === b.join() },
  );
  const useful = (name: string) => isShown(name, props.node, props.values);
  const filled = createFilled(
    () => props.values["vault"] as VaultReference | undefined,
    () => props.node.properties?.["vault"]?.["x-fills"],
  );
  /** Secrets from a vault have no field, unless the server reports a problem with one. */
  const isFilled = (name: string) =>
    filled().includes(name) && problemIn(form.problems(), `${props.path}.${name}`) === undefined;
  const shown = () =>
    names().filter((name) => (props.only?.(name) ?? true) && useful(name) && !isFilled(name));
  const filledLabels = () =>
    filled()
      .filter((name) => names().includes(name) && useful(name) && isFilled(name))
      .map((name) => labelOf(name, props.node.properties?.[name]));

  function change(name: string, value: unknown): void {
    const { [name]: _, ...others } = props.values;
    props.onChange(value === undefined ? others : { ...others, [name]: value });
  }

  return (
    <>
      <For each={shown()}>
        {(name) => (
          <>
            <Dynamic
              component={form.custom[name] ?? SchemaField}
              name={name}
              node={props.node.properties?.[name] ?? {}}
              path={`${props.path}.${name}`}
              value={props.values[name]}
              isRequired={props.node.required?.includes(name) ?? false}
              onChange={(value) => change(name, value)}
            />
            <Show when={name === "vault" && filledLabels().length > 0}>
              <p class="small soft">{text.filled(filledLabels())}</p>
            </Show>
          </>
        )}
      </For>
      <FieldError
        id={id}
        message={props.only ? undefined : problemBeside(form.problems(), props.path, names())}
      />
    </>
  );
}

function besideSecrets({ properties = {} }: SchemaNode): (a: string, b: string) => number {
  const names = Object.keys(properties);
  const lastSecret = names.findLastIndex((name) => kindOf(properties[name] ?? {}) === "secret");
  const placeOf = (name: string) =>
    name === "vault" && lastSecret >= 0 ? lastSecret + 0.5 : names.indexOf(name);
  return (a, b) => placeOf(a) - placeOf(b);
}
