import { For, Match, Switch } from "solid-js";
import { WEEKDAYS, type Weekday } from "../../../../src/schema/weekday.ts";
import type { Form } from "../../../lib/form.ts";
import { parseLocalInput } from "../../../lib/time.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { type MonthPlace, text } from "../../text/recurrence.ts";
import type { MaintenanceValues } from "./maintenance_values.ts";
import { firstDayOf, type RecurrenceFields } from "./recurrence_values.ts";

export function RecurrenceDays(props: {
  form: Form<MaintenanceValues>;
  onChange: (part: Partial<RecurrenceFields>) => void;
  problem: (name: string) => string | undefined;
}) {
  const fields = () => props.form.values.recurrence;
  const first = () => {
    const { startsAt, timezone } = props.form.values;
    return firstDayOf(parseLocalInput(startsAt) ?? Date.now(), timezone);
  };
  const chosen = () => (fields().weekdays.length > 0 ? fields().weekdays : [first().weekday]);
  const toggle = (day: Weekday, isOn: boolean) =>
    props.onChange({ weekdays: WEEKDAYS.filter((one) => (one === day ? isOn : chosen().includes(one))) });
  const places = () => {
    const { date, weekday, nth } = first();
    const { places } = text;
    const labels: Record<MonthPlace, string> = {
      date: places.date(date),
      lastDay: places.lastDay(),
      weekday: places.weekday(nth, weekday),
      lastWeekday: places.lastWeekday(weekday),
    };
    return (Object.keys(labels) as MonthPlace[]).map((value) => ({ value, label: labels[value] }));
  };
  return (
    <Switch>
      <Match when={fields().every === "week"}>
        <fieldset>
          <legend class="group__legend">{text.weekdays}</legend>
          <div class="weekdays">
            <For each={WEEKDAYS}>
              {(day) => (
                <Checkbox
                  label={text.days[day]}
                  isChecked={chosen().includes(day)}
                  onChange={(isOn) => toggle(day, isOn)}
                />
              )}
            </For>
          </div>
          <FieldError id="recurrence-weekdays" message={props.problem("weekdays")} />
        </fieldset>
      </Match>
      <Match when={fields().every === "month"}>
        <Field label={text.place} error={props.problem("monthDay") ?? props.problem("nthWeekday")}>
          <Select value={fields().place} options={places()} onChange={(place) => props.onChange({ place })} />
        </Field>
      </Match>
    </Switch>
  );
}
