import type { User } from "../../../../src/schema/user.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateUser } from "../../api/user.ts";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/user.ts";
import { ROLE_CHOICES } from "./role_choices.ts";

export function RoleDialog(props: { user: User; onClose: () => void; onDone: () => void }) {
  const form = createForm({ role: props.user.role }, async ({ role }) => {
    await updateUser(props.user.id, role);
    showToast(text.roleDone(props.user.email, shell.roles[role]));
    props.onDone();
  });
  return (
    <FormDialog
      form={form}
      title={text.roleTitle(props.user.email)}
      label={text.changeRole}
      submit={text.roleSubmit}
      onClose={() => props.onClose()}
    >
      <Choices
        legend={text.role}
        value={form.values.role}
        choices={ROLE_CHOICES}
        onChange={form.set("role")}
      />
      <Notice tone="warn">
        <p>{text.roleEnds}</p>
        {props.user.role === "admin" && form.values.role !== "admin" && <p>{text.roleEndsTokens}</p>}
      </Notice>
    </FormDialog>
  );
}
