import { SHOWN_STATUSES, type ShownStatus } from "../../../src/schema/shown_status.ts";
import type { Entry } from "../live/entry.ts";
import { isFailing, shownStatus } from "../live/shown_status.ts";

const MOST_TAGS = 12;

export interface TagStrip {
  tag: { label: string; color: string };
  total: number;
  failing: number;
  counts: readonly { status: ShownStatus; count: number }[];
}

export function stripsOf(entries: readonly Entry[]): { strips: TagStrip[]; more: number } {
  const found = new Map<string, { color: string; failing: number; counts: Map<ShownStatus, number> }>();
  for (const entry of entries) {
    const monitor = entry.peek();
    const status = shownStatus(monitor);
    for (const { label, color } of monitor.tags) {
      const own = found.get(label) ?? { color, failing: 0, counts: new Map() };
      own.counts.set(status, (own.counts.get(status) ?? 0) + 1);
      if (isFailing(monitor)) own.failing++;
      found.set(label, own);
    }
  }
  const strips = [...found].map(([label, { color, failing, counts }]) => ({
    tag: { label, color },
    failing,
    total: counts.values().reduce((sum, count) => sum + count, 0),
    counts: SHOWN_STATUSES.flatMap((status) => {
      const count = counts.get(status);
      return count === undefined ? [] : { status, count };
    }),
  }));
  strips.sort(
    (a, b) =>
      Number(b.failing > 0) - Number(a.failing > 0) ||
      b.total - a.total ||
      a.tag.label.localeCompare(b.tag.label),
  );
  return { strips: strips.slice(0, MOST_TAGS), more: Math.max(0, strips.length - MOST_TAGS) };
}
