import type { Filter } from "./list_rules.ts";

export type BulkTarget = { ids: number[] } | { filter: Partial<Omit<Filter, "status">> };

/**
 * All that match are told to the server as their filter, however many they are. Statuses change by the second: of what
 * was chosen by one, those that were seen are meant.
 */
export function targetOf(
  { ids, isAll }: { ids: readonly number[]; isAll: boolean },
  { status, ...filter }: Filter,
): BulkTarget {
  if (!isAll || status !== "") return { ids: [...ids] };
  return { filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== "")) };
}
