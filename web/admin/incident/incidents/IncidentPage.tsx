import { createEffect, createSignal, on, Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { hasOpenWork } from "../../../lib/open_work.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getIncident } from "../../api/incident.ts";
import { turnsOf } from "../../live/list_turns.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/incident.ts";
import { text as shell } from "../../text/shell.ts";
import { Composer } from "./Composer.tsx";
import { IncidentDialogs } from "./IncidentDialogs.tsx";
import { IncidentFacts, IncidentStanding, IncidentTimeline } from "./IncidentFacts.tsx";
import { OverdueNotice } from "./OverdueNotice.tsx";
import { PostMortemCard } from "./PostMortemCard.tsx";
import { createUnseen } from "./placed.ts";
import { UnseenNotice } from "./UnseenNotice.tsx";
import "./incidents.css";

export default function IncidentPage() {
  followMonitors();
  const id = numberIn(place().path);
  const incident = createLoad(async (signal) => await getIncident(signal, id));
  const follow = () => {
    // Drawing the updates again would close a dialog that somebody types in.
    if (!hasOpenWork() && !document.querySelector("dialog[open]")) incident.reload();
  };
  createEffect(on(() => turnsOf("incidents"), follow, { defer: true }));
  const isUnseen = createUnseen();
  const [asked, setAsked] = createSignal<"publish" | "remove" | "resolve">();
  return (
    <>
      <PageHeader
        title={incident.data()?.title ?? shell.pages.incident}
        back={{ href: "/admin/incidents", label: text.title }}
        lead={<Show when={incident.data()}>{(found) => <IncidentStanding incident={found()} />}</Show>}
        actions={
          <Show when={incident.data()}>
            {(found) => (
              <div class="row">
                <Show when={found().draft}>
                  <Button variant="primary" icon="globe" onClick={() => setAsked("publish")}>
                    {text.publish}
                  </Button>
                </Show>
                <Show when={!found().draft && found().status !== "resolved"}>
                  <Button variant="primary" icon="check" onClick={() => setAsked("resolve")}>
                    {text.resolve.action}
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
              <OverdueNotice incident={found()} />
              <IncidentTimeline incident={found()} onChanged={incident.set} onRemoved={incident.reload} />
              <PostMortemCard
                incident={found()}
                isUnseen={isUnseen(found())}
                onChanged={incident.set}
                onRemoved={incident.reload}
              />
            </div>
            <div class="stack">
              <Composer incident={found()} isUnseen={isUnseen(found())} onPosted={incident.set} />
              <IncidentFacts incident={found()} isUnseen={isUnseen(found())} />
            </div>
            <IncidentDialogs
              asked={asked()}
              incident={found()}
              isUnseen={isUnseen(found())}
              onClose={() => setAsked(undefined)}
              onPublished={incident.set}
              onResolved={incident.reload}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
