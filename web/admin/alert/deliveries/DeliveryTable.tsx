import { createSignal, Show } from "solid-js";
import type { Delivery } from "../../../../src/schema/delivery.ts";
import { setQuery } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { tellOutcome } from "../../../ui/toast.ts";
import { channelLabel } from "../../api/channel_names.ts";
import { retryDelivery } from "../../api/delivery.ts";
import { text } from "../../text/delivery.ts";
import { DeliveryState, titleOf } from "./DeliveryState.tsx";
import "./deliveries.css";

/** What is opened stands in the address, so that it can be sent to somebody. */
export function DeliveryTable(props: { rows: readonly Delivery[]; onChanged: () => void }) {
  const columns: readonly Column<Delivery>[] = [
    {
      header: text.columns.what,
      kind: "lead",
      cell: (delivery) => (
        <button
          type="button"
          class="link strong break"
          onClick={() => setQuery({ delivery: String(delivery.id) })}
        >
          {titleOf(delivery)}
        </button>
      ),
    },
    {
      header: text.columns.channel,
      cell: ({ channelName, channelType }) => (
        <span class="table__main">
          <span>{channelName}</span>
          <span class="small soft">{channelLabel(channelType)}</span>
        </span>
      ),
    },
    { header: text.columns.state, cell: (delivery) => <DeliveryState delivery={delivery} /> },
    { header: text.columns.at, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (delivery) => (
        <Show when={delivery.status === "failed"}>
          <RetryButton id={delivery.id} onDone={props.onChanged} />
        </Show>
      ),
    },
  ];
  return (
    <div class="deliveries">
      <Table caption={text.title} columns={columns} rows={props.rows} isTop />
    </div>
  );
}

export function RetryButton(props: { id: number; onDone: () => void }) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function retry(): Promise<void> {
    setIsBusy(true);
    await tellOutcome(async () => {
      await retryDelivery(props.id);
      return text.retried;
    });
    setIsBusy(false);
    props.onDone();
  }
  return (
    <Button isSmall icon="refresh" isBusy={isBusy()} onClick={() => void retry()}>
      {text.retry}
    </Button>
  );
}
