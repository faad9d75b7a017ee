import { describe, expect, it } from "vitest";
import type { AnyNode } from "../../../src/domain/page/layout_edit.ts";
import { dividerNode, monitorNode } from "../../../src/schema/layout.ts";
import { type DrawnBlock, findDrop } from "../../../web/admin/page/builder/drop.ts";

const drawn: DrawnBlock[] = [
  { id: "wide", grid: { x: 0, y: 0, w: 3, h: 2 }, left: 0, top: 0, right: 300, bottom: 80 },
  { id: "one", grid: { x: 0, y: 2, w: 1, h: 2 }, left: 0, top: 90, right: 100, bottom: 170 },
  { id: "two", grid: { x: 1, y: 2, w: 1, h: 2 }, left: 100, top: 90, right: 200, bottom: 170 },
  {
    id: "group",
    grid: { x: 0, y: 4, w: 3, h: 4 },
    left: 0,
    top: 180,
    right: 300,
    bottom: 340,
    inside: {
      area: { left: 10, top: 220, right: 290, bottom: 330 },
      members: [
        { left: 10, top: 220, right: 290, bottom: 270 },
        { left: 10, top: 275, right: 290, bottom: 325 },
      ],
    },
  },
];
const monitor = (w: number): AnyNode =>
  monitorNode.parse({ id: "moved", type: "monitor", monitorId: 1, grid: { x: 0, y: 0, w, h: 2 } });
const drop = (x: number, y: number, node: AnyNode = monitor(1), grabbed = 0) =>
  findDrop({ x, y }, { drawn, width: 300, node, grabbed });

describe("findDrop", () => {
  it("drops before a block over its upper half, and after it over its lower half", () => {
    expect(drop(50, 100).spot).toEqual({ x: 0, y: 2 });
    expect(drop(150, 160).spot).toEqual({ x: 1, y: 4 });
  });

  it("uses the column under the pointer, as far as the block's width allows", () => {
    expect(drop(250, 120).spot).toEqual({ x: 2, y: 2 });
    expect(drop(250, 120, monitor(2)).spot).toEqual({ x: 1, y: 2 });
    expect(drop(250, 120, monitor(2), 1).spot).toEqual({ x: 1, y: 2 });
    expect(drop(150, 20, monitor(2), 1).spot).toEqual({ x: 0, y: 0 });
  });

  it("drops between the members of a group", () => {
    expect(drop(100, 225).spot).toEqual({ groupId: "group", index: 0 });
    expect(drop(100, 265).spot).toEqual({ groupId: "group", index: 1 });
    expect(drop(100, 328).spot).toEqual({ groupId: "group", index: 2 });
  });

  it("drops blocks that don't fit into a group above or below it", () => {
    const divider = dividerNode.parse({ id: "moved", type: "divider", grid: { x: 0, y: 0, w: 3, h: 1 } });
    expect(drop(100, 230, divider).spot).toEqual({ x: 0, y: 4 });
    expect(drop(100, 320, divider).spot).toEqual({ x: 0, y: 8 });
  });

  it("ignores the block being dragged", () => {
    expect(drop(50, 20, { ...monitor(3), id: "wide" }).spot).toEqual({ x: 0, y: 0 });
  });

  it("uses rows but no columns when blocks are stacked", () => {
    const node = { ...monitor(1), grid: { x: 2, y: 0, w: 1, h: 2 } };
    const found = findDrop({ x: 10, y: 100 }, { drawn, width: 300, node, isStacked: true });
    expect(found).toEqual({ spot: { x: 2, y: 2 }, line: { left: 0, top: 84, width: 300 } });
  });
});
