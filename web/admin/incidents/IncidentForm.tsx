import { createMemo, Show } from "solid-js";
import { IMPACTS } from "../../../src/domain/incident.ts";
import type { Incident } from "../../../src/schema/incident.ts";
import { ApiError } from "../../lib/api.ts";
import { createForm, type Form } from "../../lib/form.ts";
import { navigate } from "../../lib/router.ts";
import { describeZone, parseLocalInput, toLocalInput } from "../../lib/time.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Choices } from "../../ui/Choices.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { MarkdownInput } from "../../ui/MarkdownInput.tsx";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { Section, SectionActions } from "../../ui/Section.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { changeIncident, createIncident } from "../api/incident.ts";
import { monitorOptions } from "../monitors/options.ts";
import { followMonitors } from "../monitors/store.ts";
import { text } from "../text/incidents.ts";
import { StatusSegments } from "./StatusSegments.tsx";
import "./incidents.css";

const IMPACT_CHOICES = IMPACTS.map((value) => ({
  value,
  label: text.impacts[value],
  hint: text.impactHints[value],
}));

interface Values {
  title: string;
  impact: Incident["impact"];
  monitorIds: readonly number[];
  /** As the fields hold them: in the operator's zone. */
  startedAt: string;
  resolvedAt: string;
  status: Incident["status"];
  body: string;
  draft: boolean;
  notifySubscribers: boolean;
}

export function IncidentForm(props: { stored: Incident | null }) {
  const { stored } = props;
  const openedAt = Date.now();
  const form = createForm(stored ? valuesOf(stored) : newValues(openedAt), async (values) => {
    const { title, impact, status, body, draft, notifySubscribers } = values;
    const monitorIds = [...values.monitorIds];
    const startedAt = timeOf("startedAt", values, stored?.startedAt ?? openedAt);
    const saved = stored
      ? await changeIncident(stored.id, {
          title,
          impact,
          monitorIds,
          startedAt,
          ...(stored.resolvedAt !== null && {
            resolvedAt: timeOf("resolvedAt", values, stored.resolvedAt),
          }),
        })
      : await createIncident({
          title,
          impact,
          monitorIds,
          startedAt,
          status,
          body,
          draft,
          notifySubscribers,
        });
    form.reset(values);
    const told = stored ? text.saved : saved.draft ? text.drafted : text.created;
    showToast(told(saved.title));
    navigate(`/admin/incidents/${saved.id}`, { isForced: true });
  });
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
          <Section title={text.first.title} lead={text.first.lead}>
            <div class="stack">
              <StatusSegments
                legend={text.status}
                value={form.values.status}
                error={form.problem("status")}
                onChange={form.set("status")}
              />
              <MarkdownInput
                label={text.body}
                placeholder={text.bodyPlaceholder}
                value={form.values.body}
                error={form.problem("body")}
                onInput={form.set("body")}
              />
            </div>
          </Section>
        </Show>
        <WhereAndWhen form={form} hasEnded={stored?.resolvedAt !== null && stored !== null} />
        <Show when={!stored}>
          <Section title={text.tell.title}>
            <div class="stack">
              <Switch
                label={text.asDraft}
                hint={text.asDraftHint}
                isOn={form.values.draft}
                onChange={form.set("draft")}
              />
              <Switch
                label={text.notify}
                hint={text.notifyHint}
                isOn={form.values.notifySubscribers}
                onChange={form.set("notifySubscribers")}
              />
            </div>
          </Section>
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

function WhereAndWhen(props: { form: Form<Values>; hasEnded: boolean }) {
  const { form } = props;
  followMonitors();
  const options = createMemo(monitorOptions);
  return (
    <>
      <Section title={text.where.title} lead={text.where.lead}>
        <MultiPicker
          label={text.monitors}
          hint={text.monitorsHint}
          placeholder={text.monitorsPlaceholder}
          options={options()}
          chosen={form.values.monitorIds}
          error={form.problem("monitorIds")}
          onChange={form.set("monitorIds")}
        />
      </Section>
      <Section title={text.when.title} lead={`${text.when.lead} ${text.zone(describeZone())}`}>
        <div class="fields">
          <Field label={text.startedAt} error={form.problem("startedAt")}>
            <TextInput type="datetime-local" value={form.values.startedAt} onInput={form.set("startedAt")} />
          </Field>
          <Show when={props.hasEnded}>
            <Field label={text.resolvedAt} error={form.problem("resolvedAt")}>
              <TextInput
                type="datetime-local"
                value={form.values.resolvedAt}
                onInput={form.set("resolvedAt")}
              />
            </Field>
          </Show>
        </div>
      </Section>
    </>
  );
}

function newValues(now: number): Values {
  return {
    title: "",
    impact: "minor",
    monitorIds: [],
    startedAt: toLocalInput(now),
    resolvedAt: "",
    status: "investigating",
    body: "",
    draft: false,
    notifySubscribers: true,
  };
}

function valuesOf(stored: Incident): Values {
  const { title, impact, monitorIds, status, draft, notifySubscribers, startedAt, resolvedAt } = stored;
  return {
    title,
    impact,
    monitorIds,
    startedAt: toLocalInput(startedAt),
    resolvedAt: resolvedAt === null ? "" : toLocalInput(resolvedAt),
    status,
    body: "",
    draft,
    notifySubscribers,
  };
}

/** A time nobody has touched keeps its seconds, which the field doesn't show. */
function timeOf(name: "startedAt" | "resolvedAt", values: Values, before: number): number {
  if (toLocalInput(before) === values[name]) return before;
  const at = parseLocalInput(values[name]);
  if (at !== null) return at;
  throw new ApiError(400, {
    error: text.timeMissing,
    problems: [{ path: name, message: text.timeMissing }],
  });
}
