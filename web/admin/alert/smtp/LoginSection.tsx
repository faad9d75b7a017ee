import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { SecretInput } from "../../../ui/SecretInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/smtp.ts";
import { text as picker } from "../../text/vault_picker.ts";
import { createFilled } from "../../vault/picker/filled.ts";
import { VaultPicker } from "../../vault/picker/VaultPicker.tsx";
import type { SmtpValues } from "./smtp_values.ts";

const FILLS = { user: "user", secret: "password" };

export function LoginSection(props: { form: Form<SmtpValues> }) {
  const form = props.form;
  const filled = createFilled(
    () => form.values.vault,
    () => FILLS,
  );
  const isFilled = (name: "user" | "password") => filled().includes(name) && form.problem(name) === undefined;
  const labels = () => (["user", "password"] as const).filter(isFilled).map((name) => text[name]);
  return (
    <Section title={text.login.title} lead={text.login.lead}>
      <div class="stack">
        <Show when={!isFilled("user")}>
          <Field label={text.user} error={form.problem("user")}>
            <TextInput value={form.values.user} autocomplete="off" onInput={form.set("user")} />
          </Field>
        </Show>
        <Show when={!isFilled("password")}>
          <Field label={text.password} error={form.problem("password")}>
            <SecretInput value={form.values.password} onInput={form.set("password")} />
          </Field>
        </Show>
        <VaultPicker
          value={form.values.vault}
          problem={(part) => problemIn(form.problems(), part === "" ? "vault" : `vault.${part}`)}
          onChange={(vault) => form.set("vault")(vault ?? null)}
        />
        <Show when={labels().length > 0}>
          <p class="small soft">{picker.filled(labels())}</p>
        </Show>
      </div>
    </Section>
  );
}
