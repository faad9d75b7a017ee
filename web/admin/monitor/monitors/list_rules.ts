import { isFoundBy } from "../../../../src/domain/monitor/search.ts";
import type { ListedMonitor } from "../../../../src/schema/listed_monitor.ts";
import { SHOWN_STATUSES } from "../../../../src/schema/shown_status.ts";
import { language } from "../../../lib/language.ts";
import type { Entry } from "../../live/entry.ts";
import { isFailing, shownStatus } from "../../live/shown_status.ts";
import type { text } from "../../text/monitor.ts";

export type Sort = keyof typeof text.sorts;

export interface Filter {
  search: string;
  status: string;
  type: string;
  tag: string;
}

export function isWanted(monitor: ListedMonitor, { search, status, type, tag }: Filter): boolean {
  return (
    (status === "" || shownStatus(monitor) === status) &&
    (type === "" || monitor.type === type) &&
    (tag === "" || monitor.tags.some(({ label }) => label === tag)) &&
    isFoundBy(search, monitor)
  );
}

const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });

const RANKS: Record<Sort, (monitor: ListedMonitor) => number> = {
  status: (monitor) => SHOWN_STATUSES.indexOf(shownStatus(monitor)),
  name: () => 0,
  type: () => 0,
  checked: ({ lastCheckedAt }) => -(lastCheckedAt ?? 0),
  response: ({ responseMs }) => -(responseMs ?? -1),
};

/** Comparing thousands of names is slow, so their order is kept until a name changes. */
export function makeSorter(): (entries: readonly Entry[], sort: Sort) => Entry[] {
  let names: readonly string[] = [];
  let known: readonly Entry[] = [];
  let ordered: readonly Entry[] = [];
  return (entries, sort) => {
    const now = entries.map((entry) => entry.peek().name);
    if (
      entries.length !== known.length ||
      entries.some((entry, i) => entry !== known[i] || now[i] !== names[i])
    )
      ordered = [...entries].sort((a, b) => collator.compare(a.peek().name, b.peek().name) || a.id - b.id);
    names = now;
    known = entries;
    if (sort === "type") return [...ordered].sort((a, b) => collator.compare(a.peek().type, b.peek().type));
    return ordered
      .map((entry) => ({ entry, rank: RANKS[sort](entry.peek()) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ entry }) => entry);
  };
}

export function keepList(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
  return before.length === after.length && after.every((entry, at) => entry === before[at]) ? before : after;
}

export type Line =
  | { kind: "monitor"; key: string; entry: Entry }
  | { kind: "group"; key: string; label: string; color: string | null; count: number; failing: number };

/** Untagged monitors come last. Groups follow the order of their first monitor, which keeps the worst at the top. */
export function groupByTag(entries: readonly Entry[], sort: Sort): Line[] {
  const groups = new Map<string, { color: string | null; entries: Entry[] }>();
  for (const entry of entries) {
    const { tags } = entry.peek();
    for (const { label, color } of tags.length > 0 ? tags : [{ label: "", color: null }]) {
      const group = groups.get(label) ?? { color, entries: [] };
      group.entries.push(entry);
      groups.set(label, group);
    }
  }
  const named = [...groups].sort(([a], [b]) => {
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    return sort === "status" ? 0 : collator.compare(a, b);
  });
  return named.flatMap(([label, { color, entries }]): Line[] => {
    const failing = entries.filter((entry) => isFailing(entry.peek())).length;
    const head: Line = { kind: "group", key: label, label, color, count: entries.length, failing };
    return [
      head,
      ...entries.map((entry): Line => ({ kind: "monitor", key: `${label}\n${entry.id}`, entry })),
    ];
  });
}

export function tagsOf(entries: readonly Entry[]): { label: string; color: string }[] {
  const found = new Map<string, string>();
  for (const entry of entries) {
    for (const { label, color } of entry.peek().tags) if (!found.has(label)) found.set(label, color);
  }
  return [...found]
    .map(([label, color]) => ({ label, color }))
    .sort((a, b) => collator.compare(a.label, b.label));
}
