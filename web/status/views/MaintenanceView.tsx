import { type JSX, Show } from "solid-js";
import { renderMarkdown } from "../../../src/lib/markdown.ts";
import type { PublicMaintenance } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { BackLink } from "../parts/BackLink.tsx";
import { Mark } from "../parts/Mark.tsx";
import { Period } from "../parts/Period.tsx";
import { Recurrence } from "../parts/Recurrence.tsx";
import { SubscribeLink } from "../parts/SubscribeLink.tsx";

export function MaintenanceView(props: { maintenance: PublicMaintenance }): JSX.Element {
  const { page, t, duration, options } = useStatusPage();
  const window = () => page().maintenances.find(({ id }) => id === props.maintenance.id) ?? props.maintenance;
  const components = () => window().components.map(({ name }) => name);
  return (
    <article class="single t-maintenance">
      <BackLink />
      <header>
        <Mark tone="maintenance" />
        <h1>{window().name}</h1>
        <p class="facts">
          <strong>{t(`maintenance.${window().status}`)}</strong>
          <span>
            <Period maintenance={window()} text="maintenance.period" />
          </span>
          <span>{duration(Date.parse(window().endsAt) - Date.parse(window().startsAt))}</span>
          <Recurrence maintenance={window()} />
          <span>
            {t("incidents.affected")}: {components().join(", ") || t("maintenance.wholePage")}
          </span>
        </p>
      </header>
      <Show when={window().description}>
        {(text) => <div class="prose" innerHTML={renderMarkdown(text(), { firstHeading: 2 })} />}
      </Show>
      <Show when={window().status !== "completed"}>
        <a class="button" href={`${options.prefix ?? ""}/api/v1/public/maintenance.ics`}>
          {t("maintenance.calendar")}
        </a>
      </Show>
      <SubscribeLink />
    </article>
  );
}
