import { For, Index } from "solid-js";
import { startOf } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { dayName } from "../../../ui/month.ts";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/on_call.ts";
import { type HoursValues, NEW_HOURS } from "./schedule_values.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7];

export function HoursList(props: {
  hours: readonly HoursValues[];
  problem: (path: string) => string | undefined;
  onChange: (hours: readonly HoursValues[]) => void;
}) {
  const change = (at: number, part: Partial<HoursValues>) =>
    props.onChange(props.hours.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <>
      <Index each={props.hours}>
        {(hours, at) => (
          <fieldset class="stack stack--tight">
            <legend class="group__legend">{text.hours(at + 1)}</legend>
            <div class="row">
              <For each={DAYS}>
                {(day) => (
                  <Checkbox
                    label={nameOf(day)}
                    isChecked={hours().days.includes(day)}
                    onChange={(isOn) => change(at, { days: withDay(hours().days, { day, isOn }) })}
                  />
                )}
              </For>
            </div>
            <FieldError id={`days-${at}`} message={props.problem(`[${at}].days`)} />
            <div class="entry__grid">
              <Field label={text.hoursFrom} error={props.problem(`[${at}].from`)}>
                <TextInput type="time" value={hours().from} onInput={(from) => change(at, { from })} />
              </Field>
              <Field label={text.hoursTo} error={props.problem(`[${at}].to`)}>
                <TextInput type="time" value={hours().to} onInput={(to) => change(at, { to })} />
              </Field>
            </div>
            <div class="row">
              <Button isSmall icon="trash" onClick={() => props.onChange(props.hours.toSpliced(at, 1))}>
                {text.removeHours(at + 1)}
              </Button>
            </div>
          </fieldset>
        )}
      </Index>
      <div class="row">
        <Button isSmall icon="plus" onClick={() => props.onChange([...props.hours, NEW_HOURS])}>
          {props.hours.length === 0 ? text.addHours : text.moreHours}
        </Button>
      </div>
    </>
  );
}

function nameOf(day: number): string {
  // January 2024 begins on a Monday.
  return dayName.format(startOf(`2024-01-0${day}`));
}

function withDay(days: readonly number[], { day, isOn }: { day: number; isOn: boolean }): number[] {
  return isOn ? [...days, day].sort((a, b) => a - b) : days.filter((one) => one !== day);
}
