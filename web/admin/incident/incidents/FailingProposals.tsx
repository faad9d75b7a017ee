import { createMemo, For, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { followMonitors } from "../../live/monitors.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/incident.ts";

const MOST = 6;

export function FailingProposals(props: {
  chosen: readonly number[];
  onChoose: (chosen: readonly number[]) => void;
}) {
  const monitors = followMonitors();
  const offered = createMemo(() => {
    monitors.round();
    return monitors.entries().filter(({ id, peek }) => isFailing(peek()) && !props.chosen.includes(id));
  });
  const add = (ids: readonly number[]) => props.onChoose([...props.chosen, ...ids]);
  return (
    <Show when={offered().length > 0}>
      <div class="row">
        <span class="small soft">{text.proposals.title}</span>
        <For each={offered().slice(0, MOST)}>
          {(entry) => (
            <Button isSmall icon="plus" onClick={() => add([entry.id])}>
              {entry.monitor().name}
            </Button>
          )}
        </For>
        <Show when={offered().length > 1}>
          <Button isSmall onClick={() => add(offered().map(({ id }) => id))}>
            {text.proposals.all(offered().length)}
          </Button>
        </Show>
      </div>
    </Show>
  );
}
