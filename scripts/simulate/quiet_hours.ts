import type { Random } from "./random.ts";
import type { Channel, Policy } from "./scenario.ts";
import type { Span } from "./spans.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Quiet hours only get shorter, so a channel that learns of it late sends nothing early. */
export interface QuietChange {
  at: number;
  /** `null` turns them off. */
  end: string | null;
}

type QuietHours = NonNullable<Policy["quietHours"]>;

export function drawQuietHours(random: Random): QuietHours {
  const start = random.whole(0, 23);
  const end = (start + random.whole(1, 3)) % 24;
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:30`;
  return {
    enabled: true,
    start: clock(start),
    end: clock(end),
    timezone: "UTC",
    mode: random.pick(["defer", "suppress"]),
  };
}

export function drawQuietChange(
  random: Random,
  busy: Span,
): { quietHours: QuietHours; quietChange: QuietChange } | null {
  if (!random.chance(0.15)) return null;
  const from = busy.from + random.whole(0, (busy.to - busy.from) / MINUTE_MS - 1) * MINUTE_MS;
  const to = from + random.whole(60, 180) * MINUTE_MS;
  const draw = () => from + Math.round(random.next() * (Math.min(to, busy.to) - from));
  const quietHours = { start: clockAt(from), end: clockAt(to), timezone: "UTC", mode: "defer" } as const;
  const end = random.chance(0.5) ? null : clockAt(Math.max(draw(), from + MINUTE_MS));
  return { quietHours: { enabled: true, ...quietHours }, quietChange: { at: draw(), end } };
}

export function quietSpans({ policy: { quietHours }, quietChange }: Channel, whole: Span): Span[] {
  if (!quietHours) return [];
  const before = listQuietHours(quietHours, whole);
  if (!quietChange) return before;
  const { at, end } = quietChange;
  const after = end === null ? [] : listQuietHours({ start: quietHours.start, end }, whole);
  return [...clip(before, { from: -Infinity, to: at }), ...clip(after, { from: at, to: Infinity })];
}

function listQuietHours(clocks: { start: string; end: string }, { from, to }: Span): Span[] {
  const [start, end] = [msOf(clocks.start), msOf(clocks.end)];
  const spans: Span[] = [];
  for (let day = Math.floor(from / DAY_MS) - 1; day * DAY_MS < to + DAY_MS; day++)
    spans.push({ from: day * DAY_MS + start, to: day * DAY_MS + end + (end <= start ? DAY_MS : 0) });
  return spans;
}

function clip(spans: readonly Span[], { from, to }: Span): Span[] {
  return spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to);
}

function clockAt(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

function msOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}
