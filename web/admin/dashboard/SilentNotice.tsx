import { createMemo, For, Show } from "solid-js";
import { Notice } from "../../ui/Notice.tsx";
import { type Entry, followMonitors } from "../monitor/monitors/store.ts";
import { text } from "../text/dashboard.ts";

const MOST_NAMED = 5;

/** A monitor without a channel fails in silence. */
export function SilentNotice(props: { entries: readonly Entry[] }) {
  const { round } = followMonitors();
  const silent = createMemo(() => {
    round();
    return props.entries.filter((entry) => entry.peek().alertsNobody);
  });
  const rest = () => silent().length - MOST_NAMED;
  return (
    <Show when={silent().length > 0}>
      <Notice tone="warn">
        <p>
          <strong>{text.silent.title(silent().length)}</strong> {text.silent.lead(silent().length)}
        </p>
        <p class="break">
          <For each={silent().slice(0, MOST_NAMED)}>
            {(entry, at) => (
              <>
                {at() > 0 ? ", " : ""}
                <a href={`/admin/monitors/${entry.id}/edit`}>{entry.monitor().name}</a>
              </>
            )}
          </For>
          {rest() > 0 ? ` ${text.silent.more(rest())}` : ""}
        </p>
      </Notice>
    </Show>
  );
}
