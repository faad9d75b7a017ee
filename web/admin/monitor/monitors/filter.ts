import { makeAddressFilter } from "../../../lib/address_filter.ts";
import { makeListSort } from "../../../lib/list_memory.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import type { Filter, Sort } from "./list_rules.ts";

export const LIST = "monitors";
export const SORTS = ["status", "name", "type", "checked", "response"] as const satisfies readonly Sort[];

export const filter = makeAddressFilter(["search", "status", "type", "tag"]);
export const sorting = () => makeListSort<Sort>(LIST, SORTS);

export function filterInAddress(): Filter {
  return {
    search: queryOf("search").trim(),
    status: queryOf("status"),
    type: queryOf("type"),
    tag: queryOf("tag"),
  };
}

export function isGrouped(): boolean {
  return queryOf("group") === "tag";
}

export function setGrouped(isGrouped: boolean): void {
  setQuery({ group: isGrouped ? "tag" : "" });
}
