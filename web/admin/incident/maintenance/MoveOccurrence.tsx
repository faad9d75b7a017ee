import type { Maintenance, Occurrence } from "../../../../src/schema/maintenance.ts";
import { createForm } from "../../../lib/form.ts";
import { formatSpan, parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { moveOccurrence } from "../../api/maintenance.ts";
import { text as words } from "../../text/maintenance.ts";
import { text } from "../../text/recurrence.ts";

export function MoveOccurrence(props: {
  stored: Maintenance;
  occurrence: Occurrence;
  onClose: () => void;
  onMoved: (stored: Maintenance) => void;
}) {
  const { occurrenceAt, startsAt, endsAt } = props.occurrence;
  const initial = { startsAt: toLocalInput(startsAt), endsAt: toLocalInput(endsAt) };
  /** An untouched time keeps its seconds; an invalid one is sent as null, for the server to reject. */
  const timeOf = (name: "startsAt" | "endsAt", value: string): number =>
    value === initial[name] ? props.occurrence[name] : (parseLocalInput(value) as number);
  const form = createForm(initial, async (values) => {
    const stored = await moveOccurrence(props.stored, {
      occurrenceAt,
      startsAt: timeOf("startsAt", values.startsAt),
      endsAt: timeOf("endsAt", values.endsAt),
    });
    props.onClose();
    props.onMoved(stored);
  });
  return (
    <FormDialog form={form} title={text.moveTitle} submit={text.move} onClose={props.onClose}>
      <p>{text.wasAt(formatSpan(startsAt, endsAt))}</p>
      <div class="times">
        <Field label={words.startsAt} error={form.problem("startsAt")}>
          <TextInput type="datetime-local" value={form.values.startsAt} onInput={form.set("startsAt")} />
        </Field>
        <Field label={words.endsAt} error={form.problem("endsAt")}>
          <TextInput type="datetime-local" value={form.values.endsAt} onInput={form.set("endsAt")} />
        </Field>
      </div>
    </FormDialog>
  );
}
