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
import { wordsFrom } from "./component_words.ts";
import { FirstUpdate } from "./FirstUpdate.tsx";
import { ImpactChoice } from "./ImpactChoice.tsx";
import { NotifySection } from "./NotifySection.tsx";
import { ReminderSection } from "./ReminderSection.tsx";
import "./incidents.css";
import { createLanguages } from "../../page/words/page_languages.ts";
import {
  editOf,
  type IncidentValues,
  monitorsInAddress,
  nagHoursOf,
  newValues,
  readTime,
  valuesOf,
  wordsOf,
} from "./incident_values.ts";
import { OtherLanguages } from "./OtherLanguages.tsx";
import { PreviewSection } from "./PreviewSection.tsx";
import { createTemplateFill } from "./template_fill.ts";
import { When } from "./When.tsx";
import { Where } from "./Where.tsx";
import { WhereAndTemplate } from "./WhereAndTemplate.tsx";

export function IncidentForm(props: { stored: Incident | null }) {
  const stored = props.stored;
  const openedAt = Date.now();
  const form = createEntityForm<IncidentValues, Incident>({
    stored,
    initial: stored ? valuesOf(stored) : newValues(openedAt, monitorsInAddress()),
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
        pageKeys: [...values.pageKeys],
        components: wordsFrom(values.components, values.monitorIds),
        nagHours: nagHoursOf(values),
        startedAt: timeOf("startedAt", stored?.startedAt ?? fill.startedAt() ?? openedAt),
      };
      const titles = wordsOf(values.locales, ["title"]);
      const words = wordsOf(values.locales, ["title", "body"]);
      const ended =
        stored && stored.resolvedAt !== null ? { resolvedAt: timeOf("resolvedAt", stored.resolvedAt) } : {};
      return await sendWithProblems(problems, async () =>
        stored
          ? await updateIncident(stored.id, sent.only({ ...common, ...ended, locales: titles }))
          : await createIncident({ ...common, status, body, draft, notifySubscribers, locales: words }),
      );
    },
    savedText: ({ title, draft }) => (stored ? text.saved : draft ? text.drafted : text.created)(title),
    next: ({ id }) => `/admin/incidents/${id}`,
  });
  const languages = createLanguages();
  const fill = createTemplateFill(form, () => (stored ? undefined : languages.data()?.codes));
  return (
    <div class="incident-report">
      <SectionForm
        form={form}
        label={stored ? text.editTitle(stored.title) : text.newTitle}
        submit={stored ? text.save : form.values.draft ? text.saveDraft : text.publishNow}
        cancel={{ href: stored ? `/admin/incidents/${stored.id}` : "/admin/incidents", label: text.cancel }}
      >
        <Show when={!stored}>
          <WhereAndTemplate form={form} fill={fill} />
        </Show>
        <Section title={text.what.title} lead={text.what.lead}>
          <div class="stack">
            <NameField form={form} name="title" label={text.name} placeholder={text.namePlaceholder} />
            <ImpactChoice value={form.values.impact} onChange={form.set("impact")} />
          </div>
        </Section>
        <Show when={!stored}>
          <FirstUpdate form={form} />
        </Show>
        <Show when={languages.data()}>
          {(known) => (
            <OtherLanguages form={form} languages={known()} parts={stored ? ["title"] : ["title", "body"]} />
          )}
        </Show>
        <Show when={stored}>{(known) => <Where form={form} stored={known()} />}</Show>
        <ReminderSection form={form} />
        <When form={form} hasEnded={stored !== null && stored.resolvedAt !== null} />
        <Show when={!stored}>
          <NotifySection form={form} />
          <Show when={languages.data()}>
            {(known) => <PreviewSection values={form.values} languages={known()} />}
          </Show>
        </Show>
      </SectionForm>
    </div>
  );
}
