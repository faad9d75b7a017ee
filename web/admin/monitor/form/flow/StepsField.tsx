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
              <StepButtons at={at} items={items()} onChange={props.onChange} />
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

function StepButtons(props: {
  at: number;
  items: readonly Values[];
  onChange: (items: readonly Values[]) => void;
}) {
  const others = () => props.items.toSpliced(props.at, 1);
  const name = () => text.step(props.at + 1);
  const move = (to: number) =>
    props.onChange(others().toSpliced(to, 0, ...props.items.slice(props.at, props.at + 1)));
  return (
    <div class="row">
      <Button isSmall icon="up" of={name()} disabled={props.at === 0} onClick={() => move(props.at - 1)}>
        {text.moveUp}
      </Button>
      <Button
        isSmall
        icon="down"
        of={name()}
        disabled={props.at === others().length}
        onClick={() => move(props.at + 1)}
      >
        {text.moveDown}
      </Button>
      <Show when={others().length > 0}>
        <Button isSmall icon="trash" of={name()} onClick={() => props.onChange(others())}>
          {text.removeStep}
        </Button>
      </Show>
    </div>
  );
}
