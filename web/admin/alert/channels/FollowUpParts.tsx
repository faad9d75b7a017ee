import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput, type NumberText } from "../../../ui/NumberInput.tsx";
import { text } from "../../text/channel.ts";
import { PolicyPart } from "./PolicyParts.tsx";

const FIRST_ESCALATION_MINUTES = 30;

/** What a channel does while a failure goes on. */
export function EscalationPart(props: {
  minutes: number;
  error: string | undefined;
  onChange: (escalation: AlertPolicy["escalation"]) => void;
}) {
  return (
    <PolicyPart
      label={text.escalation}
      hint={text.escalationHint}
      isOn={props.minutes !== 0}
      onChange={(isOn) => props.onChange({ afterMinutes: isOn ? FIRST_ESCALATION_MINUTES : 0 })}
    >
      <div class="fields">
        <Field label={text.escalationAfter} error={props.error}>
          <NumberInput
            unit={text.minutes}
            value={props.minutes as NumberText}
            onInput={(typed) => props.onChange({ afterMinutes: typed as number })}
          />
        </Field>
      </div>
    </PolicyPart>
  );
}
