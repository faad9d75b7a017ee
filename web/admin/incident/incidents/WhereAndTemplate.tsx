import type { Form } from "../../../lib/form.ts";
import type { IncidentValues } from "./incident_values.ts";
import { TemplateSelect } from "./TemplateSelect.tsx";
import type { createTemplateFill } from "./template_fill.ts";
import { Where } from "./Where.tsx";

/** What the rest of the form is filled in from. */
export function WhereAndTemplate(props: {
  form: Form<IncidentValues>;
  fill: ReturnType<typeof createTemplateFill>;
}) {
  return (
    <Where form={props.form}>
      {/* There before they are: what comes later moves the fields below under somebody's finger. */}
      <TemplateSelect
        templates={props.fill.templates.data() ?? []}
        chosen={props.fill.chosen()}
        onChoose={props.fill.choose}
      />
    </Where>
  );
}
