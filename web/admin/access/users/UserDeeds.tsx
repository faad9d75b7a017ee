import { Match, Switch } from "solid-js";
import type { Invitation, ManagedUser } from "../../../../src/schema/user.ts";
import { RoleDialog } from "./RoleDialog.tsx";
import type { Deed } from "./user_actions.ts";
import {
  InviteAgainDialog,
  RemoveUserDialog,
  ResetPasswordDialog,
  ResetTwoFactorDialog,
} from "./user_dialogs.tsx";

export function UserDeeds(props: {
  deed: Deed;
  user: ManagedUser;
  onClose: () => void;
  onDone: () => void;
  onPassword: (temporaryPassword: string) => void;
  onInvited: (invitation: Invitation) => void;
}) {
  const shared = { onClose: () => props.onClose(), onDone: () => props.onDone() };
  return (
    <Switch>
      <Match when={props.deed === "role"}>
        <RoleDialog user={props.user} {...shared} />
      </Match>
      <Match when={props.deed === "invite"}>
        <InviteAgainDialog user={props.user} {...shared} onDone={(made) => props.onInvited(made)} />
      </Match>
      <Match when={props.deed === "password"}>
        <ResetPasswordDialog user={props.user} {...shared} onDone={(made) => props.onPassword(made)} />
      </Match>
      <Match when={props.deed === "two-factor"}>
        <ResetTwoFactorDialog user={props.user} {...shared} />
      </Match>
      <Match when={props.deed === "remove"}>
        <RemoveUserDialog user={props.user} {...shared} />
      </Match>
    </Switch>
  );
}
