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
