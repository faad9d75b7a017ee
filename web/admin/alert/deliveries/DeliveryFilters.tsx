import type { Channel } from "../../../../src/schema/channel.ts";
import { choicesIn, makeAddressFilter, pageInAddress, periodInAddress } from "../../../lib/address_filter.ts";
import { optionsOf } from "../../../lib/options.ts";
import { queryOf } from "../../../lib/router.ts";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import { makeLogSort } from "../../../ui/log_sort.ts";
import type { DeliveryFilter } from "../../api/delivery.ts";
import { createMonitorFilter } from "../../live/monitor_options.ts";
import { text } from "../../text/delivery.ts";

const PAGE_SIZE = 25;
const STATUSES = optionsOf(text.anyStatus, text.statuses);
const EVENTS = optionsOf(text.anyEvent, text.events);

export const LIST = "deliveries";
export const filter = makeAddressFilter(["status", "channel", "monitor", "event", "from", "to"]);
export const sorting = makeLogSort(LIST);

export function DeliveryFilters(props: { channels: readonly Channel[] }) {
  const monitor = createMonitorFilter(text);
  return (
    <FilterBar
      filter={filter}
      words={text}
      isMany
      isSlim
      fields={[
        { name: "status", label: text.status, options: () => STATUSES },
        {
          name: "channel",
          label: text.channel,
          options: () => choicesIn("channel", text.anyChannel, props.channels),
        },
        monitor,
        { name: "event", label: text.event, options: () => EVENTS },
      ]}
    />
  );
}

export function filterInAddress(): DeliveryFilter {
  return {
    status: queryOf("status") || undefined,
    channelId: queryOf("channel") || undefined,
    monitorId: queryOf("monitor") || undefined,
    eventType: queryOf("event") || undefined,
    ...periodInAddress(),
    sort: sorting.value(),
    page: pageInAddress(),
    limit: PAGE_SIZE,
  };
}
