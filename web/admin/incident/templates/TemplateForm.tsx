import { Show } from "solid-js";
import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { createEntityForm } from "../../../ui/entity_form.ts";
import { NameField } from "../../../ui/NameField.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { createIncidentTemplate, updateIncidentTemplate } from "../../api/incident_template.ts";
import { text } from "../../text/incident_template.ts";
import { ImpactChoice } from "../incidents/ImpactChoice.tsx";
import { editOf, type TemplateValues, valuesOf } from "./values.ts";
import { WordingSection } from "./WordingSection.tsx";

export function TemplateForm(props: { stored: IncidentTemplate | null; languages: readonly string[] }) {
  const stored = props.stored;
  const form = createEntityForm<TemplateValues, IncidentTemplate>({
    stored,
    initial: valuesOf(stored),
    editOf,
    save: async (values, sent) =>
      stored
        ? await updateIncidentTemplate(stored.id, sent.only(values))
        : await createIncidentTemplate(values),
    savedText: ({ name }) => (stored ? text.saved(name) : text.created(name)),
    next: () => "/admin/incidents/templates",
  });
  return (
    <SectionForm
      form={form}
      label={stored ? text.editTitle(stored.name) : text.newTitle}
      submit={stored ? text.save : text.create}
      cancel={{ href: "/admin/incidents/templates", label: text.cancel }}
    >
      <Section title={text.what.title} lead={text.what.lead}>
        <div class="stack">
          <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
          <ImpactChoice value={form.values.impact} onChange={form.set("impact")} />
          <Show when={!stored?.isDefault} fallback={<p class="small soft">{text.isDefaultHint}</p>}>
            <Switch
              label={text.useAsDefault}
              hint={text.useAsDefaultHint}
              error={form.problem("isDefault")}
              isOn={form.values.isDefault}
              onChange={form.set("isDefault")}
            />
          </Show>
        </div>
      </Section>
      <WordingSection form={form} languages={props.languages} />
    </SectionForm>
  );
}
