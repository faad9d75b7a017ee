import { Show } from "solid-js";
import { createForm } from "../../lib/form.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { confirmationOf, IdentityField } from "../access/account/IdentityField.tsx";
import { createBackup } from "../api/backup.ts";
import { text } from "../text/backup.ts";
import { makePassphrase } from "./passphrase.ts";

export function CreateBackupDialog(props: { onClose: () => void; onDone: () => void }) {
  const form = createForm(
    { passphrase: "", currentPassword: "" },
    async ({ passphrase, currentPassword }) => {
      const made = await createBackup(
        passphrase === "" ? {} : { passphrase, ...confirmationOf(currentPassword) },
      );
      showToast(made.state === "done" ? text.made : text.making);
      props.onDone();
    },
    { isPassing: true },
  );
  return (
    <FormDialog form={form} title={text.makeTitle} submit={text.make} onClose={() => props.onClose()}>
      <p class="soft">{text.makeLead}</p>
      <Field label={text.passphrase} hint={text.passphraseHint} error={form.problem("passphrase")}>
        <PasswordInput
          autocomplete="new-password"
          value={form.values.passphrase}
          onInput={form.set("passphrase")}
        />
      </Field>
      <div>
        <Button isSmall icon="key" onClick={() => form.set("passphrase")(makePassphrase())}>
          {text.generate}
        </Button>
      </div>
      <Show when={form.values.passphrase !== ""}>
        <IdentityField
          value={form.values.currentPassword}
          onInput={form.set("currentPassword")}
          problem={form.problem("currentPassword")}
          error={form.error()}
        />
      </Show>
    </FormDialog>
  );
}
