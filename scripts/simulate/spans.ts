import type { Random } from "./random.ts";

const MINUTE_MS = 60_000;

/** `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function* drawInQuarters(
  random: Random,
  { from, to }: Span,
  { chance, minutes }: { chance: number; minutes: readonly [number, ...number[]] },
): Generator<Span> {
  const partMs = (to - from) / 4;
  for (let at = from; at + partMs < to; at += partMs) {
    if (!random.chance(chance)) continue;
    const startsAt = Math.round(at + (random.next() * partMs) / 2);
    const lengthMs = Math.min(random.pick(minutes) * MINUTE_MS, partMs / 4);
    yield { from: startsAt, to: Math.round(startsAt + lengthMs) };
  }
}

export function isWithin(spans: readonly Span[], at: number): boolean {
  return spans.some(({ from, to }) => from <= at && at < to);
}

export function touches(spans: readonly Span[], { from, to }: Span): boolean {
  return spans.some((span) => span.from <= to && from < span.to);
}

export function firstFree(spans: readonly Span[], at: number): number {
  let free = at;
  for (;;) {
    const covering = spans.find(({ from, to }) => from <= free && free < to);
    if (!covering) return free;
    free = covering.to;
  }
}

export function findStretch(
  spans: readonly Span[],
  { from, to, lengthMs }: Span & { lengthMs: number },
): number | null {
  for (let at = firstFree(spans, from); at + lengthMs < to; ) {
    const next = Math.min(...spans.map((span) => span.from).filter((start) => start > at));
    if (next >= at + lengthMs) return at;
    at = firstFree(spans, next);
  }
  return null;
}
