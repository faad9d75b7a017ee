import { createMemo, Show } from "solid-js";
import { IMPACTS } from "../../../../src/domain/incident/incident.ts";
import type { Incident } from "../../../../src/schema/incident.ts";
import type { Problem } from "../../../lib/api.ts";
import { type Edited, soon } from "../../../lib/edit.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { navigate } from "../../../lib/router.ts";
import { describeZone, parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section, SectionActions } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createIncident, getIncident, updateIncident } from "../../api/incident.ts";
import { tellMonitors } from "../../monitor/monitors/names.ts";
import { monitorOptions } from "../../monitor/monitors/options.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/incident.ts";
import { createUnseen } from "./placed.ts";
import { StatusSegments } from "./StatusSegments.tsx";
import { UnseenNotice } from "./UnseenNotice.tsx";
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
        <WhereAndWhen
          form={form}
          hasEnded={stored?.resolvedAt !== null && stored !== null}
          isOfNoMonitor={stored !== null && !stored.pageWide && stored.monitorIds.length === 0}
        />
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

function WhereAndWhen(props: { form: Form<Values>; hasEnded: boolean; isOfNoMonitor: boolean }) {
  const { form } = props;
  followMonitors();
  const options = createMemo(monitorOptions);
  const isUnseen = createUnseen();
  /** Without any monitor it is one of the whole page, unless its monitors were deleted. */
  const reach = () => {
    const { monitorIds } = form.values;
    return { pageWide: monitorIds.length === 0 && !props.isOfNoMonitor, monitorIds };
  };
  return (
    <>
      <Section title={text.where.title} lead={text.where.lead}>
        <div class="stack">
          <MultiPicker
            label={text.monitors}
            hint={text.monitorsHint}
            placeholder={text.monitorsPlaceholder}
            options={options()}
            chosen={form.values.monitorIds}
            error={form.problem("monitorIds")}
            onChange={form.set("monitorIds")}
          />
          <UnseenNotice isShown={isUnseen(reach())} />
        </div>
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

function editOf(stored: Incident): Edited<Values, Incident> {
  const { impact, startedAt, resolvedAt } = text;
  return {
    stored,
    read: async () => await getIncident(soon(), stored.id),
    toValues: valuesOf,
    // What else an incident has is changed by its updates.
    ownFields: ["status", "body", "draft", "notifySubscribers"],
    labels: { title: text.name, impact, monitorIds: text.monitors, startedAt, resolvedAt },
    tell: { monitorIds: tellMonitors },
  };
}

/** A time nobody has touched keeps its seconds, which the field doesn't show. */
function readTime(
  name: "startedAt" | "resolvedAt",
  { values, before }: { values: Values; before: number },
): { at: number; problem?: Problem } {
  if (toLocalInput(before) === values[name]) return { at: before };
  const at = parseLocalInput(values[name]);
  if (at !== null) return { at };
  // What is no time goes as nothing, for the server to refuse.
  return { at: null as unknown as number, problem: { path: name, message: text.timeMissing } };
}
