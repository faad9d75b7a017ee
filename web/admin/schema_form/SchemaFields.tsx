import { createMemo, createUniqueId, For } from "solid-js";
import { Dynamic } from "solid-js/web";
import { problemBeside } from "../../lib/problems.ts";
import { FieldError } from "../../ui/Field.tsx";
import { type SchemaFieldsProps, useSchemaForm } from "./context.ts";
import { isShown, kindOf, type SchemaNode } from "./node.ts";
import { SchemaField } from "./SchemaField.tsx";

/** The settings of an object, one field each. */
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
  const shown = () =>
    names().filter((name) => (props.only?.(name) ?? true) && isShown(name, props.node, props.values));

  function change(name: string, value: unknown): void {
    const { [name]: _, ...others } = props.values;
    props.onChange(value === undefined ? others : { ...others, [name]: value });
  }

  return (
    <>
      <For each={shown()}>
        {(name) => (
          <Dynamic
            component={form.custom[name] ?? SchemaField}
            name={name}
            node={props.node.properties?.[name] ?? {}}
            path={`${props.path}.${name}`}
            value={props.values[name]}
            isRequired={props.node.required?.includes(name) ?? false}
            onChange={(value) => change(name, value)}
          />
        )}
      </For>
      <FieldError
        id={id}
        message={props.only ? undefined : problemBeside(form.problems(), props.path, names())}
      />
    </>
  );
}

/** A vault is offered right after the secrets that it fills; the others keep their order. */
function besideSecrets({ properties = {} }: SchemaNode): (a: string, b: string) => number {
  const names = Object.keys(properties);
  const lastSecret = names.findLastIndex((name) => kindOf(properties[name] ?? {}) === "secret");
  const placeOf = (name: string) =>
    name === "vault" && lastSecret >= 0 ? lastSecret + 0.5 : names.indexOf(name);
  return (a, b) => placeOf(a) - placeOf(b);
}
