import type { Incident } from "../../../../src/schema/incident.ts";
import { createForm } from "../../../lib/form.ts";
import { FormView } from "../../../ui/FormView.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { postIncidentUpdate } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { text as planText } from "../../text/incident_plan.ts";
import { CheckMessages } from "./CheckMessages.tsx";
import { ComponentFields } from "./ComponentFields.tsx";
import { ComposerEnd } from "./ComposerEnd.tsx";
import { wordsFrom } from "./component_words.ts";
import { wordsOf } from "./incident_values.ts";
import { PlanFields, planTimeOf } from "./PlanFields.tsx";
import { StatusSegments } from "./StatusSegments.tsx";
import { type UpdateValues, UpdateWords } from "./UpdateWords.tsx";

export function Composer(props: {
  incident: Incident;
  isUnseen: boolean;
  onPosted: (incident: Incident) => void;
}) {
  const emptyFor = ({ status, monitorIds }: Incident): UpdateValues => ({
    status,
    body: "",
    locales: {},
    isLater: false,
    publishAt: "",
    components: Object.fromEntries(monitorIds.map((id) => [id, ""])),
  });
  const form = createForm<UpdateValues>(emptyFor(props.incident), async (values) => {
    const { body, status, locales, isLater } = values;
    const next = await postIncidentUpdate(props.incident.id, {
      body,
      status,
      locales: wordsOf(locales, ["body"]),
      components: wordsFrom(values.components, props.incident.monitorIds),
      publishAt: isLater ? planTimeOf(values.publishAt) : null,
    });
    form.reset(emptyFor(next));
    showToast(isLater ? planText.planned : next.draft ? text.compose.saved : text.compose.posted);
    props.onPosted(next);
  });
  return (
    <section class="card" aria-label={text.compose.title}>
      <details class="composer" open={props.incident.status !== "resolved"}>
        <summary class="card__head">
          <h2>{text.compose.title}</h2>
          <Icon name="down" />
        </summary>
        <div class="card__body">
          <FormView form={form} label={text.compose.title}>
            <LeaveGuard isDirty={form.isDirty} />
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
              offers={<CheckMessages monitorIds={props.incident.monitorIds} />}
              onInput={form.set("body")}
            />
            <ComponentFields
              monitorIds={props.incident.monitorIds}
              impact={props.incident.impact}
              said={props.incident.components}
              choices={form.values.components}
              error={form.problem("components")}
              onChange={form.set("components")}
            />
            <UpdateWords form={form} incident={props.incident} />
            <PlanFields
              isLater={form.values.isLater}
              at={form.values.publishAt}
              error={form.problem("publishAt")}
              onLater={form.set("isLater")}
              onAt={form.set("publishAt")}
            />
            <ComposerEnd form={form} incident={props.incident} isUnseen={props.isUnseen} />
          </FormView>
        </div>
      </details>
    </section>
  );
}
