import { Show } from "solid-js";
import { makeAddressFilter, pageInAddress } from "../../../lib/address_filter.ts";
import { optionsOf } from "../../../lib/options.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import { ListPage } from "../../../ui/ListPage.tsx";
import { makeLogSort } from "../../../ui/log_sort.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { listSubscriberDeliveries } from "../../api/subscriber_delivery.ts";
import { createLiveListLoad } from "../../live/live_list.tsx";
import { OnPage } from "../../page/pages/OnPage.tsx";
import { pathOfChosen } from "../../page/pages/paths.ts";
import { text } from "../../text/subscriber_delivery.ts";
import { SubscriberDeliveryPanel } from "./SubscriberDeliveryPanel.tsx";
import { SubscriberDeliveryTable } from "./SubscriberDeliveryTable.tsx";

const PAGE_SIZE = 25;
const STATUSES = optionsOf(text.anyStatus, text.statuses);
const EVENTS = optionsOf(text.anyEvent, text.events);
const LIST = "subscriber-deliveries";
const sorting = makeLogSort(LIST);
const filter = makeAddressFilter(["status", "event", "subscriber"]);

const filterInAddress = () => ({
  status: queryOf("status") || undefined,
  eventType: queryOf("event") || undefined,
  subscriberId: queryOf("subscriber") || undefined,
  sort: sorting.value(),
  page: pageInAddress(),
  limit: PAGE_SIZE,
});

export default function SubscriberDeliveriesPage() {
  return <OnPage part="subscribers/deliveries">{() => <Deliveries />}</OnPage>;
}

function Deliveries() {
  const deliveries = createLiveListLoad("subscriberDeliveries", listSubscriberDeliveries, filterInAddress);
  const opened = () => Number(queryOf("delivery")) || 0;
  return (
    <>
      <ListPage
        list={LIST}
        counted={text.counted}
        head={{
          title: text.title,
          lead: text.lead,
          back: { href: pathOfChosen("subscribers"), label: text.back },
        }}
        filter={filter}
        sort={sorting.choice()}
        live={deliveries.mark()}
        filters={<Filters />}
        load={deliveries}
        empty={<EmptyList icon="send" words={filter.isSet() ? text.noMatch : text.empty} />}
      >
        {(rows) => <SubscriberDeliveryTable rows={rows()} onChanged={deliveries.reload} />}
      </ListPage>
      <Show when={opened()}>
        {(id) => (
          <SubscriberDeliveryPanel
            id={id()}
            onClose={() => setQuery({ delivery: "" })}
            onChanged={deliveries.reload}
          />
        )}
      </Show>
    </>
  );
}

function Filters() {
  return (
    <>
      <FilterBar
        filter={filter}
        words={text}
        isSlim
        fields={[
          { name: "status", label: text.status, options: () => STATUSES },
          { name: "event", label: text.event, options: () => EVENTS },
        ]}
      />
      <Show when={queryOf("subscriber")}>
        <Notice tone="info">
          <p>
            {text.ofOne} <a href={pathOfChosen("subscribers/deliveries")}>{text.ofAll}</a>
          </p>
        </Notice>
      </Show>
    </>
  );
}
