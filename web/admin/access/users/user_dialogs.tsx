import type { Invitation, User } from "../../../../src/schema/user.ts";
import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { showToast } from "../../../ui/toast.ts";
import { inviteUserAgain, removeUser, resetUserPassword, resetUserTwoFactor } from "../../api/user.ts";
import { text } from "../../text/user.ts";
import { confirmationOf, IdentityField } from "../account/IdentityField.tsx";

export function ResetPasswordDialog(props: {
  user: User;
  onClose: () => void;
  onDone: (temporaryPassword: string) => void;
}) {
  return (
    <ConfirmDialog
      title={text.resetPasswordTitle(props.user.email)}
      lead={text.resetPasswordLead}
      ends={text.resetPasswordEnds}
      confirm={text.resetPassword}
      onClose={() => props.onClose()}
      onConfirm={async () => props.onDone((await resetUserPassword(props.user.id)).temporaryPassword)}
    />
  );
}

export function InviteAgainDialog(props: {
  user: User;
  onClose: () => void;
  onDone: (invitation: Invitation) => void;
}) {
  return (
    <ConfirmDialog
      title={text.invitation.againTitle(props.user.email)}
      lead={text.invitation.againLead}
      ends={text.invitation.againEnds}
      confirm={text.invitation.againConfirm}
      onClose={() => props.onClose()}
      onConfirm={async () => props.onDone(await inviteUserAgain(props.user.id))}
    />
  );
}

export function InvitationFaultDialog(props: { email: string; problem: string; onClose: () => void }) {
  return (
    <Dialog title={text.invitation.failedTitle} onClose={() => props.onClose()}>
      <p>{text.invitation.failedLead(props.email)}</p>
      <Notice tone="bad">
        <p class="break">{props.problem}</p>
      </Notice>
      <div class="dialog__actions">
        <Button variant="primary" onClick={() => props.onClose()}>
          {text.invitation.failedDone}
        </Button>
      </div>
    </Dialog>
  );
}

export function RemoveUserDialog(props: { user: User; onClose: () => void; onDone: () => void }) {
  return (
    <ConfirmDialog
      title={text.removeTitle(props.user.email)}
      lead={text.removeLead}
      ends={text.removeEnds}
      confirm={text.remove}
      onClose={() => props.onClose()}
      onConfirm={async () => {
        await removeUser(props.user.id);
        showToast(text.removed(props.user.email));
        props.onDone();
      }}
    />
  );
}

export function ResetTwoFactorDialog(props: { user: User; onClose: () => void; onDone: () => void }) {
  const form = createForm({ currentPassword: "" }, async ({ currentPassword }) => {
    await resetUserTwoFactor(props.user.id, confirmationOf(currentPassword));
    showToast(text.resetTwoFactorDone(props.user.email));
    props.onDone();
  });
  return (
    <Dialog
      title={text.resetTwoFactorTitle(props.user.email)}
      isHeld={form.isBusy()}
      onClose={() => props.onClose()}
    >
      <FormView form={form} label={text.resetTwoFactor}>
        <div class="stack stack--tight">
          <p>{text.resetTwoFactorLead}</p>
          <ul class="bullets">
            {text.resetTwoFactorEnds.map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </div>
        <IdentityField
          value={form.values.currentPassword}
          onInput={form.set("currentPassword")}
          problem={form.problem("currentPassword")}
          error={form.error()}
        />
        <DialogActions
          submit={text.resetTwoFactor}
          isDanger
          isBusy={form.isBusy()}
          onCancel={() => props.onClose()}
        />
      </FormView>
    </Dialog>
  );
}
