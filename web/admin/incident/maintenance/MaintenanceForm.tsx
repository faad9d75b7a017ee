import { Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { describeZone, parseLocalInput } from "../../../lib/time.ts";
import { createEntityForm } from "../../../ui/entity_form.ts";
import { Field } from "../../../ui/Field.tsx";
import { NameField } from "../../../ui/NameField.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { createMaintenance, updateMaintenance } from "../../api/maintenance.ts";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/maintenance.ts";
import { WhichMonitors } from "./WhichMonitors.tsx";
import { WindowWords } from "./WindowWords.tsx";
import "./maintenance.css";
import {
  canRecur,
  editOf,
  type MaintenanceValues,
  newValues,
  recursOf,
  timesOf,
  valuesOf,
} from "./maintenance_values.ts";
import { Occurrences } from "./Occurrences.tsx";
import { RecurrenceSection } from "./RecurrenceSection.tsx";
import { startMover } from "./start_mover.ts";

export function MaintenanceForm(props: { stored: Maintenance | null }) {
  const stored = props.stored;
  const form = createEntityForm<MaintenanceValues, Maintenance>({
    stored,
    initial: stored ? valuesOf(stored) : newValues(),
    editOf,
    async save(values, sent) {
      const { times, problems } = timesOf(values, stored);
      const lists = { monitorIds: [...values.monitorIds], pageKeys: [...values.pageKeys] };
      const body = { ...values, ...lists, ...times, ...recursOf(values) };
      return await sendWithProblems(problems, async () =>
        stored ? await updateMaintenance(stored.id, sent.only(body)) : await createMaintenance(body),
      );
    },
    savedText: ({ name }) => (stored ? text.saved(name) : text.created(name)),
    next: () => "/admin/maintenance",
  });
  const lasts = () => {
    const [from, to] = [parseLocalInput(form.values.startsAt), parseLocalInput(form.values.endsAt)];
    return from !== null && to !== null && to > from ? text.lasts(formatDuration(to - from)) : undefined;
  };
  const moveStart = startMover(form);
  const isOfSomething = () => form.values.allMonitors || form.values.monitorIds.length > 0;
  return (
    <>
      <SectionForm
        form={form}
        label={stored ? text.editTitle(stored.name) : text.newTitle}
        submit={stored ? text.save : text.create}
        cancel={{ href: "/admin/maintenance", label: text.cancel }}
      >
        <Section title={text.what.title} lead={text.what.lead}>
          <div class="stack">
            <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
            <Field label={text.description} hint={text.descriptionHint} error={form.problem("description")}>
              <TextArea value={form.values.description} onInput={form.set("description")} />
            </Field>
          </div>
        </Section>
        <WindowWords form={form} />
        <Section title={text.when.title} lead={`${text.when.lead} ${text.zone(describeZone())}`}>
          <div class="times">
            <Field label={text.startsAt} error={form.problem("startsAt")}>
              <TextInput type="datetime-local" value={form.values.startsAt} onInput={moveStart} />
            </Field>
            <Field label={text.endsAt} hint={lasts()} error={form.problem("endsAt")}>
              <TextInput type="datetime-local" value={form.values.endsAt} onInput={form.set("endsAt")} />
            </Field>
          </div>
        </Section>
        <Show when={canRecur(stored)}>
          <RecurrenceSection form={form} isSeries={stored?.recurrence != null} />
        </Show>
        <WhichMonitors form={form} />
        <Section title={text.audience.title}>
          <Switch
            label={text.notify}
            hint={text.notifyHint}
            isOn={form.values.notifySubscribers}
            onChange={form.set("notifySubscribers")}
          />
          <Show when={!stored && form.values.notifySubscribers && isOfSomething()}>
            <AudienceHint
              type="maintenance.scheduled"
              monitorIds={form.values.allMonitors ? undefined : form.values.monitorIds}
              pageKeys={form.values.pageKeys}
            />
          </Show>
        </Section>
      </SectionForm>
      <Show when={stored?.recurrence ? stored : undefined}>
        {(series) => <Occurrences stored={series()} onChanged={form.follow} />}
      </Show>
    </>
  );
}
