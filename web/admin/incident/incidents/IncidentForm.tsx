import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { IMPACTS } from "../../../../src/schema/incident_status.ts";
import type { Problem } from "../../../lib/api.ts";
import { createForm } from "../../../lib/form.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { navigate } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Section, SectionActions } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createIncident, updateIncident } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { FirstUpdate } from "./FirstUpdate.tsx";
import { TellSection } from "./TellSection.tsx";
import "./incidents.css";
import { editOf, newValues, readTime, valuesOf } from "./incident_values.ts";
import { WhereAndWhen } from "./WhereAndWhen.tsx";

const IMPACT_CHOICES = IMPACTS.map((value) => ({
  value,
  label: text.impacts[value],
  hint: text.impactHints[value],
}));

export function IncidentForm(props: { stored: Incident | null }) {
  const stored = props.stored;
  const openedAt = Date.now();
  const form = createForm(
    stored ? valuesOf(stored) : newValues(openedAt),
    async (values, sent) => {
      const { title, impact, status, body, draft, notifySubscribers } = values;
      const problems: Problem[] = [];
      const timeOf = (name: "startedAt" | "resolvedAt", before: number) => {
        const { at, problem } = readTime(name, { values, before });
        if (problem) problems.push(problem);
        return at;
      };
      const common = {
        title,
        impact,
        monitorIds: [...values.monitorIds],
        startedAt: timeOf("startedAt", stored?.startedAt ?? openedAt),
      };
      const ended =
        stored && stored.resolvedAt !== null ? { resolvedAt: timeOf("resolvedAt", stored.resolvedAt) } : {};
      const saved = await sendWithProblems(problems, async () =>
        stored
          ? await updateIncident(stored.id, sent.only({ ...common, ...ended }))
          : await createIncident({ ...common, status, body, draft, notifySubscribers }),
      );
      form.reset(values);
      const told = stored ? text.saved : saved.draft ? text.drafted : text.created;
      showToast(told(saved.title));
      navigate(`/admin/incidents/${saved.id}`, { isForced: true });
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  return (
    <FormView form={form} label={stored ? text.editTitle(stored.title) : text.newTitle}>
      <LeaveGuard isDirty={form.isDirty} />
      <div>
        <Section title={text.what.title} lead={text.what.lead}>
          <div class="stack">
            <Field label={text.name} error={form.problem("title")}>
              <TextInput
                value={form.values.title}
                autocomplete="off"
                maxlength={200}
                placeholder={text.namePlaceholder}
                onInput={form.set("title")}
              />
            </Field>
            <Choices
              legend={text.impact}
              value={form.values.impact}
              choices={IMPACT_CHOICES}
              onChange={form.set("impact")}
            />
          </div>
        </Section>
        <Show when={!stored}>
          <FirstUpdate form={form} />
        </Show>
        <WhereAndWhen
          form={form}
          hasEnded={stored?.resolvedAt !== null && stored !== null}
          isOfNoMonitor={stored !== null && !stored.pageWide && stored.monitorIds.length === 0}
        />
        <Show when={!stored}>
          <TellSection form={form} />
        </Show>
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {stored ? text.save : form.values.draft ? text.saveDraft : text.publishNow}
          </Button>
          <ButtonLink variant="quiet" href={stored ? `/admin/incidents/${stored.id}` : "/admin/incidents"}>
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}
