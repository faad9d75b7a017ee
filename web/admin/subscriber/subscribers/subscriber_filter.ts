import { makeAddressFilter, pageInAddress } from "../../../lib/address_filter.ts";
import { optionsOf } from "../../../lib/options.ts";
import { queryOf } from "../../../lib/router.ts";
import type { FilterField } from "../../../ui/FilterBar.tsx";
import { makeLogSort } from "../../../ui/log_sort.ts";
import type { SubscriberFilter } from "../../api/subscriber.ts";
import { text } from "../../text/subscriber.ts";

const PAGE_SIZE = 25;
const NAMES = ["search", "status", "type"] as const;
const STATUSES = optionsOf(text.anyStatus, text.statuses);
const TYPES = optionsOf(text.anyType, text.types);

export const LIST = "subscribers";
export const filter = makeAddressFilter(NAMES);
export const sorting = makeLogSort(LIST);

export const FIELDS: readonly FilterField<(typeof NAMES)[number]>[] = [
  { name: "search", label: text.search, placeholder: text.searchPlaceholder },
  { name: "status", label: text.status, options: () => STATUSES },
  { name: "type", label: text.type, options: () => TYPES },
];

export function chosenByFilter(): Pick<SubscriberFilter, (typeof NAMES)[number]> {
  return {
    search: queryOf("search") || undefined,
    status: queryOf("status") || undefined,
    type: queryOf("type") || undefined,
  };
}

export function filterInAddress(): SubscriberFilter {
  return { ...chosenByFilter(), sort: sorting.value(), page: pageInAddress(), limit: PAGE_SIZE };
}
