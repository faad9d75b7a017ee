import type { SmtpResponse } from "../../../../src/schema/smtp.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getSmtp, updateSmtp } from "../../api/smtp.ts";
import { text } from "../../text/smtp.ts";
import { LoginSection } from "./LoginSection.tsx";
import { SmtpTest } from "./SmtpTest.tsx";
import type { SmtpValues } from "./smtp_values.ts";

const { host, port, secure, user, password, fromAddress, fromName } = text;
const LABELS = { host, port, secure, user, password, fromAddress, fromName };

export function SmtpForm(props: { stored: SmtpResponse; onStored: (stored: SmtpResponse) => void }) {
  const form = createForm(
    valuesOf(props.stored),
    async (values, sent) => {
      const stored = await updateSmtp(sent.only(values as SmtpResponse));
      form.reset(valuesOf(stored), stored);
      props.onStored(stored);
      showToast(text.saved);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getSmtp(readTimeout()),
        toValues: valuesOf,
        labels: LABELS,
        onTaken: (stored) => props.onStored(stored),
      },
    },
  );
  return (
    <>
      <SectionForm form={form} label={text.title} submit={text.save}>
        <Section title={text.server.title} lead={text.server.lead}>
          <div class="stack">
            <Field label={text.host} error={form.problem("host")}>
              <TextInput
                value={form.values.host}
                autocomplete="off"
                spellcheck={false}
                placeholder="smtp.example.com"
                onInput={form.set("host")}
              />
            </Field>
            <Field label={text.port} hint={text.portHint} error={form.problem("port")}>
              <NumberInput value={form.values.port} onInput={form.set("port")} />
            </Field>
            <Switch
              label={text.secure}
              hint={text.secureHint}
              error={form.problem("secure")}
              isOn={form.values.secure}
              onChange={form.set("secure")}
            />
          </div>
        </Section>
        <LoginSection form={form} />
        <Section title={text.sender.title} lead={text.sender.lead}>
          <div class="stack">
            <Field label={text.fromAddress} error={form.problem("fromAddress")}>
              <TextInput
                type="email"
                value={form.values.fromAddress}
                autocomplete="off"
                placeholder="alerts@example.com"
                onInput={form.set("fromAddress")}
              />
            </Field>
            <Field label={text.fromName} error={form.problem("fromName")}>
              <TextInput value={form.values.fromName} autocomplete="off" onInput={form.set("fromName")} />
            </Field>
          </div>
        </Section>
      </SectionForm>
      <SmtpTest isDirty={form.isDirty()} />
    </>
  );
}

function valuesOf({
  host,
  port,
  secure,
  user,
  password,
  fromAddress,
  fromName,
  vault,
}: SmtpResponse): SmtpValues {
  return { host, port, secure, user, password, fromAddress, fromName, vault };
}
