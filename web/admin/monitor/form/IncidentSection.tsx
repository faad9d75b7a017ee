import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { listIncidentTemplates } from "../../api/incident_template.ts";
import { text } from "../../text/monitor_form.ts";
import { hasProblem } from "./has_problem.ts";
import type { MonitorValues } from "./values.ts";

const DEFAULT_MINUTES = 10;
const MODES = (["draft", "published"] as const).map((value) => ({ value, ...text.incident.modes[value] }));

export function IncidentSection(props: { form: Form<MonitorValues> }) {
  const isOn = () => props.form.values.autoIncidentMinutes !== null;
  const now = () => {
    const { autoIncidentMinutes: minutes, autoIncidentMode: mode } = props.form.values;
    return minutes === null ? text.now.off : text.incident.now(minutes, text.incident.modes[mode].label);
  };
  return (
    <FoldedSection
      title={text.incident.title}
      now={now()}
      isOpen={hasProblem(props.form, ["autoIncidentMinutes", "autoIncidentTemplateId"])}
      lead={text.incident.lead}
      docs="incidents.md#automatic-incidents"
    >
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
    </FoldedSection>
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
