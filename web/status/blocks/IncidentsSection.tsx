import { createMemo, For, type JSX } from "solid-js";
import type { IncidentsNode } from "../../../src/schema/layout.ts";
import { useStatusPage } from "../page_context.tsx";
import { chooseIncidents } from "./chosen_incidents.ts";
import { IncidentCard } from "./IncidentCard.tsx";

const TITLES = {
  all: "incidents.title",
  active: "incidents.activeTitle",
  resolved: "incidents.resolvedTitle",
};
const EMPTY = {
  all: "empty.incidents",
  active: "empty.activeIncidents",
  resolved: "empty.resolvedIncidents",
};

export function IncidentsSection(props: { node: IncidentsNode }): JSX.Element {
  const { page, t, to } = useStatusPage();
  const incidents = createMemo(() => chooseIncidents(props.node, page().incidents));
  return (
    <section class="svc-incidents-section">
      <div class="section-head">
        <h2>{t(TITLES[props.node.filter])}</h2>
        <a href={to("/history")}>{t("incidents.all")}</a>
      </div>
      <For
        each={incidents()}
        fallback={
          <div class="nothing">
            <strong>{t(EMPTY[props.node.filter])}</strong>
            <span>{t("empty.incidentsHint")}</span>
          </div>
        }
      >
        {(incident) => <IncidentCard incident={incident} />}
      </For>
    </section>
  );
}
