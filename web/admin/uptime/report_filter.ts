import { makeAddressFilter } from "../../lib/address_filter.ts";
import { queryOf } from "../../lib/router.ts";
import { parseDay, parseDayEnd } from "../../lib/time.ts";
import { zone } from "../../lib/zone.ts";
import type { FilterField } from "../../ui/FilterBar.tsx";
import { text } from "../text/report.ts";
import { PERIODS, type Period, type PeriodName, periodNamed, periodOf } from "./period.ts";
import { formatSorting, parseSorting, SORT_KEYS, type Sorting } from "./sorting.ts";

const NAMES = ["search", "statusPage", "period", "sort", "from", "to"] as const;
type Name = (typeof NAMES)[number];

export const PAGE_SIZE = 25;
export const ZONE = zone();

export const filter = makeAddressFilter(NAMES);

const PERIOD_OPTIONS = PERIODS.map((name, i) => ({ value: i === 0 ? "" : name, label: text.periods[name] }));
const SORT_OPTIONS = SORT_KEYS.flatMap((key) =>
  [false, true].map((isDescending) => ({
    value: formatSorting({ key, isDescending }),
    label: `${text.sorts[key]}, ${wayOf({ key, isDescending })}`,
  })),
);

function wayOf({ key, isDescending }: Sorting): string {
  if (key === "name") return isDescending ? text.nameDescending : text.nameAscending;
  return isDescending ? text.descending : text.ascending;
}

export function fieldsInAddress(
  pages: readonly { key: string; name: string }[],
): readonly FilterField<Name>[] {
  const days: readonly FilterField<Name>[] = [
    { name: "from", label: text.from },
    { name: "to", label: text.to },
  ];
  return [
    { name: "search", label: text.search, placeholder: text.searchPlaceholder },
    ...(pages.length > 1
      ? [{ name: "statusPage" as const, label: text.statusPage, options: () => pageOptions(pages) }]
      : []),
    { name: "period", label: text.period, options: () => PERIOD_OPTIONS },
    ...(periodInAddress() === "own" ? days : []),
    { name: "sort", label: text.sort, options: () => SORT_OPTIONS },
  ];
}

function pageOptions(pages: readonly { key: string; name: string }[]) {
  return [{ value: "", label: text.anyPage }, ...pages.map(({ key, name }) => ({ value: key, label: name }))];
}

function statusPageInAddress(): string | undefined {
  return queryOf("statusPage") || undefined;
}

function periodInAddress(): PeriodName {
  return periodNamed(queryOf("period"));
}

export function chosenInAddress(): {
  name: PeriodName;
  from: string;
  to: string;
  pageKey: string | undefined;
} {
  const [name, pageKey] = [periodInAddress(), statusPageInAddress()];
  const span = name === "own" ? { from: queryOf("from"), to: queryOf("to") } : { from: "", to: "" };
  return { name, pageKey, ...span };
}

export function spanOf(
  { name, from, to }: Pick<ReturnType<typeof chosenInAddress>, "name" | "from" | "to">,
  now: number,
): Period | null {
  if (name !== "own") return periodOf(name, now);
  const [first, last] = [parseDay(from), parseDayEnd(to)];
  return first === null || last === null ? null : { from: first, to: last + 1 };
}

export function sortingInAddress(): Sorting {
  return parseSorting(queryOf("sort"));
}

export function sortBy(key: Sorting["key"]): void {
  const now = sortingInAddress();
  filter.set("sort", formatSorting({ key, isDescending: now.key === key && !now.isDescending }));
}
