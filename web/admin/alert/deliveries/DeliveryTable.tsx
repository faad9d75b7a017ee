import { Show } from "solid-js";
import type { Delivery } from "../../../../src/schema/delivery.ts";
import { setQuery } from "../../../lib/router.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RetryButton } from "../../../ui/RetryButton.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { channelLabel } from "../../api/channel_names.ts";
import { retryDelivery } from "../../api/delivery.ts";
import { text } from "../../text/delivery.ts";
import { ChannelLogo } from "../channels/ChannelLogo.tsx";
import { DeliveryState, titleOf } from "./DeliveryState.tsx";
import "./deliveries.css";

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
      cell: ({ channelName, channelType, recipient }) => (
        <span class="table__marked">
          <ChannelLogo type={channelType} />
          <span class="table__main">
            <span>{channelName}</span>
            <span class="small soft break">{recipient ?? channelLabel(channelType)}</span>
          </span>
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
          <RetryDelivery id={delivery.id} of={titleOf(delivery)} onDone={props.onChanged} />
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

export function RetryDelivery(props: { id: number; of?: string; onDone: () => void }) {
  return (
    <RetryButton words={text} of={props.of} retry={() => retryDelivery(props.id)} onDone={props.onDone} />
  );
}
