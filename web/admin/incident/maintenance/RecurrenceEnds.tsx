import { Match, Switch } from "solid-js";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/recurrence.ts";
import type { RecurrenceFields } from "./recurrence_values.ts";

const ENDS = (["never", "until", "count"] as const).map((value) => ({ value, label: text.endsAt[value] }));

export function RecurrenceEnds(props: {
  fields: RecurrenceFields;
  onChange: (part: Partial<RecurrenceFields>) => void;
  problem: (name: string) => string | undefined;
}) {
  return (
    <div class="times">
      <Field label={text.ends}>
        <Select value={props.fields.ends} options={ENDS} onChange={(ends) => props.onChange({ ends })} />
      </Field>
      <Switch>
        <Match when={props.fields.ends === "until"}>
          <Field label={text.until} error={props.problem("until")}>
            <TextInput
              type="date"
              value={props.fields.until}
              onInput={(until) => props.onChange({ until })}
            />
          </Field>
        </Match>
        <Match when={props.fields.ends === "count"}>
          <Field label={text.count} error={props.problem("count")}>
            <NumberInput value={props.fields.count} onInput={(count) => props.onChange({ count })} />
          </Field>
        </Match>
      </Switch>
    </div>
  );
}
