import { createUniqueId } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { INCIDENT_STATUSES } from "../../../../src/schema/incident_status.ts";
import { FieldError } from "../../../ui/Field.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { text } from "../../text/incident.ts";
import { text as stateText } from "../../text/incident_state.ts";

const OPTIONS = INCIDENT_STATUSES.map((value) => ({ value, label: stateText.statuses[value] }));

export function StatusSegments(props: {
  legend: string;
  value: Incident["status"];
  error: string | undefined;
  onChange: (status: Incident["status"]) => void;
}) {
  const id = createUniqueId();
  return (
    <div class="field">
      <span class="field__label" aria-hidden="true">
        {props.legend}
      </span>
      <div>
        <Segments legend={props.legend} value={props.value} options={OPTIONS} onChange={props.onChange} />
      </div>
      <FieldError id={id} message={props.error} />
      <p class="field__hint">{text.statusHints[props.value]}</p>
    </div>
  );
}
