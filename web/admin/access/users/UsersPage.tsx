import { createSignal, Match, Show, Switch } from "solid-js";
import type { User } from "../../../../src/schema/user.ts";
import { createLoad } from "../../../lib/load.ts";
import { currentUser } from "../../../lib/session.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Menu, type MenuItem } from "../../../ui/Menu.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { listUsers } from "../../api/user.ts";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/user.ts";
import { AddUserDialog } from "./AddUserDialog.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { TemporaryPasswordDialog } from "./TemporaryPasswordDialog.tsx";
import { RemoveUserDialog, ResetPasswordDialog, ResetTwoFactorDialog } from "./user_dialogs.tsx";

type Deed = "role" | "password" | "two-factor" | "remove";

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
    { header: text.columns.user, kind: "lead", cell: (user) => <Who user={user} /> },
    { header: text.columns.role, cell: (user) => shell.roles[user.role] },
    { header: text.columns.security, cell: (user) => <Security user={user} /> },
    {
      header: text.columns.lastLogin,
      cell: (user) => <RelativeTime at={user.lastLoginAt} absent={text.neverSignedIn} />,
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (user) => (
        <Menu
          label={text.menu(user.email)}
          triggerClass="button button--quiet button--small button--icon"
          trigger={<Icon name="more" />}
          items={actionsFor(user, (deed) => setAsked({ deed, user }))}
        />
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
      <div class="card">
        <Loaded load={users}>
          {(list) => <Table caption={text.caption} columns={columns} rows={list()} />}
        </Loaded>
      </div>

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

function Who(props: { user: User }) {
  return (
    <span class="row">
      <span class="strong break">{props.user.email}</span>
      <Show when={props.user.id === currentUser().id}>
        <Badge tone="accent">{text.you}</Badge>
      </Show>
    </span>
  );
}

function Security(props: { user: User }) {
  return (
    <span class="row">
      <Show when={props.user.twoFactor}>
        <Badge tone="good">{text.twoFactor}</Badge>
      </Show>
      <Show when={props.user.sso}>
        <Badge>{text.sso}</Badge>
      </Show>
      <Show when={props.user.mustChangePassword}>
        <Badge tone="warn">{text.temporary}</Badge>
      </Show>
      <Show when={!props.user.twoFactor && !props.user.sso && !props.user.mustChangePassword}>
        <span class="soft">{text.passwordOnly}</span>
      </Show>
    </span>
  );
}

/** Nobody changes their own role, resets or deletes themselves here: that could lock everybody out. */
function actionsFor(user: User, ask: (deed: Deed) => void): MenuItem[] {
  if (user.id === currentUser().id) {
    return [{ kind: "link", label: text.ownSettings, icon: "user", href: "/admin/account" }];
  }
  const twoFactor: MenuItem[] = user.twoFactor
    ? [{ kind: "action", label: text.resetTwoFactor, onSelect: () => ask("two-factor") }]
    : [];
  return [
    { kind: "action", label: text.changeRole, onSelect: () => ask("role") },
    { kind: "action", label: text.resetPassword, onSelect: () => ask("password") },
    ...twoFactor,
    { kind: "line" },
    { kind: "action", label: text.remove, isDanger: true, onSelect: () => ask("remove") },
  ];
}
