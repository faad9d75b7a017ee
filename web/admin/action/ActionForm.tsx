import { Show } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import { createForm } from "../../lib/form.ts";
import { navigate } from "../../lib/router.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { Section, SectionActions } from "../../ui/Section.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { createAction, updateAction } from "../api/action.ts";
import { channelLabel } from "../api/channel_names.ts";
import type { VaultNames } from "../api/vault.ts";
import { text } from "../text/action.ts";
import { ActionSecrets } from "./ActionSecrets.tsx";
import { editOf, toBody, valuesOf } from "./values.ts";
import "./actions.css";
import { LinkedMonitors } from "./LinkedMonitors.tsx";
import { RequestFields } from "./RequestFields.tsx";

export function ActionForm(props: {
  stored: Action | null;
  channels: readonly Channel[];
  vaults: VaultNames;
}) {
  const stored = props.stored;
  const form = createForm(
    valuesOf(stored),
    async (values, sent) => {
      const body = toBody(values);
      const saved = stored ? await updateAction(stored.id, sent.only(body)) : await createAction(body);
      form.reset(values);
      showToast(stored ? text.saved(saved.name) : text.created(saved.name), form.warningsIn(saved));
      navigate("/admin/actions", { isForced: true });
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  return (
    <FormView form={form} label={stored ? text.editTitle(stored.name) : text.newTitle}>
      <LeaveGuard isDirty={form.isDirty} />
      <div>
        <Section title={text.what.title} lead={text.what.lead}>
          <Field label={text.name} error={form.problem("name")}>
            <TextInput
              value={form.values.name}
              autocomplete="off"
              maxlength={200}
              placeholder={text.namePlaceholder}
              onInput={form.set("name")}
            />
          </Field>
        </Section>
        <Section title={text.request.title} lead={text.request.lead}>
          <RequestFields form={form} />
        </Section>
        <Section title={text.secrets.title} lead={text.secrets.lead}>
          <ActionSecrets
            secrets={form.values.config.secrets}
            vaults={props.vaults}
            problems={form.problems()}
            onChange={(secrets) => form.set("config")({ ...form.values.config, secrets })}
          />
        </Section>
        <Section title={text.failure.title} lead={text.failure.lead}>
          <MultiPicker
            label={text.failureLabel}
            placeholder={text.failurePlaceholder}
            options={props.channels.map(({ id, name, type }) => {
              return { id, label: name, note: channelLabel(type) };
            })}
            chosen={form.values.failureNotifications}
            error={form.problem("failureNotifications")}
            onChange={form.set("failureNotifications")}
          />
        </Section>
        <Show when={stored}>{(action) => <LinkedMonitors action={action()} />}</Show>
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
          <ButtonLink variant="quiet" href="/admin/actions">
            {text.cancel}
          </ButtonLink>
        </SectionActions>
      </div>
    </FormView>
  );
}
