import { For, Show } from "solid-js";
import type { BoardMonitor } from "../../../src/schema/dashboard.ts";
import { isAway } from "../../lib/connection.ts";
import { Icon } from "../../ui/Icon.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StatusMark } from "../live/StatusMark.tsx";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";
import type { LiveBoard } from "./board.ts";

export function Summary(props: { failing: number }) {
  const shown = () => {
    if (isAway()) return { tone: "neutral", icon: "clock", words: text.unknownStatus } as const;
    return props.failing === 0
      ? ({ tone: "good", icon: "checkCircle", words: text.nothingFails } as const)
      : ({ tone: "bad", icon: "crossCircle", words: text.someFail(props.failing) } as const);
  };
  return (
    <span class={`status status--large status--${shown().tone}`} role="status">
      <Icon name={shown().icon} />
      {shown().words}
    </span>
  );
}

export function ChangesCard(props: { live: LiveBoard }) {
  const ids = () => props.live.board()?.changes.map(({ id }) => id) ?? [];
  return (
    <BoardCard title={text.changes}>
      <Show when={ids().length > 0} fallback={<p class="board__none">{text.changesNone}</p>}>
        <ul class="lines plain">
          <For each={ids()}>{(id) => <Line find={() => props.live.find(id)} />}</For>
        </ul>
      </Show>
    </BoardCard>
  );
}

function Line(props: { find: () => BoardMonitor | undefined }) {
  return (
    <Show when={props.find()}>
      {(monitor) => (
        <li>
          <span class="board__main">
            <a href={`/admin/monitors/${monitor().id}`}>{monitor().name}</a>
          </span>
          <span class="board__end">
            <StatusMark status={monitor().status} />
            <span class="small soft">
              <RelativeTime at={monitor().statusSince} />
            </span>
          </span>
        </li>
      )}
    </Show>
  );
}
