import type { Channel } from "../../../../src/schema/channel.ts";
import { makeAddressFilter } from "../../../lib/address_filter.ts";
import { makeListSort } from "../../../lib/list_memory.ts";
import { optionsOf } from "../../../lib/options.ts";
import { queryOf } from "../../../lib/router.ts";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import { channelLabel } from "../../api/channel_names.ts";
import { text } from "../../text/channel.ts";
import type { ChannelFilter, ChannelSort } from "./channel_list.ts";

export const LIST = "channels";
const STATES = optionsOf(text.anyState, { enabled: text.enabled, disabled: text.disabled });

export const filter = makeAddressFilter(["search", "state", "type"]);
export const sorting = () => makeListSort<ChannelSort>(LIST, ["worst", "name", "type"]);

export function ChannelFilters(props: { channels: readonly Channel[] }) {
  const types = () => {
    const used = [...new Set(props.channels.map(({ type }) => type))];
    return optionsOf(text.anyType, Object.fromEntries(used.map((type) => [type, channelLabel(type)])));
  };
  return (
    <FilterBar
      filter={filter}
      words={text}
      isSlim
      restMs={150}
      fields={[
        { name: "search", label: text.search, placeholder: text.searchPlaceholder },
        { name: "state", label: text.columns.state, options: () => STATES },
        { name: "type", label: text.type, options: types },
      ]}
    />
  );
}

export function filterInAddress(): ChannelFilter {
  return { search: queryOf("search").trim(), state: queryOf("state"), type: queryOf("type") };
}
