import { createMemo, Show } from "solid-js";
import { problemBeside } from "../../lib/problems.ts";
import { sayServed } from "../../lib/served.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { text } from "../text/schema_form.ts";
import { type SchemaFieldProps, useSchemaForm, type Values } from "./context.ts";
import { branchOf, defaultsOf, discriminatorOf, type SchemaNode } from "./node.ts";
import "./schema_form.css";

export type NestedFieldProps = SchemaFieldProps & { label: string };

export function GroupField(props: NestedFieldProps) {
  const { Fields } = useSchemaForm();
  const isOptional = () => props.node.default === undefined && !props.isRequired;
  const fields = () => (
    <Fields
      node={props.node}
      path={props.path}
      values={(props.value ?? {}) as Values}
      onChange={props.onChange}
    />
  );
  return (
    <Show when={props.node.title !== undefined || isOptional()} fallback={fields()}>
      <fieldset class="nested">
        <legend class="group__legend">{props.label}</legend>
        <div class="stack">
          <Show when={isOptional()}>
            <Switch
              label={text.use(props.label)}
              isOn={props.value !== undefined}
              onChange={(isOn) => props.onChange(isOn ? defaultsOf(props.node) : undefined)}
            />
          </Show>
          <Show when={!isOptional() || props.value !== undefined}>{fields()}</Show>
        </div>
      </fieldset>
    </Show>
  );
}

export function UnionField(props: NestedFieldProps) {
  const form = useSchemaForm();
  const discriminator = () => discriminatorOf(props.node);
  const branch = createMemo(() => branchOf(props.node, props.value) ?? {});
  const kept = new Map<string, unknown>();
  const tagOf = (node: SchemaNode) => String(node.properties?.[discriminator()]?.const ?? "");

  function choose(next: string): void {
    const node = props.node.oneOf?.find((one) => tagOf(one) === next);
    if (!node) return;
    kept.set(tagOf(branch()), props.value);
    props.onChange(
      kept.get(next) ?? { ...defaultsOf(node), [discriminator()]: node.properties?.[discriminator()]?.const },
    );
  }

  const names = () => Object.keys(branch().properties ?? {}).filter((name) => name !== discriminator());
  return (
    <fieldset class="nested">
      <legend class="group__legend">{props.label}</legend>
      <div class="stack">
        <Field
          label={text.kind}
          hint={sayServed(props.node.description)}
          error={problemBeside(form.problems(), props.path, names())}
        >
          <Select
            value={tagOf(branch())}
            options={(props.node.oneOf ?? []).map((one) => ({
              value: tagOf(one),
              label: sayServed(one.title ?? tagOf(one)),
            }))}
            onChange={choose}
          />
        </Field>
        <Show when={branch()} keyed>
          {(node) => (
            <form.Fields
              node={node}
              path={props.path}
              values={(props.value ?? {}) as Values}
              only={(name) => name !== discriminator()}
              onChange={props.onChange}
            />
          )}
        </Show>
      </div>
    </fieldset>
  );
}

export function constsOf({ properties = {} }: SchemaNode): Values {
  const entries = Object.entries(properties).filter(([, node]) => "const" in node);
  return Object.fromEntries(entries.map(([name, node]) => [name, node.const]));
}
