import { createMemo } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { listSchedules } from "../../api/schedule.ts";
import { type SchemaFieldProps, useSchemaForm } from "../../schema_form/context.ts";
import { text } from "../../text/on_call_channel.ts";

export function ScheduleField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const schedules = createLoad(listSchedules);
  const options = createMemo(() => [
    { value: "", label: text.noSchedule },
    ...(schedules.data() ?? []).map(({ key, name }) => ({ value: key, label: name })),
  ]);
  return (
    <Field
      label={text.schedule}
      hint={schedules.data()?.length === 0 ? text.noSchedules : undefined}
      error={problemIn(form.problems(), props.path)}
    >
      <Select value={String(props.value ?? "")} options={options()} onChange={props.onChange} />
    </Field>
  );
}
