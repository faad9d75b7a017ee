import { For } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/branding.ts";
import type { Values } from "./values.ts";
import { THRESHOLDS } from "./values.ts";

const BAR_DAYS = [30, 60, 90] as const;

export function ThresholdSection(props: { form: Form<Values> }) {
  return (
    <Section title={text.thresholds.title} lead={text.thresholds.lead}>
      <div class="stack">
        <Field label={text.barDays} error={props.form.problem("barDays")}>
          <Select
            value={String(props.form.values.barDays)}
            options={BAR_DAYS.map((days) => ({ value: String(days), label: text.days(days) }))}
            onChange={(chosen) =>
              props.form.set("barDays")(BAR_DAYS.find((days) => String(days) === chosen) ?? 30)
            }
          />
        </Field>
        <div class="colours">
          <For each={THRESHOLDS}>
            {(name) => (
              <Field label={text[name]} error={props.form.problem(name)}>
                <span class="number">
                  <TextInput
                    value={props.form.values[name]}
                    inputmode="decimal"
                    autocomplete="off"
                    onInput={props.form.set(name)}
                  />
                  <span class="number__unit">{text.percent}</span>
                </span>
              </Field>
            )}
          </For>
        </div>
      </div>
    </Section>
  );
}
