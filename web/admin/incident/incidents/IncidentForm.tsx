import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import type { Problem } from "../../../lib/api.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { createEntityForm } from "../../../ui/entity_form.ts";
import { NameField } from "../../../ui/NameField.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { createIncident, updateIncident } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { FirstUpdate } from "./FirstUpdate.tsx";
import { ImpactChoice } from "./ImpactChoice.tsx";
import { TellSection } from "./TellSection.tsx";
import "./incidents.css";
import { editOf, type IncidentValues, newValues, readTime, valuesOf } from "./incident_values.ts";
import { WhereAndWhen } from "./WhereAndWhen.tsx";

export function IncidentForm(props: { stored: Incident | null }) {
  const stored = props.stored;
  const openedAt = Date.now();
  const form = createEntityForm<IncidentValues, Incident>({
    stored,
    initial: stored ? valuesOf(stored) : newValues(openedAt),
    editOf,
    async save(values, sent) {
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
      return await sendWithProblems(problems, async () =>
        stored
          ? await updateIncident(stored.id, sent.only({ ...common, ...ended }))
          : await createIncident({ ...common, status, body, draft, notifySubscribers }),
      );
    },
    told: ({ title, draft }) => (stored ? text.saved : draft ? text.drafted : text.created)(title),
    next: ({ id }) => `/admin/incidents/${id}`,
  });
  return (
    <SectionForm
      form={form}
      label={stored ? text.editTitle(stored.title) : text.newTitle}
      submit={stored ? text.save : form.values.draft ? text.saveDraft : text.publishNow}
      cancel={{ href: stored ? `/admin/incidents/${stored.id}` : "/admin/incidents", label: text.cancel }}
    >
      <Section title={text.what.title} lead={text.what.lead}>
        <div class="stack">
          <NameField form={form} name="title" label={text.name} placeholder={text.namePlaceholder} />
          <ImpactChoice value={form.values.impact} onChange={form.set("impact")} />
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
    </SectionForm>
  );
}
