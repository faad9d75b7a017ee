import { type Accessor, createMemo } from "solid-js";
import type { Entry } from "../../live/entry.ts";
import { withoutFolded } from "./folded_groups.ts";
import { groupByTag, type Line, type Sort } from "./list_rules.ts";

/** Unchanged lines stay the same objects, so their rows are not redrawn. */
export function createLines(
  shown: Accessor<readonly Entry[]>,
  { isGrouped, sort, round }: { isGrouped: Accessor<boolean>; sort: Accessor<Sort>; round: () => unknown },
): Accessor<readonly Line[]> {
  const plain = new WeakMap<Entry, Line>();
  const toLine = (entry: Entry): Line => {
    const known = plain.get(entry);
    if (known) return known;
    const made: Line = { kind: "monitor", key: String(entry.id), entry };
    plain.set(entry, made);
    return made;
  };
  let before = new Map<string, Line>();
  return createMemo(() => {
    if (!isGrouped()) return shown().map(toLine);
    round();
    const lines = withoutFolded(groupByTag(shown(), sort())).map((line) => {
      const known = before.get(`${line.kind} ${line.key}`);
      return known && isSame(known, line) ? known : line;
    });
    before = new Map(lines.map((line) => [`${line.kind} ${line.key}`, line]));
    return lines;
  });
}

function isSame(a: Line, b: Line): boolean {
  if (a.kind === "monitor") return b.kind === "monitor" && a.entry === b.entry;
  return b.kind === "group" && a.count === b.count && a.failing === b.failing && a.color === b.color;
}
