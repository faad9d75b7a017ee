import { For } from "solid-js";
import { PUBLIC_EVENT_TYPES } from "../../../../src/schema/incident_status.ts";
import type { SubscriptionSettingsResponse } from "../../../../src/schema/subscription_settings.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateSubscriptionSettings } from "../../api/subscription_settings.ts";
import { text as subscriber } from "../../text/subscriber.ts";
import { text } from "../../text/subscription_settings.ts";
import { MissingNotice } from "./MissingNotice.tsx";
import { editOf, type SettingsValues, valuesOf, withEvent } from "./settings_values.ts";

const METHODS = [
  { name: "allowEmail", label: text.allowEmail },
  { name: "allowWebhook", label: text.allowWebhook, hint: text.allowWebhookHint },
  { name: "allowTeamChat", label: text.allowTeamChat, hint: text.allowTeamChatHint },
  { name: "rssEnabled", label: text.rssEnabled },
  { name: "apiEnabled", label: text.apiEnabled, hint: text.apiEnabledHint },
] as const;

export function SubscriptionSettingsForm(props: { stored: SubscriptionSettingsResponse }) {
  const form = createForm<SettingsValues, SubscriptionSettingsResponse>(
    valuesOf(props.stored),
    async (values, sent) => {
      const stored = await updateSubscriptionSettings(sent.only(values));
      form.reset(valuesOf(stored), stored);
      showToast(text.done);
    },
    { edit: editOf(props.stored) },
  );
  return (
    <SectionForm form={form} label={text.title} submit={text.submit}>
      <Section title={text.master.title} lead={text.master.lead}>
        <Switch
          label={text.enabled}
          hint={text.enabledHint}
          isOn={form.values.enabled}
          onChange={form.set("enabled")}
        />
      </Section>
      <Section title={text.methods.title} lead={text.methods.lead}>
        <div class="stack">
          <MissingNotice missing={props.stored.missing} />
          <For each={METHODS}>
            {(method) => (
              <Switch
                label={method.label}
                hint={"hint" in method ? method.hint : undefined}
                isOn={form.values[method.name]}
                onChange={form.set(method.name)}
              />
            )}
          </For>
        </div>
      </Section>
      <EventSection form={form} />
      <Section title={text.choice.title} lead={text.choice.lead}>
        <Switch
          label={text.allowComponentScope}
          hint={text.allowComponentScopeHint}
          isOn={form.values.allowComponentScope}
          onChange={form.set("allowComponentScope")}
        />
      </Section>
    </SectionForm>
  );
}

function EventSection(props: { form: Form<SettingsValues> }) {
  return (
    <Section title={text.events.title} lead={text.events.lead}>
      <div class="stack stack--tight">
        <For each={PUBLIC_EVENT_TYPES}>
          {(type) => (
            <Checkbox
              label={subscriber.events[type]}
              isChecked={props.form.values.allowedEvents.includes(type)}
              onChange={(isAllowed) =>
                props.form.set("allowedEvents")(withEvent(props.form.values.allowedEvents, type, isAllowed))
              }
            />
          )}
        </For>
      </div>
    </Section>
  );
}
