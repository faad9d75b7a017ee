import { Show } from "solid-js";
import { beatRuleOf, isProbed } from "../../../../src/domain/monitor/rule.ts";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { text } from "../../text/monitor_form.ts";
import { hasProblem } from "./has_problem.ts";
import type { MonitorValues } from "./values.ts";

const SCHEDULE = ["intervalSecs", "timeoutMs", "retries", "failureThreshold", "recoveryThreshold"] as const;

export function ScheduleSection(props: { form: Form<MonitorValues> }) {
  const isChecked = () => isProbed(props.form.values);
  const hasSchedule = () => beatRuleOf(props.form.values).schedule !== undefined;
  const every = () => {
    const { intervalSecs } = props.form.values;
    return typeof intervalSecs === "number" && intervalSecs > 0
      ? formatDuration(intervalSecs * 1000)
      : undefined;
  };
  const intervalHint = () => {
    const duration = every();
    return duration && text.intervalHint(duration);
  };
  const now = () => {
    const { timeoutMs, failureThreshold } = props.form.values;
    const known = hasSchedule() ? undefined : every();
    return [
      ...(known ? [text.schedule.every(known)] : []),
      ...(isChecked() && typeof timeoutMs === "number" ? [text.schedule.timeout(timeoutMs / 1000)] : []),
      text.schedule.alertAfter(Number(failureThreshold)),
    ].join(" · ");
  };
  return (
    <FoldedSection
      title={text.schedule.title}
      now={now()}
      isOpen={hasProblem(props.form, SCHEDULE)}
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
    </FoldedSection>
  );
}
