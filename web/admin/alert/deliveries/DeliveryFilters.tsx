import { createMemo } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { makeAddressFilter, pageInAddress, periodInAddress } from "../../../lib/address_filter.ts";
import { choicesOf, optionsOf } from "../../../lib/options.ts";
import { queryOf } from "../../../lib/router.ts";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import type { DeliveryFilter } from "../../api/delivery.ts";
import { monitorChoices } from "../../monitor/monitors/options.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/delivery.ts";

const PAGE_SIZE = 25;
const STATUSES = optionsOf(text.anyStatus, text.statuses);
const EVENTS = optionsOf(text.anyEvent, text.events);

export const filter = makeAddressFilter(["status", "channel", "monitor", "event", "from", "to"]);

export function DeliveryFilters(props: { channels: readonly Channel[] }) {
  followMonitors();
  const channels = createMemo(() => {
    const found = props.channels.map(({ id, name }) => ({ id, label: name }));
    return choicesOf(text.anyChannel, found, queryOf("channel"));
  });
  const monitors = createMemo(() => monitorChoices(text.anyMonitor));
  return (
    <FilterBar
      filter={filter}
      label={text.filters}
      clear={text.clear}
      isMany
      fields={[
        { name: "status", label: text.status, options: () => STATUSES },
        { name: "channel", label: text.channel, options: channels },
        { name: "monitor", label: text.monitor, options: monitors },
        { name: "event", label: text.event, options: () => EVENTS },
        { name: "from", label: text.from },
        { name: "to", label: text.to },
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
    page: pageInAddress(),
    limit: PAGE_SIZE,
  };
}
