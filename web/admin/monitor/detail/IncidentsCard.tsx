import { For, Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { listIncidents } from "../../api/incident.ts";
import { text as stateText } from "../../text/incident_state.ts";
import { text } from "../../text/monitor_detail.ts";
import { reloadAfterTurn } from "./after_turn.ts";

export function IncidentsCard(props: { monitor: Monitor }) {
  const open = createLoad(
    async (signal, monitorId) =>
      await listIncidents(signal, { state: "open", monitorId: String(monitorId), page: 1 }),
    () => props.monitor.id,
  );
  reloadAfterTurn(() => props.monitor.confirmedStatus, open.reload);
  return (
    <section class="card" aria-labelledby="incidents">
      <div class="card__head">
        <h2 id="incidents">{text.incidents.title}</h2>
      </div>
      <Loaded load={open} lines={1}>
        {(found) => (
          <Show
            when={found().items.length > 0}
            fallback={<p class="card__body soft">{text.incidents.none}</p>}
          >
            <ul class="lines plain">
              <For each={found().items}>
                {(incident) => (
                  <li>
                    <a class="break" href={`/admin/incidents/${incident.id}`}>
                      {incident.title}
                    </a>
                    <span class="row small soft">
                      <Badge tone="warn">{stateText.statuses[incident.status]}</Badge>
                      <RelativeTime at={incident.startedAt} />
                    </span>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
    </section>
  );
}
