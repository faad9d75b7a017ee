import { createMemo, Show } from "solid-js";
import { HEARTBEAT_TYPE } from "../../../../src/domain/monitor/rule.ts";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { formatDuration } from "../../../lib/time.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TagInput } from "../../../ui/TagInput.tsx";
import { listIncidentTemplates } from "../../api/incident_template.ts";
import { text } from "../../text/monitor_form.ts";
import { tagsOf } from "../monitors/filter.ts";
import { monitorOptions } from "../monitors/options.ts";
import { followMonitors } from "../monitors/store.ts";
import type { MonitorValues } from "./values.ts";

const DEFAULT_MINUTES = 10;
const MODES = (["draft", "published"] as const).map((value) => ({ value, ...text.incident.modes[value] }));

export function ScheduleSection(props: { form: Form<MonitorValues> }) {
  const { form } = props;
  const isProbed = () => form.values.type !== HEARTBEAT_TYPE;
  const intervalHint = () => {
    const { intervalSecs } = form.values;
    return typeof intervalSecs === "number" && intervalSecs > 0
      ? text.intervalHint(formatDuration(intervalSecs * 1000))
      : undefined;
  };
  return (
    <Section title={text.schedule.title} lead={text.schedule.lead}>
      <div class="stack">
        <Field
          label={isProbed() ? text.interval : text.heartbeatInterval}
          hint={intervalHint()}
          error={form.problem("intervalSecs")}
        >
          <NumberInput
            unit={text.seconds}
            value={form.values.intervalSecs}
            onInput={form.set("intervalSecs")}
          />
        </Field>
        <Show when={isProbed()}>
          <div class="fields">
            <Field label={text.timeout} hint={text.timeoutHint} error={form.problem("timeoutMs")}>
              <NumberInput unit={text.ms} value={form.values.timeoutMs} onInput={form.set("timeoutMs")} />
            </Field>
            <Field label={text.retries} hint={text.retriesHint} error={form.problem("retries")}>
              <NumberInput value={form.values.retries} onInput={form.set("retries")} />
            </Field>
          </div>
        </Show>
        <div class="fields">
          <Field label={text.failureThreshold} error={form.problem("failureThreshold")}>
            <NumberInput value={form.values.failureThreshold} onInput={form.set("failureThreshold")} />
          </Field>
          <Field label={text.recoveryThreshold} error={form.problem("recoveryThreshold")}>
            <NumberInput value={form.values.recoveryThreshold} onInput={form.set("recoveryThreshold")} />
          </Field>
        </div>
      </div>
    </Section>
  );
}

export function OrderSection(props: { form: Form<MonitorValues>; ownId: number | undefined }) {
  const { form } = props;
  const { entries, round } = followMonitors();
  const known = createMemo(() => {
    round();
    return tagsOf(entries());
  });
  const options = createMemo(() => monitorOptions().filter(({ id }) => id !== props.ownId));
  return (
    <Section title={text.order.title} lead={text.order.lead}>
      <div class="stack">
        <TagInput
          label={text.tags}
          tags={form.values.tags}
          known={known()}
          error={form.problem("tags")}
          onChange={form.set("tags")}
        />
        <MultiPicker
          label={text.dependsOn}
          hint={text.dependsOnHint}
          placeholder={text.dependsOnPlaceholder}
          options={options()}
          chosen={form.values.dependsOnIds}
          error={form.problem("dependsOnIds")}
          onChange={form.set("dependsOnIds")}
        />
      </div>
    </Section>
  );
}

export function IncidentSection(props: { form: Form<MonitorValues> }) {
  const { form } = props;
  const isOn = () => form.values.autoIncidentMinutes !== null;
  return (
    <Section title={text.incident.title} lead={text.incident.lead}>
      <div class="stack">
        <Switch
          label={text.incident.on}
          isOn={isOn()}
          onChange={(on) => form.set("autoIncidentMinutes")(on ? DEFAULT_MINUTES : null)}
        />
        <Show when={isOn()}>
          <Field label={text.incident.after} error={form.problem("autoIncidentMinutes")}>
            <NumberInput
              unit={text.incident.minutes}
              value={form.values.autoIncidentMinutes}
              onInput={(minutes) => form.set("autoIncidentMinutes")(minutes ?? "")}
            />
          </Field>
          <Choices
            legend={text.incident.mode}
            value={form.values.autoIncidentMode}
            choices={MODES}
            onChange={form.set("autoIncidentMode")}
          />
          <TemplateField form={form} />
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

export function StateSection(props: { form: Form<MonitorValues> }) {
  const { form } = props;
  return (
    <Section title={text.state.title}>
      <Switch
        label={text.paused}
        hint={text.pausedHint}
        isOn={form.values.paused}
        onChange={form.set("paused")}
      />
    </Section>
  );
}
