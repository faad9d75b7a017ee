import { describe, expect, it } from "vitest";
import { componentTree } from "../../../src/domain/page/component_tree.ts";
import { layoutTree } from "../../../src/schema/layout.ts";

const card = (id: string, monitorId: number, grid?: object) => ({ id, type: "monitor", monitorId, grid });

describe("componentTree", () => {
  it("lists each monitor once, in its group if possible, in the order of the page", () => {
    const tree = layoutTree.parse({
      id: "root",
      type: "page",
      children: [
        card("late", 9, { x: 0, y: 20, w: 1, h: 2 }),
        { id: "line", type: "divider", grid: { x: 0, y: 4, w: 3, h: 1 } },
        { id: "chart", type: "chart", monitorId: 1, grid: { x: 0, y: 0, w: 3, h: 3 } },
        { id: "only", type: "chart", monitorId: 3, grid: { x: 2, y: 5, w: 1, h: 3 } },
        {
          id: "shop",
          type: "group",
          label: "Shop",
          grid: { x: 0, y: 6, w: 3, h: 4 },
          children: [card("a", 1), card("b", 2), { id: "t", type: "text", markdown: "Hi" }],
        },
        { id: "empty", type: "group", label: "Empty", grid: { x: 0, y: 30, w: 3, h: 4 }, children: [] },
      ],
    });
    expect(componentTree(tree)).toEqual([3, { groupId: "shop", name: "Shop", monitorIds: [1, 2] }, 9]);
  });
});
