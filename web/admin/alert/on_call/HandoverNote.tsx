import { createSignal, Show } from "solid-js";
import type { Schedule } from "../../../../src/schema/schedule.ts";
import { createForm } from "../../../lib/form.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateSchedule } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";

export function HandoverNote(props: { schedule: Schedule; onChanged: () => void }) {
  const [isWriting, setIsWriting] = createSignal(false);
  return (
    <>
      <Show
        when={props.schedule.handover}
        fallback={
          <div class="row">
            <Button isSmall icon="edit" of={props.schedule.name} onClick={() => setIsWriting(true)}>
              {text.handover.add}
            </Button>
          </div>
        }
      >
        {(note) => (
          <div class="handover">
            <div class="row row--spread">
              <h3>{text.handover.title}</h3>
              <Button isSmall icon="edit" of={props.schedule.name} onClick={() => setIsWriting(true)}>
                {text.handover.edit}
              </Button>
            </div>
            <p class="lines-kept break">{note().text}</p>
            <p class="small soft break">{text.handover.by(note().by, formatMoment(note().at))}</p>
          </div>
        )}
      </Show>
      <Show when={isWriting()}>
        <HandoverDialog
          schedule={props.schedule}
          onClose={() => setIsWriting(false)}
          onSaved={() => {
            setIsWriting(false);
            props.onChanged();
          }}
        />
      </Show>
    </>
  );
}

function HandoverDialog(props: { schedule: Schedule; onClose: () => void; onSaved: () => void }) {
  const { key, version, handover } = props.schedule;
  const form = createForm({ handoverNote: handover?.text ?? "" }, async (note) => {
    await updateSchedule(key, { ...note, version });
    showToast(note.handoverNote.trim() === "" ? text.handover.removed : text.handover.saved);
    props.onSaved();
  });
  return (
    <FormDialog form={form} title={text.handover.title} submit={text.save} onClose={() => props.onClose()}>
      <Field label={text.handover.note} hint={text.handover.hint} error={form.problem("handoverNote")}>
        <TextArea rows={6} value={form.values.handoverNote} onInput={form.set("handoverNote")} />
      </Field>
    </FormDialog>
  );
}
