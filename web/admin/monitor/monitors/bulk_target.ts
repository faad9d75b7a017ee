import type { Filter } from "./list_rules.ts";

export type BulkTarget = { ids: number[] } | { filter: Partial<Omit<Filter, "status">> };

/**
 * All matches are sent as their filter, however many. Statuses change by the second, so a status filter sends the ids
 * instead.
 */
export function targetOf(
  { ids, isAll }: { ids: readonly number[]; isAll: boolean },
  { status, ...filter }: Filter,
): BulkTarget {
  if (!isAll || status !== "") return { ids: [...ids] };
  return { filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "")) };
}
