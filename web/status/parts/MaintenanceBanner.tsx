import { For, type JSX, Show } from "solid-js";
import type { PublicMaintenance } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "./Mark.tsx";
import { Recurrence } from "./Recurrence.tsx";
import { Time } from "./Time.tsx";

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
            <Period maintenance={window()} />
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

function Period(props: { maintenance: PublicMaintenance }): JSX.Element {
  const { t } = useStatusPage();
  const isRunning = () => props.maintenance.status === "in_progress";
  const times = (placeholder: string): JSX.Element => {
    if (placeholder === "{from}") return <Time at={props.maintenance.startsAt} style="dayTime" />;
    if (placeholder === "{to}") return <Time at={props.maintenance.endsAt} style="dateTime" />;
    return placeholder;
  };
  const parts = () => t(isRunning() ? "maintenance.until" : "maintenance.period").split(/(\{from\}|\{to\})/);
  return <For each={parts()}>{times}</For>;
}
