import { createUniqueId, For, Index, Show } from "solid-js";
import { sayServed } from "../../lib/served.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/Field.tsx";
import { text } from "../text/schema_form.ts";
import { useSchemaForm, type Values } from "./context.ts";
import { constsOf, type NestedFieldProps } from "./nested_fields.tsx";
import { branchOf, defaultsOf, type SchemaNode } from "./node.ts";

export function ListField(props: NestedFieldProps) {
  const form = useSchemaForm();
  const id = createUniqueId();
  const items = () => (Array.isArray(props.value) ? (props.value as readonly Values[]) : []);
  const branches = (): readonly SchemaNode[] => props.node.items?.oneOf ?? [props.node.items ?? {}];
  const nodeOf = (item: Values) => branchOf(props.node.items ?? {}, item) ?? props.node.items ?? {};
  const own = () => form.problems().find(({ path }) => path === props.path)?.message;

  return (
    <fieldset class="nested" aria-describedby={own() ? id : undefined}>
      <legend class="group__legend">{props.label}</legend>
      <Show when={props.node.description}>
        <p class="field__hint">{sayServed(props.node.description)}</p>
      </Show>
      <Index each={items()}>
        {(item, at) => (
          <div class="nested__item">
            <div class="row row--spread">
              <span class="strong">{sayServed(nodeOf(item()).title) ?? text.item(at + 1)}</span>
              <Button
                variant="quiet"
                isSmall
                icon="trash"
                label={text.removeItem(props.label, at + 1)}
                onClick={() => props.onChange(items().toSpliced(at, 1))}
              />
            </div>
            <div class="nested__grid">
              <Show when={nodeOf(item())} keyed>
                {(node) => (
                  <form.Fields
                    node={node}
                    path={`${props.path}[${at}]`}
                    values={item()}
                    onChange={(value) => props.onChange(items().with(at, value))}
                  />
                )}
              </Show>
            </div>
          </div>
        )}
      </Index>
      <FieldError id={id} message={own()} />
      <div class="row">
        <For each={branches()}>
          {(node) => (
            <Button
              isSmall
              icon="plus"
              onClick={() => props.onChange([...items(), { ...constsOf(node), ...defaultsOf(node) }])}
            >
              {text.addItem(sayServed(node.title ?? props.label))}
            </Button>
          )}
        </For>
      </div>
    </fieldset>
  );
}
