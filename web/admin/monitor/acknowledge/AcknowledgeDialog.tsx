import type { ListedMonitor } from "../../../../src/schema/listed_monitor.ts";
import { createForm } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { acknowledge } from "../../api/acknowledgement.ts";
import { text } from "../../text/acknowledge.ts";
import { DURATIONS, type Duration, endOf } from "./duration.ts";

interface Values {
  note: string;
  untilMs: Duration;
}

export function AcknowledgeDialog(props: {
  monitor: ListedMonitor;
  onClose: () => void;
  onDone: (monitor: ListedMonitor) => void;
}) {
  const form = createForm<Values>({ note: "", untilMs: "0" }, async ({ note, untilMs }) => {
    props.onDone(await acknowledge(props.monitor.id, { note, untilMs: endOf(untilMs, Date.now()) }));
  });
  return (
    <FormDialog
      form={form}
      title={text.dialogTitle(props.monitor.name)}
      submit={text.acknowledge}
      onClose={() => props.onClose()}
    >
      <p class="soft">{text.dialogLead}</p>
      <Field label={text.note} error={form.problem("note")}>
        <TextInput placeholder={text.notePlaceholder} value={form.values.note} onInput={form.set("note")} />
      </Field>
      <Field label={text.duration} error={form.problem("untilMs")}>
        <Select value={form.values.untilMs} options={DURATIONS} onChange={form.set("untilMs")} />
      </Field>
    </FormDialog>
  );
}
