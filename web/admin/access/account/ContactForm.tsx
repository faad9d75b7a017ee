import { Show } from "solid-js";
import type { Contact, ContactChange } from "../../../../src/schema/contact.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { SecretInput } from "../../../ui/SecretInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getContact, updateContact } from "../../api/contact.ts";
import { text } from "../../text/devices.ts";
import { type ContactEntry, WayList } from "./WayList.tsx";

interface Values {
  order: readonly ContactEntry[];
  webhookUrl: string;
}

export function ContactForm(props: { stored: Contact; onStored: (stored: Contact) => void }) {
  const form = createForm(
    valuesOf(props.stored),
    async ({ order, webhookUrl }, sent) => {
      const body = { order, webhookUrl: webhookUrl === "" ? null : webhookUrl } as ContactChange;
      const stored = await updateContact(sent.all(body));
      form.reset(valuesOf(stored), stored);
      props.onStored(stored);
      showToast(text.ways.saved);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getContact(readTimeout()),
        toValues: valuesOf,
        labels: { order: text.ways.title, webhookUrl: text.ways.webhook },
        onTaken: (stored) => props.onStored(stored),
      },
    },
  );
  return (
    <SectionForm form={form} label={text.ways.title} submit={text.ways.save}>
      <Section title={text.ways.title} lead={text.ways.lead}>
        <div class="stack">
          <WayList order={form.values.order} problems={form.problems()} onChange={form.set("order")} />
          <FieldError id="order-problem" message={form.problem("order")} />
          <Show
            when={form.values.order.some(({ via }) => via === "webhook") || form.values.webhookUrl !== ""}
          >
            <Field label={text.ways.webhook} hint={text.ways.webhookHint} error={form.problem("webhookUrl")}>
              <SecretInput value={form.values.webhookUrl} onInput={form.set("webhookUrl")} />
            </Field>
          </Show>
        </div>
      </Section>
    </SectionForm>
  );
}

function valuesOf({ order, webhookUrl }: Contact): Values {
  return { order, webhookUrl: webhookUrl ?? "" };
}
