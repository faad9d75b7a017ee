import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import type { NumberText } from "../../../ui/number_text.ts";
import { text } from "../../text/channel.ts";
import { PolicyPart } from "./PolicyParts.tsx";

const FIRST_ESCALATION_MINUTES = 30;

export function EscalationPart(props: {
  afterMinutes: number;
  error: string | undefined;
  onChange: (escalation: AlertPolicy["escalation"]) => void;
}) {
  return (
    <PolicyPart
      label={text.escalation}
      hint={text.escalationHint}
      isOn={props.afterMinutes !== 0}
      onChange={(isOn) => props.onChange({ afterMinutes: isOn ? FIRST_ESCALATION_MINUTES : 0 })}
    >
      <div class="fields">
        <Field label={text.escalationAfter} error={props.error}>
          <NumberInput
            unit={text.minutes}
            value={props.afterMinutes as NumberText}
            onInput={(typed) => props.onChange({ afterMinutes: typed as number })}
          />
        </Field>
      </div>
    </PolicyPart>
  );
}
