import type { CheckStatus } from "../../schema/check_status.ts";

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
