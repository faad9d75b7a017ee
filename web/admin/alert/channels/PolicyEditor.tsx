import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import type { Problem } from "../../../lib/api.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/channel.ts";
import { type NumberOptions, PolicyPart } from "./PolicyParts.tsx";
import { zoneToBegin } from "./policy.ts";
import { TimezoneInput } from "./TimezoneInput.tsx";

const MODES = (["defer", "suppress"] as const).map((value) => ({ value, ...text.modes[value] }));

interface Props {
  policy: AlertPolicy;
  problems: readonly Problem[];
  onChange: (policy: AlertPolicy) => void;
}

export function PolicyEditor(props: Props) {
  function change<P extends keyof AlertPolicy>(part: P, values: Partial<AlertPolicy[P]>): void {
    props.onChange({ ...props.policy, [part]: { ...props.policy[part], ...values } });
  }
  function switchQuietHours(enabled: boolean): void {
    const { timezone } = props.policy.quietHours;
    change("quietHours", enabled ? { enabled, timezone: zoneToBegin(timezone) } : { enabled });
  }
  const problem = (path: string) => problemIn(props.problems, `alertPolicy.${path}`);
  const number = (path: string, label: string, options: NumberOptions) => (
    <Field label={label} error={problem(path)}>
      <NumberInput
        unit={options.unit}
        value={options.value}
        onInput={(typed) => options.onInput(typed as number)}
      />
    </Field>
  );
  const throttle = () => props.policy.throttle;
  const grouping = () => props.policy.grouping;
  const quietHours = () => props.policy.quietHours;

  return (
    <div class="stack">
      <PolicyPart
        label={text.quiet}
        hint={text.quietHint}
        isOn={quietHours().enabled}
        onChange={switchQuietHours}
      >
        <div class="policy__times">
          <Field label={text.start} error={problem("quietHours.start")}>
            <TextInput
              type="time"
              value={quietHours().start}
              onInput={(start) => change("quietHours", { start })}
            />
          </Field>
          <Field label={text.end} error={problem("quietHours.end")}>
            <TextInput
              type="time"
              value={quietHours().end}
              onInput={(end) => change("quietHours", { end })}
            />
          </Field>
          <Field label={text.timezone} error={problem("quietHours.timezone")}>
            <TimezoneInput
              value={quietHours().timezone}
              onInput={(timezone) => change("quietHours", { timezone })}
            />
          </Field>
        </div>
        <Choices
          legend={text.mode}
          value={quietHours().mode}
          choices={MODES}
          onChange={(mode) => change("quietHours", { mode })}
        />
      </PolicyPart>
      <PolicyPart
        label={text.throttle}
        hint={text.throttleHint}
        isOn={throttle().enabled}
        onChange={(enabled) => change("throttle", { enabled })}
      >
        <div class="fields">
          {number("throttle.maxAlerts", text.maxAlerts, {
            unit: text.alerts,
            value: throttle().maxAlerts,
            onInput: (maxAlerts) => change("throttle", { maxAlerts }),
          })}
          {number("throttle.windowMinutes", text.window, {
            unit: text.minutes,
            value: throttle().windowMinutes,
            onInput: (windowMinutes) => change("throttle", { windowMinutes }),
          })}
        </div>
      </PolicyPart>
      <PolicyPart
        label={text.grouping}
        hint={text.groupingHint}
        isOn={grouping().enabled}
        onChange={(enabled) => change("grouping", { enabled })}
      >
        <div class="fields">
          {number("grouping.minMonitors", text.minMonitors, {
            unit: text.monitorsUnit,
            value: grouping().minMonitors,
            onInput: (minMonitors) => change("grouping", { minMonitors }),
          })}
          {number("grouping.windowSeconds", text.within, {
            unit: text.seconds,
            value: grouping().windowSeconds,
            onInput: (windowSeconds) => change("grouping", { windowSeconds }),
          })}
        </div>
      </PolicyPart>
    </div>
  );
}
