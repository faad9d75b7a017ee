import type { Incident } from "../../../../src/schema/incident.ts";
import { createForm } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { postIncidentUpdate } from "../../api/incident.ts";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/incident.ts";
import { CheckMessages } from "./CheckMessages.tsx";
import { ComponentFields } from "./ComponentFields.tsx";
import { type ComponentChoices, wordsFrom } from "./component_words.ts";
import { reachOf } from "./placed.ts";
import { StatusSegments } from "./StatusSegments.tsx";

export function QuickUpdate(props: {
  incident: Incident;
  ready?: { title: string; status: Incident["status"]; body: string };
  onClose: () => void;
  onPosted: () => void;
}) {
  const { monitorIds } = props.incident;
  const { status, body } = props.ready ?? { status: props.incident.status, body: "" };
  const components: ComponentChoices = Object.fromEntries(monitorIds.map((id) => [id, ""]));
  const form = createForm({ body, status, components }, async ({ components: choices, ...values }) => {
    const next = await postIncidentUpdate(props.incident.id, {
      ...values,
      components: wordsFrom(choices, monitorIds),
    });
    showToast(next.draft ? text.compose.saved : text.compose.posted);
    props.onClose();
    props.onPosted();
  });
  const news = () => (form.values.status === "resolved" ? "incident.resolved" : "incident.updated");
  const isNotified = () => !props.incident.draft && props.incident.notifySubscribers;
  return (
    <FormDialog
      form={form}
      title={props.ready?.title ?? text.quick.title(props.incident.title)}
      submit={props.ready?.title ?? text.compose.submit}
      onClose={() => props.onClose()}
    >
      <Field label={text.compose.body} error={form.problem("body")}>
        <TextArea
          value={form.values.body}
          rows={3}
          placeholder={text.compose.bodyPlaceholder}
          onInput={form.set("body")}
        />
        <CheckMessages monitorIds={monitorIds} />
      </Field>
      <StatusSegments
        legend={text.compose.status}
        value={form.values.status}
        error={form.problem("status")}
        onChange={form.set("status")}
      />
      <ComponentFields
        monitorIds={monitorIds}
        impact={props.incident.impact}
        said={props.incident.components}
        choices={form.values.components}
        error={form.problem("components")}
        onChange={form.set("components")}
      />
      {isNotified() ? (
        <AudienceHint type={news()} monitorIds={reachOf(props.incident)} pageKeys={props.incident.pageKeys} />
      ) : null}
    </FormDialog>
  );
}
