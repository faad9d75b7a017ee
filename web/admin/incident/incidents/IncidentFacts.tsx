import { For, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { now } from "../../../lib/clock.ts";
import { formatDuration } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { text } from "../../text/incident.ts";
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
        <Badge tone="accent">{text.draft}</Badge>
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
                incidentId={props.incident.id}
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
        <dt>{text.affects}</dt>
        <dd>
          <Affected incident={props.incident} isLinked />
        </dd>
        <dt>{text.began}</dt>
        <dd>
          <RelativeTime at={props.incident.startedAt} />
        </dd>
        <Show when={props.incident.resolvedAt}>
          {(at) => (
            <>
              <dt>{text.ended}</dt>
              <dd>
                <RelativeTime at={at()} />
              </dd>
            </>
          )}
        </Show>
        <dt>{props.incident.resolvedAt === null ? text.lasts : text.lasted}</dt>
        <dd>{formatDuration(until() - props.incident.startedAt)}</dd>
        <dt>{text.told}</dt>
        <dd>{props.incident.notifySubscribers && !props.isUnseen ? text.isTold : text.isNotTold}</dd>
        <dt>{text.source}</dt>
        <dd>{props.incident.automatic ? text.byItself : text.byHand}</dd>
      </dl>
      <Show when={!props.incident.draft && !props.isUnseen}>
        <p class="incident__public">
          <a href={`/incidents/${props.incident.id}`}>{text.onPage}</a>
        </p>
      </Show>
    </section>
  );
}
