import type { LayoutNode, LayoutTree } from "../../schema/layout.ts";

interface ComponentGroup {
  groupId: string;
  name: string;
  monitorIds: number[];
}

export function componentTree({ children }: LayoutTree): (ComponentGroup | number)[] {
  const inOrder = [...children].sort((a, b) => placeOf(a) - placeOf(b));
  const seen = new Set<number>();
  const takeNew = (ids: readonly number[]) =>
    ids.filter((monitorId) => !seen.has(monitorId) && seen.add(monitorId));
  const groups = new Map(
    inOrder.flatMap((node) => {
      if (node.type !== "group") return [];
      const ids = node.children.flatMap((child) => (child.type === "monitor" ? [child.monitorId] : []));
      return [[node.id, { groupId: node.id, name: node.label, monitorIds: takeNew(ids) }] as const];
    }),
  );
  return inOrder.flatMap((node): (ComponentGroup | number)[] => {
    if (node.type === "monitor" || node.type === "chart") return takeNew([node.monitorId]);
    const group = groups.get(node.id);
    return group && group.monitorIds.length > 0 ? [group] : [];
  });
}

function placeOf({ grid }: LayoutNode): number {
  return grid ? grid.y * 3 + grid.x : 0;
}
