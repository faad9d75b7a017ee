import type { Incident } from "../../../../src/schema/incident.ts";
import { IMPACTS } from "../../../../src/schema/incident_status.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { text } from "../../text/incident.ts";

const CHOICES = IMPACTS.map((value) => ({
  value,
  label: text.impacts[value],
  hint: text.impactHints[value],
}));

export function ImpactChoice(props: {
  value: Incident["impact"];
  onChange: (impact: Incident["impact"]) => void;
}) {
  return <Choices legend={text.impact} value={props.value} choices={CHOICES} onChange={props.onChange} />;
}
