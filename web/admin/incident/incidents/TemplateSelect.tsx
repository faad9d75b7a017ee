import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/incident.ts";

export function TemplateSelect(props: {
  templates: readonly IncidentTemplate[];
  chosen: number;
  onChoose: (id: number) => void;
}) {
  const options = () => [
    { value: "0", label: text.template.none },
    ...props.templates.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Field label={text.template.label} hint={text.template.hint}>
      <Select
        value={String(props.chosen)}
        options={options()}
        onChange={(value) => props.onChoose(Number(value))}
      />
    </Field>
  );
}
