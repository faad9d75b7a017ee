import type { Incident } from "../../../../src/schema/incident.ts";
import { createForm } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { postIncidentUpdate } from "../../api/incident.ts";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/incident.ts";
import { reachOf } from "./placed.ts";
import { StatusSegments } from "./StatusSegments.tsx";

/** The next update from the list: what is new, and it is posted. The status stays unless another one is chosen. */
export function QuickUpdate(props: { incident: Incident; onClose: () => void; onPosted: () => void }) {
  const form = createForm({ body: "", status: props.incident.status }, async (values) => {
    const next = await postIncidentUpdate(props.incident.id, values);
    showToast(next.draft ? text.compose.saved : text.compose.posted);
    props.onClose();
    props.onPosted();
  });
  const news = () => (form.values.status === "resolved" ? "incident.resolved" : "incident.updated");
  const isTold = () => !props.incident.draft && props.incident.notifySubscribers;
  return (
    <FormDialog
      form={form}
      title={text.quick.title(props.incident.title)}
      submit={text.compose.submit}
      onClose={() => props.onClose()}
    >
      <Field label={text.compose.body} error={form.problem("body")}>
        <TextArea
          value={form.values.body}
          rows={3}
          placeholder={text.compose.bodyPlaceholder}
          onInput={form.set("body")}
        />
      </Field>
      <StatusSegments
        legend={text.compose.status}
        value={form.values.status}
        error={form.problem("status")}
        onChange={form.set("status")}
      />
      {isTold() ? <AudienceHint type={news()} monitorIds={reachOf(props.incident)} /> : null}
    </FormDialog>
  );
}
