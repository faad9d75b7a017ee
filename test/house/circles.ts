interface Edge {
  from: string;
  to: string;
}

export function findCircles(edges: readonly Edge[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (at: string, path: readonly string[]): void => {
    const before = path.indexOf(at);
    if (before >= 0) circles.push([...path.slice(before), at].join(" -> "));
    if (before >= 0 || done.has(at)) return;
    for (const { to } of next.get(at) ?? []) walk(to, [...path, at]);
    done.add(at);
  };
  for (const start of next.keys()) walk(start, []);
  return circles;
}
