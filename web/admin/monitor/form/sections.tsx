import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { listIncidentTemplates } from "../../api/incident_template.ts";
import { text } from "../../text/monitor_form.ts";
import { DEFAULT_MINUTES } from "./schedule_sections.tsx";
import type { MonitorValues } from "./values.ts";

const MODES = (["draft", "published"] as const).map((value) => ({ value, ...text.incident.modes[value] }));

export function IncidentSection(props: { form: Form<MonitorValues> }) {
  const isOn = () => props.form.values.autoIncidentMinutes !== null;
  return (
    <Section title={text.incident.title} lead={text.incident.lead} docs="incidents.md#opened-by-themselves">
      <div class="stack">
        <Switch
          label={text.incident.on}
          isOn={isOn()}
          onChange={(on) => props.form.set("autoIncidentMinutes")(on ? DEFAULT_MINUTES : null)}
        />
        <Show when={isOn()}>
          <Field label={text.incident.after} error={props.form.problem("autoIncidentMinutes")}>
            <NumberInput
              unit={text.incident.minutes}
              value={props.form.values.autoIncidentMinutes}
              onInput={(minutes) => props.form.set("autoIncidentMinutes")(minutes ?? "")}
            />
          </Field>
          <Choices
            legend={text.incident.mode}
            value={props.form.values.autoIncidentMode}
            choices={MODES}
            onChange={props.form.set("autoIncidentMode")}
          />
          <TemplateField form={props.form} />
        </Show>
      </div>
    </Section>
  );
}

function TemplateField(props: { form: Form<MonitorValues> }) {
  const templates = createLoad(listIncidentTemplates);
  const options = () => [
    { value: "", label: text.incident.templateDefault },
    ...(templates.data() ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Field label={text.incident.template} error={props.form.problem("autoIncidentTemplateId")}>
      <Select
        value={String(props.form.values.autoIncidentTemplateId ?? "")}
        options={options()}
        onChange={(chosen) => props.form.set("autoIncidentTemplateId")(chosen === "" ? null : Number(chosen))}
      />
    </Field>
  );
}

export function PageSection(props: { form: Form<MonitorValues> }) {
  const set = (name: "publicName" | "publicDescription") => (typed: string) =>
    props.form.set(name)(typed === "" ? null : typed);
  return (
    <Section title={text.page.title} lead={text.page.lead} docs="monitors.md#on-the-status-page">
      <div class="stack">
        <Field label={text.page.name} hint={text.page.nameHint} error={props.form.problem("publicName")}>
          <TextInput
            value={props.form.values.publicName ?? ""}
            autocomplete="off"
            maxlength={200}
            placeholder={props.form.values.name}
            onInput={set("publicName")}
          />
        </Field>
        <Field
          label={text.page.description}
          hint={text.page.descriptionHint}
          error={props.form.problem("publicDescription")}
        >
          <TextInput
            value={props.form.values.publicDescription ?? ""}
            autocomplete="off"
            maxlength={300}
            onInput={set("publicDescription")}
          />
        </Field>
      </div>
    </Section>
  );
}

export function StateSection(props: { form: Form<MonitorValues> }) {
  return (
    <Section title={text.state.title}>
      <Switch
        label={text.paused}
        hint={text.pausedHint}
        isOn={props.form.values.paused}
        onChange={props.form.set("paused")}
      />
    </Section>
  );
}
