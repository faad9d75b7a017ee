import { Show } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import { createEntityForm } from "../../ui/entity_form.ts";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { NameField } from "../../ui/NameField.tsx";
import { Section } from "../../ui/Section.tsx";
import { SectionForm } from "../../ui/SectionForm.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { createAction, updateAction } from "../api/action.ts";
import { channelLabel } from "../api/channel_names.ts";
import type { VaultNames } from "../api/vault.ts";
import { text } from "../text/action.ts";
import { ActionSecrets } from "./ActionSecrets.tsx";
import { type ActionValues, editOf, toBody, valuesOf } from "./values.ts";
import "./actions.css";
import { LinkedMonitors } from "./LinkedMonitors.tsx";
import { RequestFields } from "./RequestFields.tsx";

export function ActionForm(props: {
  stored: Action | null;
  channels: readonly Channel[];
  vaults: VaultNames;
}) {
  const stored = props.stored;
  const form = createEntityForm<ActionValues, Action>({
    stored,
    initial: valuesOf(stored),
    editOf,
    async save(values, sent) {
      const body = toBody(values);
      return stored ? await updateAction(stored.id, sent.only(body)) : await createAction(body);
    },
    savedText: ({ name }) => (stored ? text.saved(name) : text.created(name)),
    next: () => "/admin/actions",
  });
  return (
    <SectionForm
      form={form}
      label={stored ? text.editTitle(stored.name) : text.newTitle}
      submit={stored ? text.save : text.create}
      cancel={{ href: "/admin/actions", label: text.cancel }}
    >
      <Section title={text.what.title} lead={text.what.lead}>
        <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
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
    </SectionForm>
  );
}
