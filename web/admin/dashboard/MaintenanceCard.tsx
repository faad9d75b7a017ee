import { createMemo, For, Show } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { now } from "../../lib/clock.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

export function MaintenanceCard(props: { windows: NonNullable<Dashboard["maintenance"]> }) {
  const left = createMemo(() =>
    [...props.windows.running, ...props.windows.upcoming].filter(({ endsAt }) => endsAt > now()),
  );
  return (
    <BoardCard
      title={text.maintenance}
      link={{ href: "/admin/maintenance/new", label: text.maintenancePlan }}
    >
      <Show when={left().length > 0} fallback={<p class="board__none">{text.maintenanceNone}</p>}>
        <ul class="lines plain">
          <For each={left()}>
            {(window) => (
              <li>
                <a href={`/admin/maintenance/${window.id}`}>{window.name}</a>
                <span class="small soft">
                  <Show
                    when={window.startsAt <= now()}
                    fallback={
                      <>
                        {text.maintenanceBegins} <RelativeTime at={window.startsAt} />
                      </>
                    }
                  >
                    {text.maintenanceEnds} <RelativeTime at={window.endsAt} />
                  </Show>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </BoardCard>
  );
}
