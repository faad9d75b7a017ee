import { Show } from "solid-js";
import type { ManagedUser } from "../../../../src/schema/user.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateUser } from "../../api/user.ts";
import { PageChoice } from "../../page/pages/PageChoice.tsx";
import { text as pages } from "../../text/pages.ts";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/user.ts";
import { ROLE_CHOICES } from "./role_choices.ts";

export function RoleDialog(props: { user: ManagedUser; onClose: () => void; onDone: () => void }) {
  const initial = { role: props.user.role, pageKeys: props.user.pageKeys ?? [] };
  const form = createForm(initial, async ({ role, pageKeys }) => {
    await updateUser(props.user.id, { role, pageKeys: pageKeys.length > 0 ? pageKeys : null });
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
      <Show when={form.values.role === "viewer"}>
        <PageChoice
          legend={pages.viewerPages}
          hint={pages.viewerPagesHint}
          chosen={form.values.pageKeys}
          onChange={form.set("pageKeys")}
        />
      </Show>
      <Notice tone="warn">
        <p>{text.roleEnds}</p>
        {props.user.role === "admin" && form.values.role !== "admin" && <p>{text.roleEndsTokens}</p>}
      </Notice>
    </FormDialog>
  );
}
