import { createMemo, For, Show } from "solid-js";
import { isAway } from "../../lib/connection.ts";
import { Icon } from "../../ui/Icon.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StatusMark } from "../monitor/monitors/StatusMark.tsx";
import { isFailing, STATUSES, shownStatus } from "../monitor/monitors/status.ts";
import { type Entry, followMonitors } from "../monitor/monitors/store.ts";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

const MOST_FAILING = 8;

const MOST_CHANGES = 8;

function failingOf(entries: readonly Entry[]): Entry[] {
  return entries
    .filter((entry) => isFailing(entry.peek()))
    .sort((a, b) => STATUSES.indexOf(shownStatus(a.peek())) - STATUSES.indexOf(shownStatus(b.peek())));
}

export function Summary(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const count = createMemo(() => {
    round();
    return failingOf(props.entries).length;
  });
  const shown = () => {
    if (isAway()) return { tone: "neutral", icon: "clock", words: text.cantTell } as const;
    return count() === 0
      ? ({ tone: "good", icon: "checkCircle", words: text.nothingFails } as const)
      : ({ tone: "bad", icon: "crossCircle", words: text.someFail(count()) } as const);
  };
  return (
    <span class={`status status--large status--${shown().tone}`} role="status">
      <Icon name={shown().icon} />
      {shown().words}
    </span>
  );
}

export function FailingCard(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const failing = createMemo(() => {
    round();
    return failingOf(props.entries);
  });
  return (
    <section class="card" aria-labelledby="failing">
      <div class="card__head">
        <h2 id="failing">{text.failing}</h2>
        <Show when={failing().length > MOST_FAILING}>
          <a class="small" href="/admin/monitors?sort=status">
            {text.failingAll}
          </a>
        </Show>
      </div>
      <Show
        when={failing().length > 0}
        fallback={<p class="board__none">{isAway() ? text.cantTell : text.failingNone}</p>}
      >
        <ul class="lines plain">
          <For each={failing().slice(0, MOST_FAILING)}>
            {(entry) => (
              <li>
                <span class="board__main">
                  <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
                  <span class="small soft break">{entry.monitor().message}</span>
                </span>
                <Standing entry={entry} />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}

export function ChangesCard(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const latest = createMemo(() => {
    round();
    return props.entries
      .filter((entry) => entry.peek().statusSince !== null)
      .sort((a, b) => (b.peek().statusSince ?? 0) - (a.peek().statusSince ?? 0))
      .slice(0, MOST_CHANGES);
  });
  return (
    <BoardCard title={text.changes}>
      <Show when={latest().length > 0} fallback={<p class="board__none">{text.changesNone}</p>}>
        <ul class="lines plain">
          <For each={latest()}>
            {(entry) => (
              <li>
                <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
                <Standing entry={entry} />
              </li>
            )}
          </For>
        </ul>
      </Show>
    </BoardCard>
  );
}

function Standing(props: { entry: Entry }) {
  return (
    <span class="board__end">
      <StatusMark status={shownStatus(props.entry.monitor())} />
      <span class="small soft">
        <RelativeTime at={props.entry.monitor().statusSince} />
      </span>
    </span>
  );
}
