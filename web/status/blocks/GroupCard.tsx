import { createMemo, For, type JSX, Show } from "solid-js";
import type { GroupNode } from "../../../src/schema/layout.ts";
import { countOf, MEMBERS_PER_PART, partsOf, turnOf } from "../fold.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { type Tone, toneOfGroup, toneOfMonitor, wordOfTone } from "../tone.ts";
import { MonitorCard } from "./MonitorCard.tsx";
import { TextBlock } from "./TextBlock.tsx";

interface Props {
  node: GroupNode;
  /** Minimum distance from the top of the page, in rem. */
  top: number;
}

export function GroupCard(props: Props): JSX.Element {
  const { findMonitor, t, isStale } = useStatusPage();
  const children = () =>
    props.node.children.filter((node) => node.type === "text" || findMonitor(node.monitorId));
  const monitors = createMemo(() =>
    props.node.children.flatMap((node) =>
      node.type === "monitor" ? (findMonitor(node.monitorId) ?? []) : [],
    ),
  );
  const tone = createMemo((): Tone | null =>
    isStale() ? "pending" : toneOfGroup(monitors().map(toneOfMonitor)),
  );
  const head = (
    <>
      <h2 class="svc-group-label">{props.node.label}</h2>
      <Show when={tone()}>
        {(worst) => (
          <span class="state">
            <Mark tone={worst()} />
            {t(isStale() ? "status.unknown" : wordOfTone(worst(), monitors()))}
          </span>
        )}
      </Show>
    </>
  );
  const body = (
    <div class="members">
      <Show when={children().length > MEMBERS_PER_PART} fallback={<Members nodes={children()} />}>
        <For each={partsOf(children(), props.top)}>
          {({ nodes, top, isLow }) => (
            <div class={`part${countOf(nodes.length)}${isLow ? " low" : ""}${turnOf(top)}`}>
              <Members nodes={nodes} />
            </div>
          )}
        </For>
      </Show>
    </div>
  );
  return (
    <Show
      when={props.node.collapsible}
      fallback={
        <section class="svc-group-card">
          <div class="group-head">{head}</div>
          {body}
        </section>
      }
    >
      <details class="svc-group-card" open>
        <summary class="group-head">{head}</summary>
        {body}
      </details>
    </Show>
  );
}

function Members(props: { nodes: GroupNode["children"] }): JSX.Element {
  const { t } = useStatusPage();
  return (
    <For each={props.nodes} fallback={<p class="nothing">{t("empty.group")}</p>}>
      {(node) => (node.type === "text" ? <TextBlock node={node} /> : <MonitorCard node={node} isMember />)}
    </For>
  );
}
