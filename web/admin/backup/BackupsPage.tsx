import { createSignal, onCleanup, Show } from "solid-js";
import type { Backup } from "../../../src/schema/backup.ts";
import { createLoad, followUntil } from "../../lib/load.ts";
import { Button } from "../../ui/Button.tsx";
import { ListCard } from "../../ui/ListCard.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RemoveDialog } from "../../ui/RemoveDialog.tsx";
import { getBackupOverview, listBackups, removeBackup } from "../api/backup.ts";
import { text } from "../text/backup.ts";
import { BackupNotices } from "./BackupNotices.tsx";
import { CreateBackupDialog } from "./CreateBackupDialog.tsx";
import { columnsOf } from "./columns.tsx";
import { RestoreDialog, type Restored } from "./RestoreDialog.tsx";
import { ScheduleSection } from "./ScheduleSection.tsx";

const EVERY_MS = 30_000;
const RUNNING_MS = 1000;

export default function BackupsPage() {
  const { backups, overview, reload } = createBackups();
  const [isCreating, setIsCreating] = createSignal(false);
  const [restoring, setRestoring] = createSignal<Restored>();
  const [removing, setRemoving] = createSignal<Backup>();

  const create = () => (
    <Button variant="primary" icon="plus" onClick={() => setIsCreating(true)}>
      {text.make}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <div class="row">
            <Button icon="upload" onClick={() => setRestoring({ kind: "file" })}>
              {text.upload}
            </Button>
            <Show when={backups.data()?.length}>{create()}</Show>
          </div>
        }
      />
      <div class="stack stack--loose">
        <BackupNotices overview={overview.data()} />
        <ListCard
          load={backups}
          caption={text.caption}
          columns={columnsOf({
            onRestore: (backup) => setRestoring({ kind: "kept", backup }),
            onRemove: setRemoving,
          })}
          isTop
          empty={{ icon: "archive", ...text.empty, add: create }}
        />
        <ScheduleSection overview={overview.data()} onSaved={overview.reload} />
      </div>

      <Show when={isCreating()}>
        <CreateBackupDialog
          onClose={() => setIsCreating(false)}
          onDone={() => {
            setIsCreating(false);
            reload();
          }}
        />
      </Show>
      <Show when={restoring()}>
        {(what) => (
          <RestoreDialog
            what={what()}
            onClose={() => setRestoring(undefined)}
            onRunning={() => {
              setRestoring(undefined);
              reload();
            }}
          />
        )}
      </Show>
      <RemoveDialog
        what={removing()}
        ends={({ name }) => [name]}
        words={text}
        remove={({ name }) => removeBackup(name)}
        onClose={() => setRemoving(undefined)}
        onRemoved={reload}
      />
    </>
  );
}

function createBackups() {
  const backups = createLoad(listBackups);
  const overview = createLoad(getBackupOverview);
  const reload = () => {
    backups.reload();
    overview.reload();
  };
  const timer = setInterval(() => document.hidden || reload(), EVERY_MS);
  onCleanup(() => clearInterval(timer));
  followUntil(backups, {
    isOver: (list) => list.every(({ state }) => state !== "running"),
    everyMs: RUNNING_MS,
    onOver: overview.reload,
  });
  followUntil(overview, {
    isOver: ({ restore }) => restore?.state !== "running",
    everyMs: RUNNING_MS,
    onOver: backups.reload,
  });
  return { backups, overview, reload };
}
