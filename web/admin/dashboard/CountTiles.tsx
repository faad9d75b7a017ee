import { createMemo, For } from "solid-js";
import { StatusMark } from "../monitor/monitors/StatusMark.tsx";
import { STATUSES, shownStatus } from "../monitor/monitors/status.ts";
import { type Entry, followMonitors } from "../monitor/monitors/store.ts";
import { text } from "../text/dashboard.ts";

export function Counts(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const counts = createMemo(() => {
    round();
    return Map.groupBy(props.entries, (entry) => shownStatus(entry.peek()));
  });
  return (
    <nav class="tiles" aria-label={text.counts}>
      <For each={STATUSES}>
        {(status) => (
          <a class="tile" href={`/admin/monitors?status=${status}`}>
            <span class={`tile__figure${counts().has(status) ? "" : " soft"}`}>
              {counts().get(status)?.length ?? 0}
            </span>
            <StatusMark status={status} />
          </a>
        )}
      </For>
    </nav>
  );
}
