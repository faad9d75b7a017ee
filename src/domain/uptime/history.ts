import type { CheckStatus } from "../../schema/check_status.ts";

/** `from` inclusive, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function mergeSpans(spans: readonly Span[], range: Span): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const from = Math.max(span.from, range.from);
    const to = Math.min(span.to, range.to);
    const last = merged.at(-1);
    if (to <= from) continue;
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

export function* withoutSpans<T extends Span>(spans: Iterable<T>, holes: readonly Span[]): Generator<T> {
  let next = 0;
  for (const span of spans) {
    while (next < holes.length && holes[next]!.to <= span.from) next += 1;
    let from = span.from;
    for (let i = next; i < holes.length && holes[i]!.from < span.to; i += 1) {
      const hole = holes[i]!;
      if (hole.from > from) yield { ...span, from, to: hole.from };
      from = hole.to;
    }
    if (from < span.to) yield { ...span, from };
  }
}

/** Both are sorted. Yields which two cuts each piece lies between; drops the rest. */
export function* cutSpans<T extends Span>(
  spans: Iterable<T>,
  cuts: readonly number[],
): Generator<[number, T]> {
  let index = 0;
  for (const span of spans) {
    while (index < cuts.length - 1 && cuts[index + 1]! <= span.from) index += 1;
    for (let i = index; i < cuts.length - 1 && cuts[i]! < span.to; i += 1) {
      const from = Math.max(span.from, cuts[i]!);
      const to = Math.min(span.to, cuts[i + 1]!);
      if (to > from) yield [i, { ...span, from, to }];
    }
  }
}

export type HistoryState = CheckStatus | "affected";

/**
 * Rows never overlap. Time without a row has no state (paused, never checked, service away). At most one row
 * is open (`to` is null): the last. Maintenance has no rows, since windows may change later; it is subtracted
 * when uptime is computed.
 */
export interface Segment {
  state: HistoryState;
  from: number;
  to: number | null;
  message: string;
}

export interface OpenSegment {
  state: HistoryState;
  from: number;
}

/** Finds rows by `from`. A check's writes can be repeated as a whole, in order. */
export type HistoryWrite =
  | { kind: "open"; state: HistoryState; from: number; message: string }
  | { kind: "close"; from: number; to: number }
  | { kind: "remove"; from: number };

export function knownUntil(checkedAt: number | null, { gapMs, now }: { gapMs: number; now: number }): number {
  return checkedAt !== null && now - checkedAt > gapMs ? Math.min(checkedAt, now) : now;
}

/** A row that would end where it starts is deleted. */
export function closeOpen(open: OpenSegment | null, to: number): HistoryWrite[] {
  if (!open) return [];
  return to > open.from ? [{ kind: "close", from: open.from, to }] : [{ kind: "remove", from: open.from }];
}

/** Drops rows that a clock running ahead recorded during the open row. */
export function withoutAhead(segments: readonly Segment[]): Segment[] {
  const open = segments.findLast(({ to }) => to === null);
  return segments.filter(({ from, to }) => !open || to === null || from < open.from);
}

export function withOpen(segments: readonly Segment[], open: OpenSegment | null): Segment[] {
  const last = segments.at(-1);
  if (!open || (last && last.from > open.from)) return [...segments];
  const before = segments.filter(({ from }) => from < open.from);
  const ended = before.map((row) =>
    row.to === null || row.to > open.from ? { ...row, to: open.from } : row,
  );
  const known = last?.from === open.from && last.state === open.state ? last.message : "";
  return [...ended, { ...open, to: null, message: known }];
}
