import { createMemo, For, type JSX, Match, Switch } from "solid-js";
import type { LayoutNode } from "../../../src/schema/layout.ts";
import { arrangeBands, type Placed } from "../bands.ts";
import { sizeOf, topsOf, turnOf } from "../fold.ts";
import { useStatusPage } from "../page_context.tsx";
import { ChartCard } from "./ChartCard.tsx";
import { GroupCard } from "./GroupCard.tsx";
import { IncidentsSection } from "./IncidentsSection.tsx";
import { MonitorCard } from "./MonitorCard.tsx";
import { TextBlock } from "./TextBlock.tsx";

export function Blocks(): JSX.Element {
  const { page, findMonitor } = useStatusPage();
  const content = () => ({
    site: page().site,
    charts: page().charts,
    incidents: page().incidents,
    findMonitor,
  });
  const layout = createMemo(() => page().layout);
  const shown = createMemo(() =>
    layout()
      .children.filter((node) => !("monitorId" in node) || findMonitor(node.monitorId))
      .map(({ id }) => id)
      .join(" "),
  );
  const bands = createMemo(() => {
    const ids = new Set(shown().split(" "));
    const arranged = arrangeBands(layout().children.filter(({ id }) => ids.has(id)));
    const tops = topsOf(arranged, content());
    return arranged.map((band, at) => ({ ...band, top: tops[at] ?? 0 }));
  });
  return (
    <For each={bands()}>
      {(band) => (
        <div class={`band rows-${band.rows}`}>
          <For each={band.blocks}>
            {(block) => (
              <div
                class={placeOf(block, band.rows) + sizeOf(block.node, content()) + turnOf(band.top)}
                data-key={block.node.id}
              >
                <Block node={block.node} top={band.top} />
              </div>
            )}
          </For>
        </div>
      )}
    </For>
  );
}

function placeOf({ x, w, from, to }: Placed, rows: number): string {
  return `block x${x} w${w}${rows > 1 ? ` row-${from}-${to}` : ""}`;
}

export function Block(props: { node: LayoutNode; top?: number }): JSX.Element {
  const node = props.node;
  return (
    <Switch>
      <Match when={node.type === "group" && node}>
        {(group) => <GroupCard node={group()} top={props.top ?? 0} />}
      </Match>
      <Match when={node.type === "monitor" && node}>{(card) => <MonitorCard node={card()} />}</Match>
      <Match when={node.type === "chart" && node}>{(chart) => <ChartCard node={chart()} />}</Match>
      <Match when={node.type === "text" && node}>{(text) => <TextBlock node={text()} />}</Match>
      <Match when={node.type === "incidents" && node}>{(block) => <IncidentsSection node={block()} />}</Match>
      <Match when={node.type === "divider"}>
        <hr class="svc-divider" />
      </Match>
    </Switch>
  );
}
