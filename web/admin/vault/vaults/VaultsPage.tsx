import { createSignal, Show } from "solid-js";
import type { Vault } from "../../../../src/schema/vault.ts";
import { createLoad } from "../../../lib/load.ts";
import { navigate } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { ListCard } from "../../../ui/ListCard.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { showToast } from "../../../ui/toast.ts";
import { listVaults } from "../../api/vault.ts";
import { text } from "../../text/vault.ts";
import { RemoveVaultDialog } from "./RemoveVaultDialog.tsx";
import { VaultDialog } from "./VaultDialog.tsx";
import { VaultKind } from "./VaultKind.tsx";

type OpenDialog = { deed: "add" } | { deed: "edit" | "remove"; vault: Vault };

export default function VaultsPage() {
  const vaults = createLoad(listVaults);
  const [asked, setAsked] = createSignal<OpenDialog>();
  const close = () => setAsked(undefined);
  const add = () => (
    <Button variant="primary" icon="plus" onClick={() => setAsked({ deed: "add" })}>
      {text.add}
    </Button>
  );
  const columns = columnsFor((deed, vault) => setAsked({ deed, vault }));
  const editing = () => {
    const found = asked();
    if (found === undefined || found.deed === "remove") return undefined;
    return { stored: found.deed === "edit" ? found.vault : null };
  };
  const removing = () => {
    const found = asked();
    return found?.deed === "remove" ? found.vault : undefined;
  };
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={vaults.data()?.length ? add() : undefined} />
      <ListCard
        load={vaults}
        caption={text.title}
        columns={columns}
        empty={{ icon: "safe", ...text.empty, add: add }}
      />
      <Show when={editing()} keyed>
        {({ stored }) => (
          <VaultDialog
            stored={stored}
            onClose={close}
            onDone={(vault) => {
              close();
              vaults.reload();
              showToast(stored ? text.saved(vault.name) : text.created(vault.name));
              if (!stored) navigate(`/admin/vaults/${vault.id}`);
            }}
          />
        )}
      </Show>
      <Show when={removing()}>
        {(vault) => (
          <RemoveVaultDialog
            vault={vault()}
            onClose={close}
            onDone={() => {
              close();
              vaults.reload();
            }}
          />
        )}
      </Show>
    </>
  );
}

function columnsFor(onDeed: (deed: "edit" | "remove", vault: Vault) => void): readonly Column<Vault>[] {
  return [
    {
      header: text.columns.name,
      kind: "lead",
      cell: (vault) => (
        <a class="strong break" href={`/admin/vaults/${vault.id}`}>
          {vault.name}
        </a>
      ),
    },
    {
      header: text.columns.kind,
      cell: (vault) => <VaultKind vault={vault} />,
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (vault) => (
        <RowMenu
          label={text.menu(vault.name)}
          items={[
            { kind: "link", label: text.open, icon: "key", href: `/admin/vaults/${vault.id}` },
            {
              kind: "action",
              label: text.edit,
              icon: "edit",
              onSelect: () => onDeed("edit", vault),
            },
            { kind: "line" },
            {
              kind: "action",
              label: text.remove,
              icon: "trash",
              isDanger: true,
              onSelect: () => onDeed("remove", vault),
            },
          ]}
        />
      ),
    },
  ];
}
