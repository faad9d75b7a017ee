import { Show } from "solid-js";
import { IMPACTS } from "../../../../src/schema/incident_status.ts";
import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { createForm } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Section, SectionActions } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createIncidentTemplate, updateIncidentTemplate } from "../../api/incident_template.ts";
import { text as incidentText } from "../../text/incident.ts";
import { text } from "../../text/incident_template.ts";
import { editOf, valuesOf } from "./values.ts";
import { WordingSection } from "./WordingSection.tsx";

const IMPACT_CHOICES = IMPACTS.map((value) => ({
  value,
  label: incidentText.impacts[value],
  hint: incidentText.impactHints[value],
}));

export function TemplateForm(props: { stored: IncidentTemplate | null; languages: readonly string[] }) {
  const stored = props.stored;
  const form = createForm(
    valuesOf(stored),
    async (values, sent) => {
      const saved = stored
        ? await updateIncidentTemplate(stored.id, sent.only(values))
        : await createIncidentTemplate(values);
      form.reset(values);
      showToast(stored ? text.saved(saved.name) : text.created(saved.name), form.warningsIn(saved));
      navigate("/admin/incidents/templates", { isForced: true });
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  return (
    <FormView form={form} label={stored ? text.editTitle(stored.name) : text.newTitle}>
      <LeaveGuard isDirty={form.isDirty} />
      <div>
        <Section title={text.what.title} lead={text.what.lead}>
          <div class="stack">
            <Field label={text.name} error={form.problem("name")}>
              <TextInput
                value={form.values.name}
                autocomplete="off"
                maxlength={200}
                placeholder={text.namePlaceholder}
                onInput={form.set("name")}
              />
            </Field>
            <Choices
              legend={text.impact}
              value={form.values.impact}
              choices={IMPACT_CHOICES}
              onChange={form.set("impact")}
            />
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
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {stored ? text.save : text.create}
          </Button>
          <ButtonLink variant="quiet" href="/admin/incidents/templates">
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}
