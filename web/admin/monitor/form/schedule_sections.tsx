import { createMemo, Show } from "solid-js";
import { beatRuleOf, isProbed } from "../../../../src/domain/monitor/rule.ts";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TagInput } from "../../../ui/TagInput.tsx";
import { monitorOptions } from "../../live/monitor_options.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor_form.ts";
import { tagsOf } from "../monitors/list_rules.ts";
import type { MonitorValues } from "./values.ts";

export const DEFAULT_MINUTES = 10;

export function ScheduleSection(props: { form: Form<MonitorValues> }) {
  const isChecked = () => isProbed(props.form.values);
  const hasSchedule = () => beatRuleOf(props.form.values).schedule !== undefined;
  const intervalHint = () => {
    const { intervalSecs } = props.form.values;
    return typeof intervalSecs === "number" && intervalSecs > 0
      ? text.intervalHint(formatDuration(intervalSecs * 1000))
      : undefined;
  };
  return (
    <Section
      title={text.schedule.title}
      lead={text.schedule.lead}
      docs="alerts.md#when-a-failure-is-confirmed"
    >
      <div class="stack">
        <Show when={!hasSchedule()}>
          <Field
            label={isChecked() ? text.interval : text.heartbeatInterval}
            hint={intervalHint()}
            error={props.form.problem("intervalSecs")}
          >
            <NumberInput
              unit={text.seconds}
              value={props.form.values.intervalSecs}
              onInput={props.form.set("intervalSecs")}
            />
          </Field>
        </Show>
        <Show when={isChecked()}>
          <div class="fields">
            <Field label={text.timeout} hint={text.timeoutHint} error={props.form.problem("timeoutMs")}>
              <NumberInput
                unit={text.ms}
                value={props.form.values.timeoutMs}
                onInput={props.form.set("timeoutMs")}
              />
            </Field>
            <Field label={text.retries} hint={text.retriesHint} error={props.form.problem("retries")}>
              <NumberInput value={props.form.values.retries} onInput={props.form.set("retries")} />
            </Field>
          </div>
        </Show>
        <div class="fields">
          <Field label={text.failureThreshold} error={props.form.problem("failureThreshold")}>
            <NumberInput
              value={props.form.values.failureThreshold}
              onInput={props.form.set("failureThreshold")}
            />
          </Field>
          <Field label={text.recoveryThreshold} error={props.form.problem("recoveryThreshold")}>
            <NumberInput
              value={props.form.values.recoveryThreshold}
              onInput={props.form.set("recoveryThreshold")}
            />
          </Field>
        </div>
      </div>
    </Section>
  );
}

export function OrderSection(props: { form: Form<MonitorValues>; ownId: number | undefined }) {
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
          tags={props.form.values.tags}
          known={known()}
          error={props.form.problem("tags")}
          onChange={props.form.set("tags")}
        />
        <MultiPicker
          label={text.dependsOn}
          hint={text.dependsOnHint}
          placeholder={text.dependsOnPlaceholder}
          options={options()}
          chosen={props.form.values.dependsOnIds}
          error={props.form.problem("dependsOnIds")}
          onChange={props.form.set("dependsOnIds")}
        />
      </div>
    </Section>
  );
}
