import { createMemo, For, Show } from "solid-js";
import { EVERY } from "../../../../src/schema/recurrence.ts";
import { now } from "../../../lib/clock.ts";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { formatSpan } from "../../../lib/time.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TimezoneInput } from "../../../ui/TimezoneInput.tsx";
import { text } from "../../text/recurrence.ts";
import { type MaintenanceValues, planIn } from "./maintenance_values.ts";
import { RecurrenceDays } from "./RecurrenceDays.tsx";
import { RecurrenceEnds } from "./RecurrenceEnds.tsx";
import { nextOf, type RecurrenceFields } from "./recurrence_values.ts";

const EVERY_OPTIONS = (["never", ...EVERY] as const).map((value) => ({ value, label: text.every[value] }));

export function RecurrenceSection(props: { form: Form<MaintenanceValues>; isSeries: boolean }) {
  const fields = () => props.form.values.recurrence;
  const change = (part: Partial<RecurrenceFields>) => props.form.set("recurrence")({ ...fields(), ...part });
  const problem = (name: string) => problemIn(props.form.problems(), `recurrence.${name}`);
  const next = createMemo(() => nextOf(planIn(props.form.values), now()));
  const options = () => (props.isSeries ? EVERY_OPTIONS.slice(1) : EVERY_OPTIONS);
  return (
    <Section title={text.title} lead={text.lead}>
      <div class="stack">
        <div class="times">
          <Field label={text.repeats} error={problem("every")}>
            <Select value={fields().every} options={options()} onChange={(every) => change({ every })} />
          </Field>
          <Show when={everyOf(fields())}>
            {(every) => (
              <Field label={text.interval} error={problem("interval")}>
                <NumberInput
                  value={fields().interval}
                  unit={text.unit(every(), Number(fields().interval))}
                  onInput={(interval) => change({ interval })}
                />
              </Field>
            )}
          </Show>
        </div>
        <Show when={everyOf(fields())}>
          <RecurrenceDays form={props.form} onChange={change} problem={problem} />
          <RecurrenceEnds fields={fields()} onChange={change} problem={problem} />
          <div class="times">
            <Field label={text.timezone} error={props.form.problem("timezone")}>
              <TimezoneInput value={props.form.values.timezone} onInput={props.form.set("timezone")} />
            </Field>
            <Field label={text.announce} hint={text.announceHint} error={props.form.problem("announceHours")}>
              <NumberInput
                value={props.form.values.announceHours}
                unit={text.hours}
                onInput={props.form.set("announceHours")}
              />
            </Field>
          </div>
          <Show when={!props.isSeries && next().length > 0}>
            <section class="stack stack--tight">
              <h3 class="group__legend">{text.next}</h3>
              <ol class="next plain small">
                <For each={next()}>{(one) => <li>{formatSpan(one.startsAt, one.endsAt)}</li>}</For>
              </ol>
            </section>
          </Show>
        </Show>
      </div>
    </Section>
  );
}

function everyOf({ every }: RecurrenceFields) {
  return every === "never" ? undefined : every;
}
