import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import type { Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/incident.ts";
import { text as planText } from "../../text/incident_plan.ts";
import { reachOf } from "./placed.ts";
import type { UpdateValues } from "./UpdateWords.tsx";

const newsOf = (status: Incident["status"]) =>
  status === "resolved" ? "incident.resolved" : "incident.updated";

export function ComposerEnd(props: { form: Form<UpdateValues>; incident: Incident; isUnseen: boolean }) {
  const will = () => {
    const isOver = props.incident.status === "resolved";
    const ends = props.form.values.status === "resolved";
    if (isOver && !ends) return text.compose.reopens;
    return !isOver && ends ? text.compose.resolves : "";
  };
  const seen = () => {
    if (props.incident.draft) return text.compose.isDraft;
    if (props.isUnseen) return text.unseen.title;
    return props.incident.notifySubscribers ? text.compose.isNotified : text.compose.isNotNotified;
  };
  const hasAudience = () => !props.incident.draft && !props.isUnseen && props.incident.notifySubscribers;
  return (
    <div class="row row--spread">
      <p class="small soft">
        <Show when={will()}>
          <span class="strong">{will()} </span>
        </Show>
        {seen()}
        <Show when={hasAudience()}>
          {" "}
          <AudienceHint
            type={newsOf(props.form.values.status)}
            monitorIds={reachOf(props.incident)}
            pageKeys={props.incident.pageKeys}
          />
        </Show>
      </p>
      <Button type="submit" variant="primary" isBusy={props.form.isBusy()}>
        {props.form.values.isLater ? planText.submit : text.compose.submit}
      </Button>
    </div>
  );
}
