import { batch, createMemo, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { Section, SectionActions } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { type ChannelKind, createChannel, updateChannel } from "../../api/channel.ts";
import { monitorOptions } from "../../monitor/monitors/options.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/channel.ts";
import { KindSettings } from "./KindSettings.tsx";
import { PolicyEditor, PolicyPreview } from "./PolicyEditor.tsx";
import { type ChannelValues, configOf, editOf, newValues, toBody, valuesOf } from "./values.ts";
import "./channels.css";

/** For a new channel, and for one that is there. */
export function ChannelForm(props: { kinds: readonly ChannelKind[]; stored: Channel | null }) {
  const { stored, kinds } = props;
  const kindOf = (type: string) => kinds.find((kind) => kind.type === type);
  const form = createForm(
    stored ? valuesOf(stored, kindOf(stored.type)) : newValues(kinds[0]),
    async (values, sent) => {
      const body = toBody(values, stored);
      const saved = stored ? await updateChannel(stored.id, sent.only(body)) : await createChannel(body);
      form.reset(values);
      showToast(stored ? text.saved(saved.name) : text.created(saved.name));
      navigate("/admin/channels", { isForced: true });
    },
    { edit: stored ? editOf(stored, kindOf) : undefined },
  );
  const kind = () => kindOf(form.values.type);

  /** Settings that were typed for a kind come back when it is chosen again. */
  const typed = new Map<string, ChannelValues["config"]>();
  function chooseKind(next: string): void {
    typed.set(form.values.type, form.values.config);
    batch(() => {
      form.set("config")(typed.get(next) ?? configOf(kindOf(next)));
      form.set("type")(next);
    });
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
            <Field label={text.type} hint={stored ? text.typeHint : undefined} error={form.problem("type")}>
              <Select
                value={form.values.type}
                options={kinds.map(({ type, label }) => ({ value: type, label }))}
                onChange={chooseKind}
              />
            </Field>
          </div>
        </Section>
        <Section title={text.settings.title} lead={text.settings.lead}>
          <Show when={kind()} keyed>
            {(found) => <KindSettings form={form} kind={found} channelId={stored?.id} />}
          </Show>
        </Section>
        <PolicySection form={form} />
        <MonitorsSection form={form} />
        <Section title={text.state.title}>
          <Switch
            label={text.enabledLabel}
            hint={text.enabledHint}
            isOn={form.values.enabled}
            onChange={form.set("enabled")}
          />
        </Section>
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {stored ? text.save : text.create}
          </Button>
          <ButtonLink variant="quiet" href="/admin/channels">
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}

function PolicySection(props: { form: Form<ChannelValues> }) {
  const { form } = props;
  return (
    <Section title={text.policy.title} lead={text.policy.lead}>
      <div class="stack">
        <PolicyEditor
          policy={form.values.alertPolicy}
          problems={form.problems()}
          onChange={form.set("alertPolicy")}
        />
        <div class="policy__part">
          <Switch
            label={text.recovery}
            hint={text.recoveryHint}
            isOn={form.values.notifyOnRecovery}
            onChange={form.set("notifyOnRecovery")}
          />
        </div>
        <PolicyPreview
          policy={form.values.alertPolicy}
          notifyOnRecovery={form.values.notifyOnRecovery}
          isEnabled={form.values.enabled}
        />
      </div>
    </Section>
  );
}

function MonitorsSection(props: { form: Form<ChannelValues> }) {
  const { form } = props;
  followMonitors();
  const options = createMemo(monitorOptions);
  const isWhole = () => form.values.monitorIds.length >= options().length;
  return (
    <Section title={text.monitors.title} lead={text.monitors.lead}>
      <div class="stack">
        <Switch
          label={text.allMonitors}
          hint={text.allMonitorsHint}
          error={form.problem("allMonitors")}
          isOn={form.values.allMonitors}
          onChange={form.set("allMonitors")}
        />
        <Show when={!form.values.allMonitors}>
          <Switch
            label={text.isDefault}
            hint={text.isDefaultHint}
            error={form.problem("isDefault")}
            isOn={form.values.isDefault}
            onChange={form.set("isDefault")}
          />
          <div class="stack stack--tight">
            <MultiPicker
              label={text.monitorsLabel}
              placeholder={text.monitorsPlaceholder}
              options={options()}
              chosen={form.values.monitorIds}
              error={form.problem("monitorIds")}
              onChange={form.set("monitorIds")}
            />
            <Show when={!isWhole()}>
              <div>
                <Button
                  isSmall
                  icon="plus"
                  onClick={() => form.set("monitorIds")(options().map(({ id }) => id))}
                >
                  {text.addAll}
                </Button>
              </div>
            </Show>
          </div>
        </Show>
      </div>
    </Section>
  );
}
