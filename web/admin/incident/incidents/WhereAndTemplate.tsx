import type { Form } from "../../../lib/form.ts";
import type { IncidentValues } from "./incident_values.ts";
import { TemplateSelect } from "./TemplateSelect.tsx";
import type { createTemplateFill } from "./template_fill.ts";
import { Where } from "./Where.tsx";

export function WhereAndTemplate(props: {
  form: Form<IncidentValues>;
  fill: ReturnType<typeof createTemplateFill>;
}) {
  return (
    <Where form={props.form}>
      {/* Rendered before templates load, to not shift the fields below. */}
      <TemplateSelect
        templates={props.fill.templates.data() ?? []}
        chosen={props.fill.chosen()}
        onChoose={props.fill.choose}
      />
    </Where>
  );
}
