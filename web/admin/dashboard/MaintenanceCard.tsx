import { createEffect, For, on, Show } from "solid-js";
import { now } from "../../lib/clock.ts";
import { createLoad } from "../../lib/load.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { listActiveMaintenance } from "../api/maintenance.ts";
import { text } from "../text/dashboard.ts";

/** The windows that run, looked at again as the clock goes on. */
export function MaintenanceCard() {
  const running = createLoad(listActiveMaintenance);
  createEffect(on(now, () => running.reload(), { defer: true }));
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.maintenance}</h2>
        <a class="small" href="/admin/maintenance/new">
          {text.maintenancePlan}
        </a>
      </div>
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
    </section>
  );
}
