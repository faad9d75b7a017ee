import { type JSX, Show } from "solid-js";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { pathOf } from "../parts/links.ts";
import { Mark } from "../parts/Mark.tsx";
import { Time } from "../parts/Time.tsx";
import type { Tone } from "../tone.ts";
import { IncidentUpdate } from "./IncidentUpdate.tsx";

const TONES: Record<PublicIncident["impact"], Tone> = {
  minor: "degraded",
  major: "partial",
  critical: "down",
};

export function toneOfIncident(incident: PublicIncident): Tone {
  return incident.resolvedAt === null ? TONES[incident.impact] : "up";
}

/** An incident with its latest word; the rest is on its own page. */
export function IncidentCard(props: { incident: PublicIncident }): JSX.Element {
  const { t, to } = useStatusPage();
  const latest = () => props.incident.updates[0];
  const earlier = () => props.incident.updates.length - 1;
  const path = () => to(pathOf(props.incident.url));
  return (
    <article class={`svc-incident-card t-${toneOfIncident(props.incident)}`}>
      <Mark tone={toneOfIncident(props.incident)} />
      <div>
        <h3>
          <a href={path()}>{props.incident.title}</a>
        </h3>
        <IncidentFacts incident={props.incident} />
        <Show when={latest()}>{(update) => <IncidentUpdate update={update()} />}</Show>
        <Show when={earlier() > 0}>
          <a class="more" href={path()}>
            {t("incidents.earlier", { n: earlier() })}
          </a>
        </Show>
      </div>
    </article>
  );
}

export function IncidentFacts(props: { incident: PublicIncident }): JSX.Element {
  const { t, duration } = useStatusPage();
  const lasted = () => {
    const { startedAt, resolvedAt } = props.incident;
    return resolvedAt === null ? null : duration(Date.parse(resolvedAt) - Date.parse(startedAt));
  };
  return (
    <p class="facts">
      <strong>{t(`incidents.${props.incident.status}`)}</strong>
      <span>{t(`incidents.${props.incident.impact}`)}</span>
      <span>
        <Time at={props.incident.startedAt} style="dateTime" />
      </span>
      <Show when={lasted()}>{(text) => <span>{t("incidents.lasted", { duration: text() })}</span>}</Show>
      <Show when={props.incident.components.length > 0}>
        <span>
          {t("incidents.affected")}: {props.incident.components.map(({ name }) => name).join(", ")}
        </span>
      </Show>
    </p>
  );
}
