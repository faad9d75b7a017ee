import { Show } from "solid-js";
import type { PushDevice } from "../../../../src/schema/push_device.ts";
import type { Load } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { text } from "../../text/devices.ts";

export function DeviceList(props: {
  load: Load<PushDevice[]>;
  ownId: number | null;
  onTest: (device: PushDevice) => void;
  onRemove: (device: PushDevice) => void;
}) {
  const columns: readonly Column<PushDevice>[] = [
    {
      header: text.device,
      kind: "lead",
      cell: (device) => (
        <span class="stack stack--tight">
          <span class="row">
            <span class="strong break">{device.name}</span>
            <Show when={device.id === props.ownId}>
              <Badge tone="accent">{text.here}</Badge>
            </Show>
          </span>
          <Show when={device.lastError}>{(error) => <span class="small soft break">{error()}</span>}</Show>
        </span>
      ),
    },
    { header: text.addedAt, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: text.lastSent,
      cell: ({ lastSentAt }) => (lastSentAt === null ? text.never : <RelativeTime at={lastSentAt} />),
    },
    {
      header: text.actions,
      kind: "end",
      cell: (device) => (
        <span class="row">
          <Button isSmall of={device.name} onClick={() => props.onTest(device)}>
            {text.test}
          </Button>
          <Button isSmall variant="quiet" of={device.name} onClick={() => props.onRemove(device)}>
            {text.remove}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <div class="card">
      <Loaded load={props.load} lines={2}>
        {(found) => (
          <Show
            when={found().length > 0}
            fallback={
              <EmptyState icon="bell" title={text.empty.title}>
                <p>{text.empty.lead}</p>
              </EmptyState>
            }
          >
            <Table caption={text.title} columns={columns} rows={found()} />
          </Show>
        )}
      </Loaded>
    </div>
  );
}
