import { createSignal, Show } from "solid-js";
import type { Invitation, ManagedUser } from "../../../../src/schema/user.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { UsersNotice } from "../../alert/smtp/AccountMailNotice.tsx";
import { getSignInConfig } from "../../api/sign_in.ts";
import { listUsers } from "../../api/user.ts";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/user.ts";
import { AddUserDialog } from "./AddUserDialog.tsx";
import { RequiredTwoFactor } from "./RequiredTwoFactor.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";
import { UserDeeds } from "./UserDeeds.tsx";
import { actionsFor, type Deed } from "./user_actions.ts";
import { UserName, UserSecurity } from "./user_cells.tsx";
import { InvitationFaultDialog } from "./user_dialogs.tsx";

export default function UsersPage() {
  const users = createLoad(listUsers);
  const [isAdding, setIsAdding] = createSignal(false);
  const [asked, setAsked] = createSignal<{ deed: Deed; user: ManagedUser }>();
  const config = createLoad(getSignInConfig);
  const [unsent, setUnsent] = createSignal<{ email: string; problem: string }>();
  const [made, setMade] = createSignal<{ title: string; password: string }>();

  const close = () => setAsked(undefined);
  function showInvited(email: string, { problem }: Invitation): void {
    if (problem === null) showToast(text.invitation.sent(email));
    else setUnsent({ email, problem });
  }
  function finish(): void {
    close();
    users.reload();
  }

  const columns = columnsFor((deed, user) => setAsked({ deed, user }));

  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
            {text.add}
          </Button>
        }
      />
      <div class="stack stack--loose">
        <UsersNotice />
        <ListCard load={users} caption={text.caption} columns={columns} />
        <RequiredTwoFactor />
      </div>

      <Show when={isAdding()}>
        <AddUserDialog
          onClose={() => setIsAdding(false)}
          canInvite={config.data()?.passwordReset ?? false}
          onDone={({ user, temporaryPassword, invitation }) => {
            setIsAdding(false);
            users.reload();
            if (invitation) showInvited(user.email, invitation);
            if (temporaryPassword)
              setMade({ title: text.shown.added(user.email), password: temporaryPassword });
          }}
        />
      </Show>
      <Show when={asked()}>
        {(found) => (
          <UserDeeds
            {...found()}
            onClose={close}
            onDone={finish}
            onPassword={(password) => {
              setMade({ title: text.shown.reset(found().user.email), password });
              finish();
            }}
            onInvited={(invitation) => {
              showInvited(found().user.email, invitation);
              finish();
            }}
          />
        )}
      </Show>
      <Show when={unsent()}>
        {(found) => <InvitationFaultDialog {...found()} onClose={() => setUnsent(undefined)} />}
      </Show>
      <Show when={made()}>
        {(found) => <TemporaryPasswordDialog {...found()} onClose={() => setMade(undefined)} />}
      </Show>
    </>
  );
}

function columnsFor(onDeed: (deed: Deed, user: ManagedUser) => void): readonly Column<ManagedUser>[] {
  return [
    { header: text.columns.user, kind: "lead", cell: (user) => <UserName user={user} /> },
    { header: text.columns.role, cell: (user) => shell.roles[user.role] },
    { header: text.columns.security, cell: (user) => <UserSecurity user={user} /> },
    {
      header: text.columns.lastLogin,
      cell: (user) => <RelativeTime at={user.lastLoginAt} absent={text.neverSignedIn} />,
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (user) => (
        <RowMenu label={text.menu(user.email)} items={actionsFor(user, (deed) => onDeed(deed, user))} />
      ),
    },
  ];
}
