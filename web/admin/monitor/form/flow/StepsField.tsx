import { Index, onMount, Show } from "solid-js";
import { getAt } from "../../../../../src/lib/at_path.ts";
import { problemIn } from "../../../../lib/problems.ts";
import { sayServed } from "../../../../lib/served.ts";
import { Button } from "../../../../ui/Button.tsx";
import { FieldError } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { type SchemaFieldProps, useSchemaForm, type Values } from "../../../schema_form/context.ts";
import { defaultsOf } from "../../../schema_form/node.ts";
import { text } from "../../../text/flow.ts";
import "./flow.css";

const MOST_STEPS = 10;

/** The steps of a flow: each folds away behind its number, name and request. */
export function StepsField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const node = () => props.node.items ?? {};
  const items = () => (Array.isArray(props.value) ? (props.value as readonly Values[]) : []);
  const textAt = (item: Values, path: readonly string[]) => String(getAt(item, path) ?? "");
  const hasProblem = (at: number) =>
    form.problems().some(({ path }) => path.startsWith(`${props.path}[${at}]`));
  const move = (at: number, to: number) => {
    const item = items()[at];
    if (item) props.onChange(items().toSpliced(at, 1).toSpliced(to, 0, item));
  };
  const add = () => props.onChange([...items(), defaultsOf(node())]);
  onMount(() => {
    if (items().length === 0) add();
  });

  return (
    <fieldset class="nested">
      <legend class="group__legend">{sayServed(props.node.title)}</legend>
      <p class="field__hint">{sayServed(props.node.description)}</p>
      <Index each={items()}>
        {(item, at) => (
          <details class="flow-step" open={at === items().length - 1 || hasProblem(at)}>
            <summary class="flow-step__head">
              <Icon name="right" />
              <span class="flow-step__number">{at + 1}</span>
              <span class="strong break">{textAt(item(), ["name"]) || text.step(at + 1)}</span>
              <span class="small soft flow-step__request">
                {textAt(item(), ["request", "method"])} {textAt(item(), ["request", "url"])}
              </span>
            </summary>
            <div class="flow-step__body">
              <form.Fields
                node={node()}
                path={`${props.path}[${at}]`}
                values={item()}
                onChange={(value) => props.onChange(items().with(at, value))}
              />
              <div class="row">
                <Button isSmall icon="up" disabled={at === 0} onClick={() => move(at, at - 1)}>
                  {text.moveUp}
                </Button>
                <Button
                  isSmall
                  icon="down"
                  disabled={at === items().length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  {text.moveDown}
                </Button>
                <Show when={items().length > 1}>
                  <Button isSmall icon="trash" onClick={() => props.onChange(items().toSpliced(at, 1))}>
                    {text.removeStep}
                  </Button>
                </Show>
              </div>
            </div>
          </details>
        )}
      </Index>
      <FieldError id={`${props.path}-error`} message={problemIn(form.problems(), props.path)} />
      <Show when={items().length < MOST_STEPS}>
        <div>
          <Button isSmall icon="plus" onClick={add}>
            {text.addStep}
          </Button>
        </div>
      </Show>
    </fieldset>
  );
}
