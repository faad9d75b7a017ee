import { type JSX, Show } from "solid-js";
import { type Edited, readTimeout } from "../../lib/edit.ts";
import { createForm } from "../../lib/form.ts";
import type { Load } from "../../lib/load.ts";
import { Choices } from "../../ui/Choices.tsx";
import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import type { NumberText } from "../../ui/number_text.ts";
import { Section } from "../../ui/Section.tsx";
import { SectionForm } from "../../ui/SectionForm.tsx";
import { showToast } from "../../ui/toast.ts";
import { type BackupSettingsResponse, getBackupSettings, updateBackupSettings } from "../api/backup.ts";
import { text } from "../text/backup.ts";

const words = text.schedule;

type Schedule = BackupSettingsResponse["schedule"];
const CHOICES = (["off", "daily", "weekly"] as const).map((value) => ({
  value,
  label: words.choices[value],
}));

interface Values {
  schedule: Schedule;
  hour: NumberText;
  keep: NumberText;
}

const valuesOf = ({ schedule, hour, keep }: BackupSettingsResponse): Values => ({ schedule, hour, keep });

function editOf(stored: BackupSettingsResponse): Edited<Values, BackupSettingsResponse> {
  return {
    stored,
    read: async () => await getBackupSettings(readTimeout()),
    toValues: valuesOf,
    labels: { schedule: words.every, hour: words.hour, keep: words.keep },
    describe: { schedule: (one: Schedule) => words.choices[one] },
  };
}

export function ScheduleForm(props: {
  load: Load<BackupSettingsResponse>;
  stored: BackupSettingsResponse;
  onSaved: () => void;
  children: JSX.Element;
}) {
  const form = createForm<Values, BackupSettingsResponse>(
    valuesOf(props.stored),
    async (values, sent) => {
      const stored = await updateBackupSettings(sent.only(values as BackupSettingsResponse));
      form.reset(valuesOf(stored), stored);
      props.load.set(stored);
      props.onSaved();
      showToast(words.saved);
    },
    { edit: editOf(props.stored) },
  );
  return (
    <SectionForm form={form} label={words.title} submit={words.save}>
      <Section title={words.title} lead={words.lead}>
        <div class="stack">
          {props.children}
          <Choices
            legend={words.every}
            isInline
            value={form.values.schedule}
            choices={CHOICES}
            onChange={form.set("schedule")}
          />
          <Show when={form.values.schedule !== "off" || form.problem("hour")}>
            <Field label={words.hour} hint={words.hourHint} error={form.problem("hour")}>
              <NumberInput value={form.values.hour} onInput={form.set("hour")} />
            </Field>
          </Show>
          <Field label={words.keep} hint={words.keepHint} error={form.problem("keep")}>
            <NumberInput value={form.values.keep} onInput={form.set("keep")} />
          </Field>
        </div>
      </Section>
    </SectionForm>
  );
}
