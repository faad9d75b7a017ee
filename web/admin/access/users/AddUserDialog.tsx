import { Show } from "solid-js";
import type { Role } from "../../../../src/schema/permission.ts";
import { createForm } from "../../../lib/form.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { createUser, type NewUserResponse } from "../../api/user.ts";
import { text } from "../../text/user.ts";
import { ROLE_CHOICES } from "./role_choices.ts";

interface Values {
  email: string;
  /** Null until one is chosen: nobody gets rights by default. */
  role: Role | null;
  how: "mail" | "password" | null;
}

const HOW = [
  { value: "mail", label: text.how.mail, hint: text.how.mailHint },
  { value: "password", label: text.how.password, hint: text.how.passwordHint },
] as const;

export function AddUserDialog(props: {
  canInvite: boolean;
  onClose: () => void;
  onDone: (response: NewUserResponse) => void;
}) {
  const initial: Values = { email: "", role: null, how: null };
  // Whether email can be sent may only become known while the dialog is open.
  const how = () => (props.canInvite ? (form.values.how ?? "mail") : "password");
  const form = createForm<Values>(initial, async ({ how: _, ...values }) => {
    const missing = values.role === null ? [{ path: "role", message: text.chooseRole }] : [];
    props.onDone(await sendWithProblems(missing, () => createUser({ ...values, invite: how() === "mail" })));
  });
  return (
    <FormDialog form={form} title={text.addTitle} submit={text.addSubmit} onClose={() => props.onClose()}>
      <Field label={text.email} error={form.problem("email")}>
        <TextInput type="email" autocomplete="off" value={form.values.email} onInput={form.set("email")} />
      </Field>
      <Choices
        legend={text.role}
        value={form.values.role}
        choices={ROLE_CHOICES}
        error={form.problem("role")}
        onChange={form.set("role")}
      />
      <Show when={props.canInvite} fallback={<p class="small soft">{text.how.noMail}</p>}>
        <Choices legend={text.how.legend} value={how()} choices={HOW} onChange={form.set("how")} />
      </Show>
    </FormDialog>
  );
}
