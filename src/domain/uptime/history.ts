import type { CheckStatus } from "../../schema/check_status.ts";

export type HistoryState = CheckStatus | "affected";

/**
 * A row of a monitor's history. Rows never overlap; time that no row covers has no state (paused,
 * never checked, the service's own absence). One row at most is open (`to` null) and is the last.
 * Maintenance makes no rows: windows may be changed later, so they are taken off when uptime is counted.
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

/** A write to the rows, found by their `from`; the writes of a check may be repeated as a whole, in order. */
export type HistoryWrite =
  | { kind: "open"; state: HistoryState; from: number; message: string }
  | { kind: "close"; from: number; to: number }
  | { kind: "remove"; from: number };

/**
 * Until when the open row counts. While checks come that is now; when they have stopped, the state has
 * not been known since the last one. The rows agree once checks come again.
 */
export function knownUntil(checkedAt: number | null, { gapMs, now }: { gapMs: number; now: number }): number {
  return checkedAt !== null && now - checkedAt > gapMs ? Math.min(checkedAt, now) : now;
}

/** Ends the open row at `to`; a row that would end where it starts goes away. */
export function closeOpen(open: OpenSegment | null, to: number): HistoryWrite[] {
  if (!open) return [];
  return to > open.from ? [{ kind: "close", from: open.from, to }] : [{ kind: "remove", from: open.from }];
}

/** Without what a clock that was ahead has recorded for the time of the row that goes on. */
export function withoutAhead(segments: readonly Segment[]): Segment[] {
  const open = segments.findLast(({ to }) => to === null);
  return segments.filter(({ from, to }) => !open || to === null || from < open.from);
}

/** Rows as the database has them, with the one that its watch has begun since. Newer rows than that one stay. */
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
