import type { ManagedUser } from "../../../../src/schema/user.ts";
import { currentUser } from "../../../lib/session.ts";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { text } from "../../text/user.ts";

export type Deed = "role" | "invite" | "password" | "two-factor" | "remove";

/** Users can't change their own role, reset or delete themselves: that could lock everyone out. */
export function actionsFor(user: ManagedUser, ask: (deed: Deed) => void): MenuItem[] {
  if (user.id === currentUser().id) {
    return [{ kind: "link", label: text.ownSettings, icon: "user", href: "/admin/account" }];
  }
  const twoFactor: MenuItem[] = user.twoFactor
    ? [{ kind: "action", label: text.resetTwoFactor, onSelect: () => ask("two-factor") }]
    : [];
  const invite: MenuItem[] =
    user.invitedUntil === null
      ? []
      : [{ kind: "action", label: text.inviteAgain, onSelect: () => ask("invite") }];
  return [
    ...invite,
    { kind: "action", label: text.changeRole, onSelect: () => ask("role") },
    { kind: "action", label: text.resetPassword, onSelect: () => ask("password") },
    ...twoFactor,
    { kind: "line" },
    { kind: "action", label: text.remove, isDanger: true, onSelect: () => ask("remove") },
  ];
}
