import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { TimezoneInput } from "../../../ui/TimezoneInput.tsx";
import { text } from "../../text/channel.ts";
import { PolicyPart } from "./PolicyParts.tsx";
import { zoneToBegin } from "./policy.ts";

const MODES = (["defer", "suppress"] as const).map((value) => ({ value, ...text.modes[value] }));

export function QuietHours(
  props: AlertPolicy["quietHours"] & {
    problem: (name: "start" | "end" | "timezone") => string | undefined;
    onChange: (values: Partial<AlertPolicy["quietHours"]>) => void;
  },
) {
  const turn = (enabled: boolean) =>
    props.onChange(enabled ? { enabled, timezone: zoneToBegin(props.timezone) } : { enabled });
  return (
    <PolicyPart label={text.quiet} hint={text.quietHint} isOn={props.enabled} onChange={turn}>
      <div class="policy__times">
        <Field label={text.start} error={props.problem("start")}>
          <TextInput type="time" value={props.start} onInput={(start) => props.onChange({ start })} />
        </Field>
        <Field label={text.end} error={props.problem("end")}>
          <TextInput type="time" value={props.end} onInput={(end) => props.onChange({ end })} />
        </Field>
        <Field label={text.timezone} error={props.problem("timezone")}>
          <TimezoneInput value={props.timezone} onInput={(timezone) => props.onChange({ timezone })} />
        </Field>
      </div>
      <Choices
        legend={text.mode}
        value={props.mode}
        choices={MODES}
        onChange={(mode) => props.onChange({ mode })}
      />
    </PolicyPart>
  );
}
