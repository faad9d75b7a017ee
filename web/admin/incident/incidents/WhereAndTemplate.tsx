import { Show } from "solid-js";
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
    <Where form={props.form} isOfNoMonitor={false}>
      <Show when={props.fill.templates.data()}>
        {(templates) => (
          <TemplateSelect templates={templates()} chosen={props.fill.chosen()} onChoose={props.fill.choose} />
        )}
      </Show>
    </Where>
  );
}
