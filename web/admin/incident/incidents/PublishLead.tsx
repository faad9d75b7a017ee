import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/incident.ts";
import { reachOf } from "./placed.ts";

export function PublishLead(props: { incident: Incident; isUnseen: boolean }) {
  return (
    <Show when={!props.isUnseen} fallback={text.unseen.title}>
      {text.publishLead}{" "}
      <Show when={props.incident.notifySubscribers}>
        <AudienceHint
          type="incident.created"
          monitorIds={reachOf(props.incident)}
          pageKeys={props.incident.pageKeys}
        />
      </Show>
    </Show>
  );
}
