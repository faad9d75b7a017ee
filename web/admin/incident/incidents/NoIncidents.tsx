import { createMemo, For, Show } from "solid-js";
import { isAway } from "../../../lib/connection.ts";
import { queryOf } from "../../../lib/router.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { followMonitors } from "../../live/monitors.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/incident.ts";
import { stateInAddress } from "./incident_filter.ts";

const MOST_NAMED = 5;

export function NoIncidents() {
  const monitors = followMonitors();
  const failing = createMemo(() => {
    monitors.round();
    return monitors.entries().filter((entry) => isFailing(entry.peek()));
  });
  const isOpen = () => stateInAddress() === "open" && queryOf("search") === "";
  const isWell = () => isOpen() && monitors.isLoaded() && failing().length === 0 && !isAway();
  const words = () => {
    if (queryOf("search") !== "") return text.noMatch;
    if (isOpen() && failing().length > 0) {
      return { title: text.failing.title(failing().length), lead: text.failing.lead };
    }
    return text.empty[stateInAddress()];
  };
  const icon = () => (isWell() ? "checkCircle" : isOpen() && failing().length > 0 ? "warning" : "flag");
  return (
    <EmptyState icon={icon()} title={words().title}>
      <p>{words().lead}</p>
      <Show when={isOpen() && failing().length > 0}>
        <p class="break">
          <For each={failing().slice(0, MOST_NAMED)}>
            {(entry, at) => (
              <>
                {at() > 0 ? ", " : ""}
                <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
              </>
            )}
          </For>
          {failing().length > MOST_NAMED ? ` ${text.failing.more(failing().length - MOST_NAMED)}` : ""}
        </p>
      </Show>
    </EmptyState>
  );
}
