import type { Vault, VaultSecret } from "../../../../src/schema/vault.ts";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { FieldNames, text } from "./FieldNames.tsx";

export type OpenDialog = { deed: "add" } | { deed: "edit" | "remove"; secret: VaultSecret };

export function columnsOf(vault: Vault, ask: (dialog: OpenDialog) => void): readonly Column<VaultSecret>[] {
  return [
    {
      header: text.columns.name,
      kind: "lead",
      cell: ({ name }) => <span class="strong break">{name}</span>,
    },
    { header: text.columns.type, cell: ({ type }) => text.types[type] },
    { header: text.columns.fields, cell: ({ fields }) => <FieldNames names={fields} /> },
    ...(vault.kind === "hashicorp"
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
        <RowMenu
          label={text.menu(secret.name)}
          items={[
            {
              kind: "action",
              label: text.edit,
              icon: "edit",
              onSelect: () => ask({ deed: "edit", secret }),
            },
            {
              kind: "action",
              label: text.remove,
              icon: "trash",
              isDanger: true,
              onSelect: () => ask({ deed: "remove", secret }),
            },
          ]}
        />
      ),
    },
  ];
}
