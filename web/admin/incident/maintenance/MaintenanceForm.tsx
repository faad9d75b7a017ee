import { batch, createMemo, Show } from "solid-js";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import type { Problem } from "../../../lib/api.ts";
import { type Edited, soon } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { navigate } from "../../../lib/router.ts";
import { describeZone, formatDuration, parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section, SectionActions } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createMaintenance, getMaintenance, updateMaintenance } from "../../api/maintenance.ts";
import { tellMonitors } from "../../monitor/monitors/names.ts";
import { monitorOptions } from "../../monitor/monitors/options.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/maintenance.ts";
import "./maintenance.css";

const HOUR_MS = 3_600_000;

interface Values {
  name: string;
  description: string;
  /** As the fields hold them: in the operator's zone. */
  startsAt: string;
  endsAt: string;
  allMonitors: boolean;
  monitorIds: readonly number[];
  notifySubscribers: boolean;
}

export function MaintenanceForm(props: { stored: Maintenance | null }) {
  const { stored } = props;
  followMonitors();
  const options = createMemo(monitorOptions);
  const form = createForm(
    stored ? valuesOf(stored) : newValues(),
    async (values, sent) => {
      const { times, problems } = timesOf(values, stored);
      const body = { ...values, monitorIds: [...values.monitorIds], ...times };
      const saved = await sendWithProblems(problems, async () =>
        stored ? await updateMaintenance(stored.id, sent.only(body)) : await createMaintenance(body),
      );
      form.reset(values);
      showToast(stored ? text.saved(saved.name) : text.created(saved.name));
      navigate("/admin/maintenance", { isForced: true });
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  const lasts = () => {
    const [from, to] = [parseLocalInput(form.values.startsAt), parseLocalInput(form.values.endsAt)];
    return from !== null && to !== null && to > from ? text.lasts(formatDuration(to - from)) : undefined;
  };
  /** A start that is moved past the end takes the end along: the window stays as long as it was. */
  function moveStart(startsAt: string): void {
    const [before, after] = [parseLocalInput(form.values.startsAt), parseLocalInput(startsAt)];
    const end = parseLocalInput(form.values.endsAt);
    batch(() => {
      form.set("startsAt")(startsAt);
      if (after === null || end === null || after < end) return;
      const length = lengthBefore(before, end);
      form.set("endsAt")(toLocalInput(after + length));
    });
  }
  let knownLength = HOUR_MS;
  /** While a date is typed figure by figure its start is for a moment nowhere: the last real length holds. */
  function lengthBefore(start: number | null, end: number): number {
    if (start !== null && end > start) knownLength = end - start;
    return knownLength;
  }
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
            <Field label={text.description} hint={text.descriptionHint} error={form.problem("description")}>
              <TextArea value={form.values.description} onInput={form.set("description")} />
            </Field>
          </div>
        </Section>
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
        <Section title={text.which.title} lead={text.which.lead}>
          <div class="stack">
            <Switch
              label={text.all}
              hint={text.allHint}
              isOn={form.values.allMonitors}
              onChange={form.set("allMonitors")}
            />
            <Show when={!form.values.allMonitors}>
              <MultiPicker
                label={text.chosen}
                placeholder={text.chosenPlaceholder}
                options={options()}
                chosen={form.values.monitorIds}
                error={form.problem("monitorIds")}
                onChange={form.set("monitorIds")}
              />
            </Show>
          </div>
        </Section>
        <Section title={text.tell.title}>
          <Switch
            label={text.notify}
            hint={text.notifyHint}
            isOn={form.values.notifySubscribers}
            onChange={form.set("notifySubscribers")}
          />
        </Section>
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {stored ? text.save : text.create}
          </Button>
          <ButtonLink variant="quiet" href="/admin/maintenance">
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}

/** From the next full hour on, for an hour. */
function newValues(): Values {
  const next = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return {
    name: "",
    description: "",
    startsAt: toLocalInput(next),
    endsAt: toLocalInput(next + HOUR_MS),
    allMonitors: false,
    monitorIds: [],
    notifySubscribers: true,
  };
}

function valuesOf(stored: Maintenance): Values {
  const { name, description, startsAt, endsAt, allMonitors, monitorIds, notifySubscribers } = stored;
  return {
    name,
    description,
    startsAt: toLocalInput(startsAt),
    endsAt: toLocalInput(endsAt),
    allMonitors,
    monitorIds,
    notifySubscribers,
  };
}

function editOf(stored: Maintenance): Edited<Values, Maintenance> {
  const { name, description, startsAt, endsAt } = text;
  return {
    stored,
    read: async () => await getMaintenance(soon(), stored.id),
    toValues: valuesOf,
    labels: {
      name,
      description,
      startsAt,
      endsAt,
      allMonitors: text.all,
      monitorIds: text.chosen,
      notifySubscribers: text.notify,
    },
    tell: { monitorIds: tellMonitors },
  };
}

/** A time nobody has touched keeps its seconds, which the fields don't show. */
function timesOf(values: Values, stored: Maintenance | null) {
  const problems: Problem[] = [];
  const timeOf = (name: "startsAt" | "endsAt"): number => {
    if (stored && toLocalInput(stored[name]) === values[name]) return stored[name];
    const at = parseLocalInput(values[name]);
    if (at === null) problems.push({ path: name, message: text.timeMissing });
    // What is no time goes as nothing, for the server to refuse.
    return at as number;
  };
  return { times: { startsAt: timeOf("startsAt"), endsAt: timeOf("endsAt") }, problems };
}
