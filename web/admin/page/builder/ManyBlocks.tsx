import { Show } from "solid-js";
import { moveNodesInto } from "../../../../src/domain/page/layout_many.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/page_builder.ts";
import { stepChosen } from "./block_actions.ts";
import { useBuilder } from "./context.ts";
import { MoveToPage } from "./MoveToPage.tsx";

export function ManyBlocks() {
  const context = useBuilder();
  const { builder, remove, announce } = context;
  const count = () => builder.chosen().size;
  const groups = () =>
    builder
      .tree()
      .children.flatMap((node) =>
        node.type === "group" && !builder.chosen().has(node.id)
          ? [{ value: node.id, label: node.label }]
          : [],
      );

  function moveInto(groupId: string): void {
    if (groupId === "") return;
    const isMoved = builder.apply(moveNodesInto(builder.tree(), builder.chosen(), groupId));
    announce(isMoved ? text.many.announced.moved(count()) : text.announced.stays);
  }

  return (
    <div class="stack">
      <h2 class="properties__title" tabindex={-1} id="properties">
        {text.many.title(count())}
      </h2>
      <p class="small soft">{text.many.lead}</p>
      <div class="row">
        <Button icon="up" onClick={() => stepChosen(context, "up")}>
          {text.move.up}
        </Button>
        <Button icon="down" onClick={() => stepChosen(context, "down")}>
          {text.move.down}
        </Button>
      </div>
      <Show when={groups().length > 0}>
        <Field label={text.many.into}>
          <Select
            value=""
            options={[{ value: "", label: text.many.intoNone }, ...groups()]}
            onChange={moveInto}
          />
        </Field>
      </Show>
      <MoveToPage ids={[...builder.chosen()]} />
      <div class="row row--spread">
        <Button onClick={() => builder.select(null)}>{text.many.none}</Button>
        <Button variant="quiet" icon="trash" onClick={() => remove(builder.chosen())}>
          {text.many.remove(count())}
        </Button>
      </div>
    </div>
  );
}
