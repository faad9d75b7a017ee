import { type JSX, Show } from "solid-js";
import { renderMarkdown } from "../../../src/lib/markdown.ts";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { Time } from "../parts/Time.tsx";
import type { Tone } from "../tone.ts";

const TONES: Record<PublicIncident["impact"], Tone> = {
  minor: "degraded",
  major: "partial",
  critical: "down",
};

export function toneOfIncident(incident: PublicIncident): Tone {
  return incident.resolvedAt === null ? TONES[incident.impact] : "up";
}

export function IncidentCard(props: { incident: PublicIncident }): JSX.Element {
  const { t, toUrl } = useStatusPage();
  const latest = () => props.incident.updates[0];
  const earlier = () => props.incident.updates.length - 1;
  const path = () => toUrl(props.incident.url);
  return (
    <article
      class={`svc-incident-card t-${toneOfIncident(props.incident)}`}
      data-key={`i${props.incident.id}`}
    >
      <Mark tone={toneOfIncident(props.incident)} />
      <div>
        <h3>
          <a href={path()}>{props.incident.title}</a>
        </h3>
        <IncidentFacts incident={props.incident} />
        <Show when={latest()}>
          {(update) => (
            <div class="prose update" innerHTML={renderMarkdown(update().body, { firstHeading: 4 })} />
          )}
        </Show>
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
    const ms = resolvedAt === null ? null : Date.parse(resolvedAt) - Date.parse(startedAt);
    return ms === null ? [] : [t("incidents.lasted", { duration: duration(ms) })];
  };
  const affected = () => {
    const names = props.incident.components.map(({ name, status }) =>
      status ? `${name} (${t(`incidents.component.${status}`)})` : name,
    );
    return names.length > 0 ? [`${t("incidents.affected")}:\u00a0${names.join(", ")}`] : [];
  };
  const others = () => [...lasted(), ...affected()];
  return (
    <p class="facts">
      <strong>{t(`incidents.${props.incident.status}`)}</strong>
      <span>{t(`incidents.${props.incident.impact}`)}</span>
      <Time at={props.incident.startedAt} style="dateTime" />
      <Show when={others().length > 0}>
        <span>{others().join(" ·\u00a0")}</span>
      </Show>
    </p>
  );
}
