import { Show } from "solid-js";
import type { Backup } from "../../../src/schema/backup.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import type { MenuItem } from "../../ui/MenuEntry.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import type { Column } from "../../ui/Table.tsx";
import { downloadAddressOf } from "../api/backup.ts";
import { text } from "../text/backup.ts";

const TONES: Record<Backup["state"], BadgeTone> = { running: "accent", done: "good", failed: "bad" };

interface Deeds {
  onRestore: (backup: Backup) => void;
  onRemove: (backup: Backup) => void;
}

export function columnsOf({ onRestore, onRemove }: Deeds): readonly Column<Backup>[] {
  const { columns } = text;
  return [
    {
      header: columns.name,
      kind: "lead",
      cell: ({ name, origin }) => (
        <>
          <span class="break">{name}</span>
          <p class="small soft">{text.origins[origin]}</p>
        </>
      ),
    },
    { header: columns.state, cell: (backup) => <State backup={backup} /> },
    { header: columns.made, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { header: columns.size, cell: ({ size }) => text.size(size) },
    { header: columns.key, cell: ({ encryptedWith }) => text.keys[encryptedWith] },
    {
      header: columns.actions,
      kind: "end",
      cell: (backup) => (
        <Show when={backup.state !== "running"}>
          <RowMenu label={text.more(backup.name)} items={itemsOf(backup, { onRestore, onRemove })} />
        </Show>
      ),
    },
  ];
}

function itemsOf(backup: Backup, { onRestore, onRemove }: Deeds): MenuItem[] {
  const action = { kind: "action" } as const;
  const remove: MenuItem = {
    ...action,
    label: text.remove,
    icon: "trash",
    isDanger: true,
    onSelect: () => onRemove(backup),
  };
  if (backup.state === "failed") return [remove];
  const download = () => location.assign(downloadAddressOf(backup.name));
  return [
    { ...action, label: text.download, icon: "download", onSelect: download },
    { ...action, label: text.restore, icon: "undo", onSelect: () => onRestore(backup) },
    remove,
  ];
}

function State(props: { backup: Backup }) {
  return (
    <>
      <Badge tone={TONES[props.backup.state]}>{text.states[props.backup.state]}</Badge>
      <Show when={props.backup.state === "running"}>
        <span class="small soft"> {text.percent(props.backup.progress)}</span>
      </Show>
      <Show when={props.backup.error}>
        <p class="small break">{props.backup.error}</p>
      </Show>
    </>
  );
}
