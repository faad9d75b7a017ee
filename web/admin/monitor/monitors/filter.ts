import type { Monitor } from "../../../../src/schema/monitor.ts";
import { SHOWN_STATUSES } from "../../../../src/schema/shown_status.ts";
import { language } from "../../../lib/language.ts";
import { queryOf } from "../../../lib/router.ts";
import { text } from "../../text/monitor.ts";
import { shownStatus } from "./status.ts";
import type { Entry } from "./store.ts";

type Sort = keyof typeof text.sorts;

interface Filter {
  search: string;
  status: string;
  type: string;
  tag: string;
  sort: Sort;
}

export const SORTS = Object.keys(text.sorts) as Sort[];

export function filterInAddress(): Filter {
  const wanted = queryOf("sort");
  return {
    search: queryOf("search").trim().toLowerCase(),
    status: queryOf("status"),
    type: queryOf("type"),
    tag: queryOf("tag"),
    sort: SORTS.find((sort) => sort === wanted) ?? "name",
  };
}

export function applyFilter(entries: readonly Entry[], filter: Filter): Entry[] {
  return entries.filter((entry) => isWanted(entry.peek(), filter)).sort(comparer(filter.sort));
}

function isWanted(monitor: Monitor, { search, status, type, tag }: Filter): boolean {
  return (
    (status === "" || shownStatus(monitor) === status) &&
    (type === "" || monitor.type === type) &&
    (tag === "" || monitor.tags.some(({ label }) => label === tag)) &&
    (search === "" ||
      monitor.name.toLowerCase().includes(search) ||
      monitor.tags.some(({ label }) => label.toLowerCase().includes(search)))
  );
}

const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });

function comparer(sort: Sort): (a: Entry, b: Entry) => number {
  const rank: Record<Sort, (monitor: Monitor) => number | string> = {
    name: () => 0,
    status: (monitor) => SHOWN_STATUSES.indexOf(shownStatus(monitor)),
    type: ({ type }) => type,
    checked: ({ lastCheckedAt }) => -(lastCheckedAt ?? 0),
    response: ({ responseMs }) => -(responseMs ?? -1),
  };
  const of = rank[sort];
  return (left, right) => {
    const [a, b] = [left.peek(), right.peek()];
    const [x, y] = [of(a), of(b)];
    const order =
      typeof x === "number" && typeof y === "number" ? x - y : collator.compare(String(x), String(y));
    return order || collator.compare(a.name, b.name) || a.id - b.id;
  };
}

/** Every tag in use, by name, each with the colour it was first met with. */
export function tagsOf(entries: readonly Entry[]): { label: string; color: string }[] {
  const found = new Map<string, string>();
  for (const entry of entries) {
    for (const { label, color } of entry.peek().tags) if (!found.has(label)) found.set(label, color);
  }
  return [...found]
    .map(([label, color]) => ({ label, color }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
