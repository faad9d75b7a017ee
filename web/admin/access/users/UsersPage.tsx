import { createSignal, Match, Show, Switch } from "solid-js";
import type { User } from "../../../../src/schema/user.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { listUsers } from "../../api/user.ts";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/user.ts";
import { AddUserDialog } from "./AddUserDialog.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";
import { actionsFor, type Deed } from "./user_actions.ts";
import { UserName, UserSecurity } from "./user_cells.tsx";
import { RemoveUserDialog, ResetPasswordDialog, ResetTwoFactorDialog } from "./user_dialogs.tsx";

export default function UsersPage() {
  const users = createLoad(listUsers);
  const [isAdding, setIsAdding] = createSignal(false);
  const [asked, setAsked] = createSignal<{ deed: Deed; user: User }>();
  const [made, setMade] = createSignal<{ title: string; password: string }>();

  const close = () => setAsked(undefined);
  const userFor = (deed: Deed) => (asked()?.deed === deed ? asked()?.user : undefined);
  function finish(): void {
    close();
    users.reload();
  }

  const columns: readonly Column<User>[] = [
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
        <RowMenu label={text.menu(user.email)} items={actionsFor(user, (deed) => setAsked({ deed, user }))} />
      ),
    },
  ];

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
      <ListCard load={users} caption={text.caption} columns={columns} />

      <Show when={isAdding()}>
        <AddUserDialog
          onClose={() => setIsAdding(false)}
          onDone={({ user, temporaryPassword }) => {
            setIsAdding(false);
            users.reload();
            setMade({ title: text.shown.added(user.email), password: temporaryPassword });
          }}
        />
      </Show>
      <Switch>
        <Match when={userFor("role")}>
          {(user) => <RoleDialog user={user()} onClose={close} onDone={finish} />}
        </Match>
        <Match when={userFor("password")}>
          {(user) => (
            <ResetPasswordDialog
              user={user()}
              onClose={close}
              onDone={(password) => {
                setMade({ title: text.shown.reset(user().email), password });
                finish();
              }}
            />
          )}
        </Match>
        <Match when={userFor("two-factor")}>
          {(user) => <ResetTwoFactorDialog user={user()} onClose={close} onDone={finish} />}
        </Match>
        <Match when={userFor("remove")}>
          {(user) => <RemoveUserDialog user={user()} onClose={close} onDone={finish} />}
        </Match>
      </Switch>
      <Show when={made()}>
        {(found) => (
          <TemporaryPasswordDialog
            title={found().title}
            password={found().password}
            onClose={() => setMade(undefined)}
          />
        )}
      </Show>
    </>
  );
}
