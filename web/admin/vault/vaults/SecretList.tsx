import { createSignal, For, Show } from "solid-js";
import type { Vault, VaultSecret } from "../../../../src/schema/vault.ts";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { listVaultSecrets, removeVaultSecret } from "../../api/vault.ts";
import { text as vaultText } from "../../text/vault.ts";
import { SecretDialog } from "./SecretDialog.tsx";

const text = vaultText.secrets;

type OpenDialog = { deed: "add" } | { deed: "edit" | "remove"; secret: VaultSecret };

/** Names of secrets and of their fields; what is in them is never there to be shown. */
export function SecretList(props: { vault: Vault }) {
  const secrets = createLoad(async (signal) => await listVaultSecrets(signal, props.vault.id));
  const [asked, setAsked] = createSignal<OpenDialog>();
  const close = () => setAsked(undefined);
  const add = () => (
    <Button icon="plus" variant="primary" onClick={() => setAsked({ deed: "add" })}>
      {text.add}
    </Button>
  );
  const editing = () => {
    const found = asked();
    if (found === undefined || found.deed === "remove") return undefined;
    return { stored: found.deed === "edit" ? found.secret : null };
  };
  const removing = () => {
    const found = asked();
    return found?.deed === "remove" ? found.secret : undefined;
  };

  function finish(told: string): void {
    close();
    secrets.reload();
    showToast(told);
  }

  const columns = (): readonly Column<VaultSecret>[] => [
    {
      header: text.columns.name,
      kind: "lead",
      cell: ({ name }) => <span class="strong break">{name}</span>,
    },
    { header: text.columns.type, cell: ({ type }) => text.types[type] },
    { header: text.columns.fields, cell: ({ fields }) => <FieldNames names={fields} /> },
    ...(props.vault.kind === "hashicorp"
      ? [
          {
            header: text.columns.path,
            cell: ({ path }: VaultSecret) => <code class="break">{path}</code>,
          },
        ]
      : []),
    {
      header: text.columns.actions,
      kind: "end",
      cell: (secret) => (
        <Menu
          label={text.menu(secret.name)}
          triggerClass="button button--quiet button--small button--icon"
          trigger={<Icon name="more" />}
          items={[
            {
              kind: "action",
              label: text.edit,
              icon: "edit",
              onSelect: () => setAsked({ deed: "edit", secret }),
            },
            {
              kind: "action",
              label: text.remove,
              icon: "trash",
              isDanger: true,
              onSelect: () => setAsked({ deed: "remove", secret }),
            },
          ]}
        />
      ),
    },
  ];

  return (
    <section class="card" aria-label={text.title}>
      <Loaded load={secrets}>
        {(list) => (
          <Show
            when={list().length > 0}
            fallback={
              <EmptyState icon="key" title={text.empty.title}>
                <p>{text.empty.lead}</p>
                {add()}
              </EmptyState>
            }
          >
            <div class="card__head">
              <h2>{text.title}</h2>
              {add()}
            </div>
            <Table caption={text.title} columns={columns()} rows={list()} />
          </Show>
        )}
      </Loaded>
      <Show when={editing()} keyed>
        {({ stored }) => (
          <SecretDialog
            vault={props.vault}
            stored={stored}
            onClose={close}
            onDone={({ name }) => finish(stored ? text.saved(name) : text.created(name))}
          />
        )}
      </Show>
      <Show when={removing()}>
        {(secret) => (
          <ConfirmDialog
            title={text.removeTitle(secret().name)}
            lead={text.removeLead}
            ends={text.removeEnds}
            confirm={text.remove}
            onClose={close}
            onConfirm={async () => {
              const { id, name } = secret();
              await removeVaultSecret(props.vault.id, id);
              finish(text.removed(name));
            }}
          />
        )}
      </Show>
    </section>
  );
}

function FieldNames(props: { names: readonly string[] }) {
  return (
    <span class="row">
      <For each={props.names} fallback={<span class="soft">{text.noFields}</span>}>
        {(name) => (
          <Badge>
            <code>{name}</code>
          </Badge>
        )}
      </For>
    </span>
  );
}
