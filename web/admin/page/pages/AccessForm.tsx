import { createSignal, Show } from "solid-js";
import type { OtherPageAccess } from "../../../../src/schema/page_access.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getOtherAccess, updateOtherAccess } from "../../api/page.ts";
import { text } from "../../text/pages.ts";

const MODES = [
  { value: "public", label: text.modes.public, hint: text.access.publicHint },
  { value: "users", label: text.modes.users, hint: text.access.usersHint },
  { value: "password", label: text.modes.password, hint: text.access.passwordHint },
] as const;

interface Values {
  mode: OtherPageAccess["mode"];
  /** Empty keeps the stored password. */
  password: string;
}

export function AccessForm(props: { pageKey: string; stored: OtherPageAccess }) {
  const [hasPassword, setHasPassword] = createSignal(props.stored.password !== null);
  const toValues = ({ mode }: OtherPageAccess): Values => ({ mode, password: "" });
  const form = createForm(
    toValues(props.stored),
    async (values, sent) => {
      const change = { mode: values.mode, ...(values.password !== "" && { password: values.password }) };
      const stored = await updateOtherAccess(props.pageKey, sent.all(change));
      form.reset(toValues(stored), stored);
      setHasPassword(stored.password !== null);
      showToast(text.access.saved);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getOtherAccess(readTimeout(), props.pageKey),
        toValues,
        labels: { mode: text.access.legend, password: text.access.password },
      },
      isPassing: true,
    },
  );
  return (
    <SectionForm form={form} label={text.access.title} submit={text.access.submit}>
      <Section title={text.access.title} lead={text.access.lead}>
        <div class="stack">
          <Choices
            legend={text.access.legend}
            value={form.values.mode}
            choices={MODES}
            onChange={form.set("mode")}
          />
          <Show when={form.values.mode === "password"}>
            <Field
              label={text.access.password}
              hint={hasPassword() ? text.access.passwordKept : text.access.passwordHelp}
              error={form.problem("password")}
            >
              <PasswordInput
                value={form.values.password}
                autocomplete="new-password"
                onInput={form.set("password")}
              />
            </Field>
          </Show>
        </div>
      </Section>
    </SectionForm>
  );
}
