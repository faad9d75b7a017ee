import { For } from "solid-js";
import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import type { Problem } from "../../../lib/api.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { text } from "../../text/channel.ts";
import { EscalationPart } from "./EscalationPart.tsx";
import { PolicyPart } from "./PolicyParts.tsx";
import { QuietHours } from "./QuietHours.tsx";

type Counted = "throttle" | "grouping" | "reminder";
interface NumberOf<P extends keyof AlertPolicy> {
  name: keyof AlertPolicy[P] & string;
  label: string;
  unit: string | ((number: number) => string);
}

interface Props {
  policy: AlertPolicy;
  problems: readonly Problem[];
  onChange: (policy: AlertPolicy) => void;
}

export function PolicyEditor(props: Props) {
  function change<P extends keyof AlertPolicy>(part: P, values: Partial<AlertPolicy[P]>): void {
    props.onChange({ ...props.policy, [part]: { ...props.policy[part], ...values } });
  }
  const problem = (path: string) => problemIn(props.problems, `alertPolicy.${path}`);
  const counted = <P extends Counted>(part: P, numbers: readonly NumberOf<P>[]) => (
    <PolicyPart
      label={text[part]}
      hint={text[`${part}Hint`]}
      isOn={props.policy[part].enabled}
      onChange={(enabled) => change(part, { enabled } as Partial<AlertPolicy[P]>)}
    >
      <div class="fields">
        <For each={numbers}>
          {({ name, label, unit }) => (
            <Field label={label} error={problem(`${part}.${name}`)}>
              <NumberInput
                unit={typeof unit === "string" ? unit : unit(Number(props.policy[part][name]))}
                value={props.policy[part][name] as number}
                onInput={(typed) => change(part, { [name]: typed } as Partial<AlertPolicy[P]>)}
              />
            </Field>
          )}
        </For>
      </div>
    </PolicyPart>
  );

  return (
    <div class="stack">
      <QuietHours
        {...props.policy.quietHours}
        problem={(name) => problem(`quietHours.${name}`)}
        onChange={(values) => change("quietHours", values)}
      />
      {counted("throttle", [
        { name: "maxAlerts", label: text.maxAlerts, unit: text.alerts },
        { name: "windowMinutes", label: text.window, unit: text.minutes },
      ])}
      {counted("grouping", [
        { name: "minMonitors", label: text.minMonitors, unit: text.monitorsUnit },
        { name: "windowSeconds", label: text.within, unit: text.seconds },
      ])}
      {counted("reminder", [
        { name: "everyMinutes", label: text.every, unit: text.minutes },
        { name: "most", label: text.most, unit: text.times },
      ])}
      <EscalationPart
        {...props.policy.escalation}
        error={problem("escalation.afterMinutes")}
        onChange={(escalation) => change("escalation", escalation)}
      />
    </div>
  );
}
