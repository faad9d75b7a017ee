import { batch, Show } from "solid-js";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { createForm } from "../../lib/form.ts";
import { navigate } from "../../lib/router.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { Section, SectionActions } from "../../ui/Section.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import type { MonitorType } from "../api/monitor.ts";
import { monitors } from "../monitors/store.ts";
import { defaultsOf, type SchemaNode } from "../schema_form/node.ts";
import { text } from "../text/monitor_form.ts";
import { ConfigFields } from "./ConfigFields.tsx";
import { IncidentSection, OrderSection, ScheduleSection, StateSection } from "./sections.tsx";
import { TestPanel } from "./TestPanel.tsx";
import { newValues, saveMonitor, valuesOf } from "./values.ts";
import "./monitor_form.css";

/** For a new monitor, and for one that is there. */
export function MonitorForm(props: { types: readonly MonitorType[]; stored: Monitor | null }) {
  const typeOf = (name: string) => props.types.find(({ type }) => type === name);
  const isNew = props.stored === null;
  let stored = props.stored;

  const initial = stored ? valuesOf(stored, typeOf(stored.type)) : newValues(props.types[0]);
  const form = createForm(initial, async (values) => {
    const saved = await saveMonitor(values, stored, (next) => {
      stored = next;
    });
    monitors.put(saved);
    form.reset(valuesOf(saved, typeOf(saved.type)));
    const told = saved.heartbeatUrl ? text.createdHeartbeat : text.created;
    showToast(isNew ? told(saved.name) : text.saved(saved.name));
    navigate(`/admin/monitors/${saved.id}`, { isForced: true });
  });
  const type = () => typeOf(form.values.type);

  /** Settings that were typed for a type come back when it is chosen again. */
  const typed = new Map<string, typeof initial.config>();
  function chooseType(next: string): void {
    typed.set(form.values.type, form.values.config);
    batch(() => {
      form.set("config")(typed.get(next) ?? defaultsOf((typeOf(next)?.schema ?? {}) as SchemaNode));
      form.set("type")(next);
    });
  }

  return (
    <FormView form={form} label={isNew ? text.newTitle : text.editTitle(props.stored?.name ?? "")}>
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
            <Field label={text.type} hint={isNew ? undefined : text.typeHint} error={form.problem("type")}>
              <Select
                value={form.values.type}
                options={props.types.map(({ type, label }) => ({ value: type, label }))}
                onChange={chooseType}
              />
            </Field>
          </div>
        </Section>
        <Section title={text.settings.title} lead={text.settings.lead}>
          <div class="stack">
            <Show when={type()} keyed>
              {(found) => <ConfigFields form={form} type={found} />}
            </Show>
            <Show when={form.values.type !== "webhook"} fallback={<p class="small soft">{text.testNone}</p>}>
              <TestPanel form={form} monitorId={props.stored?.id} />
            </Show>
          </div>
        </Section>
        <ScheduleSection form={form} />
        <OrderSection form={form} ownId={props.stored?.id} />
        <IncidentSection form={form} />
        <StateSection form={form} />
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {isNew ? text.create : text.save}
          </Button>
          <ButtonLink
            variant="quiet"
            href={props.stored ? `/admin/monitors/${props.stored.id}` : "/admin/monitors"}
          >
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}
