import type { Subscriber } from "../../../../src/schema/subscriber_list.ts";
import { setQuery } from "../../../lib/router.ts";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { pathOfChosen } from "../../page/pages/paths.ts";
import { text } from "../../text/subscriber.ts";
import { SubscriberState } from "./SubscriberState.tsx";
import { describeScope } from "./scope_words.ts";
import "./subscribers.css";

export function SubscriberTable(props: {
  rows: readonly Subscriber[];
  chosen: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
  onErase: (subscriber: Subscriber) => void;
}) {
  const open = ({ id }: Subscriber) => setQuery({ subscriber: String(id) });
  const itemsFor = (subscriber: Subscriber): MenuItem[] => [
    { kind: "action", label: text.details, icon: "eye", onSelect: () => open(subscriber) },
    {
      kind: "link",
      label: text.itsDeliveries,
      icon: "send",
      href: `${pathOfChosen("subscribers/deliveries")}?subscriber=${subscriber.id}`,
    },
    { kind: "line" },
    {
      kind: "action",
      label: text.erase,
      icon: "trash",
      isDanger: true,
      onSelect: () => props.onErase(subscriber),
    },
  ];
  const columns: readonly Column<Subscriber>[] = [
    {
      header: text.columns.subscriber,
      kind: "lead",
      cell: (subscriber) => (
        <span class="subscriber">
          <input
            type="checkbox"
            aria-label={text.choose(subscriber.destination)}
            checked={props.chosen.has(subscriber.id)}
            onChange={(event) => props.onChoose(subscriber.id, event.currentTarget.checked)}
          />
          <span class="table__main">
            <button type="button" class="link strong break" onClick={() => open(subscriber)}>
              {subscriber.destination}
            </button>
            <span class="small soft">{text.types[subscriber.type]}</span>
          </span>
        </span>
      ),
    },
    { header: text.columns.status, cell: (subscriber) => <SubscriberState subscriber={subscriber} /> },
    { header: text.columns.scope, cell: (subscriber) => describeScope(subscriber) },
    {
      header: text.columns.lastNotified,
      cell: ({ lastNotifiedAt }) => <RelativeTime at={lastNotifiedAt} absent={text.never} />,
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (subscriber) => (
        <RowMenu label={text.menu(subscriber.destination)} items={itemsFor(subscriber)} />
      ),
    },
  ];
  return (
    <div class="subscribers">
      <Table caption={text.title} columns={columns} rows={props.rows} isTop />
    </div>
  );
}
