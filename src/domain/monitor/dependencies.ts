import type { MonitorState } from "./state.ts";

type DependencyGraph<Id> = ReadonlyMap<Id, readonly Id[]>;

export function findCycle<Id>(graph: DependencyGraph<Id>): Id[] | null {
  const done = new Set<Id>();
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const path = [start];
    const onPath = new Set(path);
    const ways = [(graph.get(start) ?? []).values()];
    // Iterative: an import may chain two thousand monitors.
    while (ways.length > 0) {
      const { value, done: isOver } = ways.at(-1)!.next();
      if (isOver) {
        ways.pop();
        const left = path.pop()!;
        onPath.delete(left);
        done.add(left);
      } else if (onPath.has(value)) {
        return path.slice(path.indexOf(value));
      } else if (!done.has(value)) {
        path.push(value);
        onPath.add(value);
        ways.push((graph.get(value) ?? []).values());
      }
    }
  }
  return null;
}

export function closureOf<Id>(graph: DependencyGraph<Id>, id: Id): Set<Id> {
  const closure = new Set(graph.get(id) ?? []);
  for (const member of closure) {
    for (const next of graph.get(member) ?? []) closure.add(next);
  }
  return closure;
}

export function hasFailed(
  state: Pick<MonitorState, "current" | "confirmed" | "hasBeenDown"> | undefined,
): boolean {
  return state?.current === "down" || state?.confirmed === "down" || state?.hasBeenDown === true;
}
