import { createMemo, For, Show } from "solid-js";
import { type AnyNode, gridOf, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { text } from "../../text/page_builder.ts";
import { menuOf, onBlockKey } from "./block_actions.ts";
import { chooseIdOf, useBuilder } from "./context.ts";
import { RealBlock } from "./RealBlock.tsx";
import { beginResize } from "./resize.ts";

interface Rows {
  from: number;
  to: number;
}

export function BlockFrame(props: { id: string; place?: Rows | undefined }) {
  const context = useBuilder();
  const { builder, drag, nameOf, placeOf } = context;
  const node = createMemo<AnyNode | undefined>((before) => builder.nodeOf(props.id) ?? before);
  const isMember = () => props.place === undefined;
  const isChosen = () => builder.chosen().has(props.id);
  const problem = () => builder.problemOf(props.id);
  let element!: HTMLLIElement;

  function chooseBy(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) builder.toggle(props.id);
    else builder.select(props.id);
  }

  return (
    <Show when={node()}>
      {(block) => (
        <li
          ref={element}
          class="built"
          classList={{
            "built--chosen": isChosen(),
            "built--bad": problem() !== undefined,
            "built--moving": drag.moving()?.node.id === props.id,
          }}
          data-block={props.id}
          style={styleOf(block(), props.place)}
        >
          <button
            type="button"
            class="built__choose"
            id={chooseIdOf(props.id)}
            aria-pressed={isChosen()}
            aria-label={problem() ? `${placeOf(props.id)}. ${problem()}` : placeOf(props.id)}
            aria-describedby={isMember() ? "help-member" : "help-block"}
            onPointerDown={(event) => event.pointerType !== "touch" && drag.begin(event, block())}
            onClick={(event) => chooseBy(event)}
            onKeyDown={(event) => onBlockKey(context, props.id, event)}
          />
          <Show when={block().type === "group"} fallback={<RealBlock node={block()} isMember={isMember()} />}>
            <Group node={block()} />
          </Show>
          <div class="built__tools">
            <span
              class="built__grip"
              title={text.drag(nameOf(block()))}
              onPointerDown={(event) => drag.begin(event, block())}
            >
              <Icon name="grip" />
            </span>
            <RowMenu label={text.menu(nameOf(block()))} items={menuOf(context, props.id)} />
          </div>
          <Show when={!isMember()}>
            <span
              class="built__edge"
              onPointerDown={(event) => beginResize(builder, { id: props.id, element, event })}
            />
          </Show>
          <Show when={problem()}>
            {(sentence) => (
              <p class="built__problem">
                <Icon name="warning" />
                {sentence()}
              </p>
            )}
          </Show>
        </li>
      )}
    </Show>
  );
}

function styleOf(node: AnyNode, place: Rows | undefined) {
  if (!place) return {};
  const { x, w } = gridOf(node);
  return { "grid-column": `${x + 1} / span ${w}`, "grid-row": `${place.from} / ${place.to}` };
}

function Group(props: { node: AnyNode }) {
  const ids = () => membersOf(props.node).map(({ id }) => id);
  const label = () => (props.node.type === "group" ? props.node.label : "");
  return (
    <div class="built__group">
      <p class="built__label">{label()}</p>
      <ul class="built__members plain" data-members aria-label={label()}>
        <For each={ids()} fallback={<li class="built__hint">{text.emptyGroup}</li>}>
          {(id) => <BlockFrame id={id} />}
        </For>
      </ul>
    </div>
  );
}
