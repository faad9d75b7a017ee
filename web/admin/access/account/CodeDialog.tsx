import { createForm } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/account.ts";
import { confirmationOf, IdentityField } from "./IdentityField.tsx";

export function CodeDialog(props: {
  title: string;
  lead: string;
  submit: string;
  isDanger?: boolean;
  onClose: () => void;
  onSubmit: (body: { currentPassword?: string; code: string }) => Promise<void>;
}) {
  const form = createForm({ currentPassword: "", code: "" }, async ({ currentPassword, code }) => {
    await props.onSubmit({ ...confirmationOf(currentPassword), code });
  });
  return (
    <FormDialog
      form={form}
      title={props.title}
      submit={props.submit}
      isDanger={props.isDanger ?? false}
      onClose={() => props.onClose()}
    >
      <p class="soft">{props.lead}</p>
      <IdentityField
        value={form.values.currentPassword}
        onInput={form.set("currentPassword")}
        problem={form.problem("currentPassword")}
        error={form.error()}
      />
      <Field
        label={text.twoFactor.codeOrRecovery}
        hint={text.twoFactor.codeOrRecoveryHint}
        error={form.problem("code")}
      >
        <TextInput autocomplete="one-time-code" isMono value={form.values.code} onInput={form.set("code")} />
      </Field>
    </FormDialog>
  );
}
