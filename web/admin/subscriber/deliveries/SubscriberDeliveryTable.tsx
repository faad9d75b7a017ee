import { Show } from "solid-js";
import type { SubscriberDelivery } from "../../../../src/schema/subscriber_delivery.ts";
import { setQuery } from "../../../lib/router.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RetryButton } from "../../../ui/RetryButton.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { retrySubscriberDelivery } from "../../api/subscriber_delivery.ts";
import { text as subscriber } from "../../text/subscriber.ts";
import { text } from "../../text/subscriber_delivery.ts";
import { SubscriberDeliveryState, titleOf } from "./SubscriberDeliveryState.tsx";
import "./subscriber_deliveries.css";

export function SubscriberDeliveryTable(props: {
  rows: readonly SubscriberDelivery[];
  onChanged: () => void;
}) {
  const columns: readonly Column<SubscriberDelivery>[] = [
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
      header: text.columns.to,
      cell: ({ destination, type }) => (
        <span class="table__main">
          <span class="break">{destination}</span>
          <span class="small soft">{subscriber.types[type]}</span>
        </span>
      ),
    },
    { header: text.columns.state, cell: (delivery) => <SubscriberDeliveryState delivery={delivery} /> },
    { header: text.columns.at, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (delivery) => (
        <Show when={delivery.status === "failed"}>
          <RetryButton
            words={text}
            of={titleOf(delivery)}
            retry={() => retrySubscriberDelivery(delivery.id)}
            onDone={props.onChanged}
          />
        </Show>
      ),
    },
  ];
  return (
    <div class="subscriber-deliveries">
      <Table caption={text.title} columns={columns} rows={props.rows} isTop />
    </div>
  );
}
