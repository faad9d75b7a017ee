import { For, type JSX, Show } from "solid-js";
import type { PublicMaintenance } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "./Mark.tsx";
import { Period } from "./Period.tsx";
import { Recurrence } from "./Recurrence.tsx";

export function MaintenanceBanners(): JSX.Element {
  const { page } = useStatusPage();
  return (
    <For each={page().maintenances.filter(({ status }) => status !== "completed")}>
      {(maintenance) => <MaintenanceBanner maintenance={maintenance} />}
    </For>
  );
}

function MaintenanceBanner(props: { maintenance: PublicMaintenance }): JSX.Element {
  const { t, toUrl } = useStatusPage();
  const window = () => props.maintenance;
  return (
    <section class={`svc-maintenance-banner is-${window().status}`}>
      <Mark tone="maintenance" />
      <div>
        <h2>
          <a href={toUrl(window().url)}>{window().name}</a>
        </h2>
        <p class="facts">
          <strong>{t(`maintenance.${window().status}`)}</strong>
          <span>
            <Period
              maintenance={window()}
              text={`maintenance.${window().status === "in_progress" ? "until" : "period"}`}
            />
          </span>
          <Recurrence maintenance={window()} />
          <Show when={window().components.length > 0}>
            <span>
              {window()
                .components.map(({ name }) => name)
                .join(", ")}
            </span>
          </Show>
        </p>
      </div>
    </section>
  );
}
