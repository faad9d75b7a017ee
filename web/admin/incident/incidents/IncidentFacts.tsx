import { For, Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Incident } from "../../../../src/schema/incident.ts";
import { now } from "../../../lib/clock.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Fact, TimeFact } from "../../../ui/Facts.tsx";
import { text } from "../../text/incident.ts";
import { text as stateText } from "../../text/incident_state.ts";
import { Affected, ImpactBadge, IncidentStatusMark } from "./marks.tsx";
import { UpdateEntry } from "./UpdateEntry.tsx";

export function IncidentStanding(props: { incident: Incident }) {
  return (
    <span class="row">
      <span aria-live="polite">
        <IncidentStatusMark status={props.incident.status} isLarge />
      </span>
      <ImpactBadge impact={props.incident.impact} />
      <Show when={props.incident.draft}>
        <Badge tone="accent">{stateText.draft}</Badge>
      </Show>
    </span>
  );
}

export function IncidentTimeline(props: {
  incident: Incident;
  onChanged: (incident: Incident) => void;
  onRemoved: () => void;
}) {
  return (
    <section class="card" aria-label={text.timeline}>
      <div class="card__head">
        <h2>{text.timeline}</h2>
      </div>
      <Show
        when={props.incident.updates.length > 0}
        fallback={<p class="card__body soft">{text.noUpdates}</p>}
      >
        <ol class="timeline plain">
          <For each={props.incident.updates}>
            {(update) => (
              <UpdateEntry
                incident={props.incident}
                update={update}
                onChanged={props.onChanged}
                onRemoved={props.onRemoved}
              />
            )}
          </For>
        </ol>
      </Show>
    </section>
  );
}

export function IncidentFacts(props: { incident: Incident; isUnseen: boolean }) {
  const until = () => props.incident.resolvedAt ?? now();
  return (
    <section class="card" aria-label={text.facts}>
      <div class="card__head">
        <h2>{text.facts}</h2>
      </div>
      <dl class="facts card__body">
        <Fact label={text.affects}>
          <Affected incident={props.incident} isLinked />
        </Fact>
        <TimeFact label={text.began} at={props.incident.startedAt} />
        <TimeFact label={text.ended} at={props.incident.resolvedAt} />
        <Fact label={props.incident.resolvedAt === null ? text.lasts : text.lasted}>
          {formatDuration(until() - props.incident.startedAt)}
        </Fact>
        <Fact label={text.notified}>
          {props.incident.notifySubscribers && !props.isUnseen ? text.isNotified : text.isNotNotified}
        </Fact>
        <Fact label={text.source}>{props.incident.automatic ? text.byItself : text.byHand}</Fact>
      </dl>
      <Show when={!props.incident.draft && !props.isUnseen}>
        <p class="incident__public">
          <a href={`/incidents/${props.incident.id}`}>{text.onPage}</a>
        </p>
      </Show>
    </section>
  );
}
