import type { Role } from "../../../../src/schema/permission.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { createUser, type NewUserAnswer } from "../../api/user.ts";
import { text } from "../../text/user.ts";
import { ROLE_CHOICES } from "./role_choices.ts";

interface Values {
  email: string;
  role: Role;
}

export function AddUserDialog(props: { onClose: () => void; onDone: (answer: NewUserAnswer) => void }) {
  const form = createForm<Values>({ email: "", role: "branding" }, async (values) => {
    props.onDone(await createUser(values));
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
        onChange={form.set("role")}
      />
    </FormDialog>
  );
}
