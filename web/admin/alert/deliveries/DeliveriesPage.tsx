import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { ListPage } from "../../../ui/ListPage.tsx";
import { listChannels } from "../../api/channel.ts";
import { listDeliveries } from "../../api/delivery.ts";
import { createLiveListLoad } from "../../live/live_list.tsx";
import { text } from "../../text/delivery.ts";
import { DeliveryFilters, filter, filterInAddress, LIST, sorting } from "./DeliveryFilters.tsx";
import { DeliveryPanel } from "./DeliveryPanel.tsx";
import { DeliveryTable } from "./DeliveryTable.tsx";

export default function DeliveriesPage() {
  const channels = createLoad(listChannels);
  const deliveries = createLiveListLoad(LIST, listDeliveries, filterInAddress);
  const opened = () => Number(queryOf("delivery")) || 0;
  return (
    <>
      <ListPage
        list={LIST}
        counted={text.counted}
        head={{ title: text.title, lead: text.lead }}
        filter={filter}
        sort={sorting.choice()}
        live={deliveries.mark()}
        filters={<DeliveryFilters channels={channels.data() ?? []} />}
        load={deliveries}
        empty={<Nothing />}
      >
        {(rows) => <DeliveryTable rows={rows()} onChanged={deliveries.reload} />}
      </ListPage>
      <Show when={opened()}>
        {(id) => (
          <DeliveryPanel id={id()} onClose={() => setQuery({ delivery: "" })} onChanged={deliveries.reload} />
        )}
      </Show>
    </>
  );
}

function Nothing() {
  const toChannels = () => <ButtonLink href="/admin/channels">{text.toChannels}</ButtonLink>;
  return (
    <EmptyList
      icon="send"
      words={filter.isSet() ? text.noMatch : text.empty}
      add={filter.isSet() ? undefined : toChannels}
    />
  );
}
