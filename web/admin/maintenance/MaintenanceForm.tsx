import { createMemo, Show } from "solid-js";
import type { Maintenance } from "../../../src/schema/maintenance.ts";
import { ApiError } from "../../lib/api.ts";
import { createForm } from "../../lib/form.ts";
import { navigate } from "../../lib/router.ts";
import { describeZone, formatDuration, parseLocalInput, toLocalInput } from "../../lib/time.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { Section, SectionActions } from "../../ui/Section.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { changeMaintenance, createMaintenance } from "../api/maintenance.ts";
import { monitorOptions } from "../monitors/options.ts";
import { followMonitors } from "../monitors/store.ts";
import { text } from "../text/maintenance.ts";
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
  const form = createForm(stored ? valuesOf(stored) : newValues(), async (values) => {
    const body = { ...values, monitorIds: [...values.monitorIds], ...timesOf(values, stored) };
    const saved = stored ? await changeMaintenance(stored.id, body) : await createMaintenance(body);
    form.reset(values);
    showToast(stored ? text.saved(saved.name) : text.created(saved.name));
    navigate("/admin/maintenance", { isForced: true });
  });
  const lasts = () => {
    const [from, to] = [parseLocalInput(form.values.startsAt), parseLocalInput(form.values.endsAt)];
    return from !== null && to !== null && to > from ? text.lasts(formatDuration(to - from)) : undefined;
  };
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
              <TextInput type="datetime-local" value={form.values.startsAt} onInput={form.set("startsAt")} />
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

function valuesOf({ id: _, status: __, ...stored }: Maintenance): Values {
  return { ...stored, startsAt: toLocalInput(stored.startsAt), endsAt: toLocalInput(stored.endsAt) };
}

/** A time nobody has touched keeps its seconds, which the fields don't show. */
function timesOf(values: Values, stored: Maintenance | null): { startsAt: number; endsAt: number } {
  const timeOf = (name: "startsAt" | "endsAt"): number => {
    if (stored && toLocalInput(stored[name]) === values[name]) return stored[name];
    const at = parseLocalInput(values[name]);
    if (at !== null) return at;
    throw new ApiError(400, {
      error: text.timeMissing,
      problems: [{ path: name, message: text.timeMissing }],
    });
  };
  return { startsAt: timeOf("startsAt"), endsAt: timeOf("endsAt") };
}
