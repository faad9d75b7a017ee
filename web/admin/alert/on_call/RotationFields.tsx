import { nameOf } from "../../../lib/person.ts";
import { Field } from "../../../ui/Field.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/on_call.ts";
import { HoursList } from "./HoursList.tsx";
import type { RotationValues } from "./schedule_values.ts";

const UNITS = ["hour", "day", "week"] as const;

export function RotationFields(props: {
  rotation: RotationValues;
  people: readonly { id: number; email: string; name: string }[];
  problem: (path: string) => string | undefined;
  onChange: (part: Partial<RotationValues>) => void;
}) {
  return (
    <>
      <Field label={text.rotationName} error={props.problem("name")}>
        <TextInput
          value={props.rotation.name}
          autocomplete="off"
          onInput={(name) => props.onChange({ name })}
        />
      </Field>
      <MultiPicker
        label={text.people}
        hint={text.peopleHint}
        placeholder={text.peoplePlaceholder}
        options={props.people.map((person) => ({ id: person.id, label: nameOf(person) }))}
        chosen={props.rotation.userIds}
        error={props.problem("userIds")}
        onChange={(userIds) => props.onChange({ userIds })}
      />
      <div class="entry__grid">
        <Field label={text.every} error={props.problem("shift.every")}>
          <NumberInput value={props.rotation.every} onInput={(every) => props.onChange({ every })} />
        </Field>
        <Field label={text.unit} error={props.problem("shift.unit")}>
          <Select
            value={props.rotation.unit}
            options={UNITS.map((value) => ({ value, label: text.units[value] }))}
            onChange={(unit) => props.onChange({ unit })}
          />
        </Field>
        <Field label={text.handoverAt} error={props.problem("handoverAt")}>
          <TextInput
            type="time"
            value={props.rotation.handoverAt}
            onInput={(handoverAt) => props.onChange({ handoverAt })}
          />
        </Field>
      </div>
      <Field label={text.firstShift} hint={text.firstShiftHint} error={props.problem("startsAt")}>
        <TextInput
          type="datetime-local"
          value={props.rotation.startsAt}
          onInput={(startsAt) => props.onChange({ startsAt })}
        />
      </Field>
      <HoursList
        hours={props.rotation.hours}
        problem={(path) => props.problem(`hours${path}`)}
        onChange={(hours) => props.onChange({ hours })}
      />
    </>
  );
}
