import { makeAddressFilter, pageInAddress } from "../../../lib/address_filter.ts";
import { queryOf } from "../../../lib/router.ts";
import { makeLogSort } from "../../../ui/log_sort.ts";
import type { IncidentFilter } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";

export const STATES = (["open", "draft", "resolved", "all"] as const).map((value) => ({
  value,
  label: text.states[value],
}));

export const LIST = "incidents";
export const filter = makeAddressFilter(["state", "search", "monitor"]);
export const sorting = makeLogSort(LIST);

type State = (typeof STATES)[number]["value"];

export function stateInAddress(): State {
  return STATES.find(({ value }) => value === queryOf("state"))?.value ?? "open";
}

export function filterInAddress(): IncidentFilter {
  const state = stateInAddress();
  return {
    state: state === "all" ? undefined : state,
    monitorId: queryOf("monitor") || undefined,
    search: queryOf("search") || undefined,
    sort: sorting.value(),
    page: pageInAddress(),
  };
}
