import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { postIncidentUpdate } from "../../api/incident.ts";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/incident.ts";
import { wordsOf } from "./incident_values.ts";
import { reachOf } from "./placed.ts";
import { StatusSegments } from "./StatusSegments.tsx";
import { type UpdateValues, UpdateWords } from "./UpdateWords.tsx";

const newsOf = (status: Incident["status"]) =>
  status === "resolved" ? "incident.resolved" : "incident.updated";

/** The next update, with the status that the incident takes by it. */
export function Composer(props: {
  incident: Incident;
  isUnseen: boolean;
  onPosted: (incident: Incident) => void;
}) {
  const initial: UpdateValues = { status: props.incident.status, body: "", locales: {} };
  const form = createForm(initial, async ({ locales, ...values }) => {
    const next = await postIncidentUpdate(props.incident.id, {
      ...values,
      locales: wordsOf(locales, ["body"]),
    });
    form.reset({ status: next.status, body: "", locales: {} });
    showToast(next.draft ? text.compose.saved : text.compose.posted);
    props.onPosted(next);
  });
  const isOver = () => props.incident.status === "resolved";
  const will = () => {
    const ends = form.values.status === "resolved";
    if (isOver() && !ends) return text.compose.reopens;
    return !isOver() && ends ? text.compose.resolves : "";
  };
  const seen = () => {
    if (props.incident.draft) return text.compose.isDraft;
    if (props.isUnseen) return text.unseen.title;
    return props.incident.notifySubscribers ? text.compose.isTold : text.compose.isNotTold;
  };
  const tells = () => !props.incident.draft && !props.isUnseen && props.incident.notifySubscribers;
  return (
    <section class="card" aria-label={text.compose.title}>
      <div class="card__head">
        <h2>{text.compose.title}</h2>
      </div>
      <div class="card__body">
        <FormView form={form} label={text.compose.title}>
          <LeaveGuard isDirty={() => form.values.body.trim() !== ""} />
          <StatusSegments
            legend={text.compose.status}
            value={form.values.status}
            error={form.problem("status")}
            onChange={form.set("status")}
          />
          <MarkdownInput
            label={text.compose.body}
            placeholder={text.compose.bodyPlaceholder}
            rows={4}
            value={form.values.body}
            error={form.problem("body")}
            onInput={form.set("body")}
          />
          <UpdateWords form={form} incident={props.incident} />
          <div class="row row--spread">
            <p class="small soft">
              <Show when={will()}>
                <span class="strong">{will()} </span>
              </Show>
              {seen()}
              <Show when={tells()}>
                {" "}
                <AudienceHint type={newsOf(form.values.status)} monitorIds={reachOf(props.incident)} />
              </Show>
            </p>
            <Button type="submit" variant="primary" isBusy={form.isBusy()}>
              {text.compose.submit}
            </Button>
          </div>
        </FormView>
      </div>
    </section>
  );
}
