import { createSignal, For, Match, Show, Switch } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { navigate, numberIn, place } from "../../../lib/router.ts";
import { formatDuration } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getIncident, publishIncident, removeIncident } from "../../api/incident.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/incident.ts";
import { Composer } from "./Composer.tsx";
import { Affected, ImpactBadge, IncidentStatusMark } from "./marks.tsx";
import { createUnseen } from "./placed.ts";
import { UnseenNotice } from "./UnseenNotice.tsx";
import { UpdateEntry } from "./UpdateEntry.tsx";
import "./incidents.css";

export default function IncidentPage() {
  followMonitors();
  const id = numberIn(place().path);
  const incident = createLoad(async (signal) => await getIncident(signal, id));
  const isUnseen = createUnseen();
  const [asked, setAsked] = createSignal<"publish" | "remove">();
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader
        title={incident.data()?.title ?? text.title}
        back={{ href: "/admin/incidents", label: text.title }}
        lead={<Show when={incident.data()}>{(found) => <Standing incident={found()} />}</Show>}
        actions={
          <Show when={incident.data()}>
            {(found) => (
              <div class="row">
                <Show when={found().draft}>
                  <Button variant="primary" icon="globe" onClick={() => setAsked("publish")}>
                    {text.publish}
                  </Button>
                </Show>
                <ButtonLink icon="edit" href={`/admin/incidents/${id}/edit`}>
                  {text.edit}
                </ButtonLink>
                <Button icon="trash" label={text.remove} onClick={() => setAsked("remove")} />
              </div>
            )}
          </Show>
        }
      />
      <Loaded load={incident}>
        {(found) => (
          <div class="incident">
            <div class="stack">
              <Show when={found().draft}>
                <Notice tone="info">
                  <p>{text.draftNotice}</p>
                </Notice>
              </Show>
              <UnseenNotice isShown={isUnseen(found())} />
              <Composer incident={found()} isUnseen={isUnseen(found())} onPosted={incident.set} />
              <Timeline incident={found()} onChanged={incident.set} onRemoved={incident.reload} />
            </div>
            <Facts incident={found()} isUnseen={isUnseen(found())} />
            <Switch>
              <Match when={asked() === "publish"}>
                <ConfirmDialog
                  title={text.publishTitle(found().title)}
                  lead={isUnseen(found()) ? text.unseen.title : text.publishLead}
                  ends={
                    isUnseen(found()) ? [text.unseen.publish] : text.publishEnds(found().notifySubscribers)
                  }
                  confirm={text.publish}
                  onClose={close}
                  onConfirm={async () => {
                    incident.set(await publishIncident(id));
                    close();
                    showToast(text.published(found().title));
                  }}
                />
              </Match>
              <Match when={asked() === "remove"}>
                <ConfirmDialog
                  title={text.removeTitle(found().title)}
                  lead={text.removeLead}
                  ends={text.removeEnds(found().draft)}
                  confirm={text.remove}
                  onClose={close}
                  onConfirm={async () => {
                    await removeIncident(id);
                    showToast(text.removed(found().title));
                    navigate("/admin/incidents", { isForced: true });
                  }}
                />
              </Match>
            </Switch>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Standing(props: { incident: Incident }) {
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

function Timeline(props: {
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

function Facts(props: { incident: Incident; isUnseen: boolean }) {
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
