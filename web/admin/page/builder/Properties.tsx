import { Switch as Choose, Match, Show } from "solid-js";
import {
  type AnyNode,
  findNode,
  gridOf,
  resizeNode,
  updateNode,
} from "../../../../src/domain/page/layout_edit.ts";
import type {
  ChartNode,
  GroupNode,
  IncidentsNode,
  MonitorNode,
  TextNode,
} from "../../../../src/schema/layout.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { text } from "../../text/page_builder.ts";
import { ChartFields } from "./ChartProperties.tsx";
import { focusBlock, useBuilder } from "./context.ts";
import { ICONS } from "./kinds.ts";
import { MonitorFields } from "./MonitorProperties.tsx";
import { MoveToPage } from "./MoveToPage.tsx";
import { fields, WIDTHS } from "./property_options.ts";
import { GroupFields, IncidentsFields, TextFields } from "./TextProperties.tsx";

export function Properties(props: { id: string }) {
  const { builder, nameOf, remove } = useBuilder();
  const node = () => builder.nodeOf(props.id);
  const set = (change: Partial<AnyNode>) =>
    void builder.apply(updateNode(builder.tree(), props.id, change), {
      key: `${props.id} ${Object.keys(change).join(" ")}`,
    });
  const problem = (setting: string) => builder.problemOf(props.id, setting);
  /** The button disappears with the properties, so the focus moves to the block. */
  function done(): void {
    builder.select(null);
    focusBlock(props.id);
  }
  const as = <T extends AnyNode>(type: T["type"]) => {
    const found = node();
    return found?.type === type ? (found as T) : undefined;
  };
  return (
    <Show when={node()}>
      {(found) => (
        <div class="stack">
          <h2 class="properties__title" tabindex={-1} id="properties">
            <Icon name={ICONS[found().type]} />
            <span class="break">{nameOf(found())}</span>
          </h2>
          <Choose>
            <Match when={as<GroupNode>("group")}>
              {(group) => <GroupFields node={group} set={set} problem={problem} />}
            </Match>
            <Match when={as<MonitorNode>("monitor")}>
              {(monitor) => <MonitorFields node={monitor} set={set} problem={problem} />}
            </Match>
            <Match when={as<ChartNode>("chart")}>
              {(chart) => <ChartFields node={chart} set={set} problem={problem} />}
            </Match>
            <Match when={as<TextNode>("text")}>
              {(block) => <TextFields node={block} set={set} problem={problem} />}
            </Match>
            <Match when={as<IncidentsNode>("incidents")}>
              {(block) => <IncidentsFields node={block} set={set} problem={problem} />}
            </Match>
            <Match when={found().type === "divider"}>
              <p class="small soft">{fields.divider}</p>
            </Match>
          </Choose>
          <Show when={findNode(builder.tree(), props.id)?.group === null}>
            <WidthField node={found()} />
          </Show>
          <MoveToPage ids={[props.id]} />
          <div class="row row--spread">
            <Button onClick={done}>{text.done}</Button>
            <Button variant="quiet" icon="trash" onClick={() => remove([props.id])}>
              {text.remove}
            </Button>
          </div>
        </div>
      )}
    </Show>
  );
}

function WidthField(props: { node: AnyNode }) {
  const { builder } = useBuilder();
  return (
    <div class="field">
      <span class="field__label">{fields.width}</span>
      <Segments
        legend={fields.width}
        value={String(gridOf(props.node).w)}
        options={WIDTHS}
        onChange={(w) => void builder.apply(resizeNode(builder.tree(), props.node.id, Number(w)))}
      />
    </div>
  );
}
