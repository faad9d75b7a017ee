import { createEffect, For, on, Show } from "solid-js";
import { now } from "../../lib/clock.ts";
import { createLoad } from "../../lib/load.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { listActiveMaintenance } from "../api/maintenance.ts";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

/** The windows that run, looked at again as the clock goes on. */
export function MaintenanceCard() {
  const running = createLoad(listActiveMaintenance);
  createEffect(on(now, () => running.reload(), { defer: true }));
  return (
    <BoardCard
      title={text.maintenance}
      link={{ href: "/admin/maintenance/new", label: text.maintenancePlan }}
    >
      <Loaded load={running} lines={2}>
        {(windows) => (
          <Show when={windows().length > 0} fallback={<p class="board__none">{text.maintenanceNone}</p>}>
            <ul class="lines plain">
              <For each={windows()}>
                {(window) => (
                  <li>
                    <a href={`/admin/maintenance/${window.id}`}>{window.name}</a>
                    <span class="small soft">
                      {text.maintenanceEnds} <RelativeTime at={window.endsAt} />
                    </span>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
    </BoardCard>
  );
}
