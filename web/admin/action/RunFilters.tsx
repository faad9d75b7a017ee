import type { Action } from "../../../src/schema/action.ts";
import { choicesIn, makeAddressFilter, pageInAddress, periodInAddress } from "../../lib/address_filter.ts";
import { optionsOf } from "../../lib/options.ts";
import { queryOf } from "../../lib/router.ts";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { makeLogSort } from "../../ui/log_sort.ts";
import type { RunFilter } from "../api/action.ts";
import { createMonitorFilter } from "../live/monitor_options.ts";
import { text as actionText } from "../text/action.ts";

const text = actionText.run;
const PAGE_SIZE = 25;
const STATUSES = optionsOf(text.anyStatus, text.statuses);

export const LIST = "runs";
export const filter = makeAddressFilter(["action", "monitor", "status", "from", "to"]);
export const sorting = makeLogSort(LIST);

export function RunFilters(props: { actions: readonly Action[] }) {
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
          name: "action",
          label: text.action,
          options: () => choicesIn("action", text.anyAction, props.actions),
        },
        monitor,
      ]}
    />
  );
}

export function filterInAddress(): RunFilter {
  return {
    actionId: queryOf("action") || undefined,
    monitorId: queryOf("monitor") || undefined,
    status: queryOf("status") || undefined,
    ...periodInAddress(),
    sort: sorting.value(),
    page: pageInAddress(),
    limit: PAGE_SIZE,
  };
}
