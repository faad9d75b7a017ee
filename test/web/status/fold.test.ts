import { describe, expect, it } from "vitest";
import type { GroupNode, LayoutNode } from "../../../src/schema/layout.ts";
import { layoutTree } from "../../../src/schema/layout.ts";
import { arrangeBands } from "../../../web/status/bands.ts";
import { MEMBERS_PER_PART, partsOf, sizeOf, topsOf, turnOf } from "../../../web/status/fold.ts";

const BELOW = { showUptimeBar: true, uptimeBarPosition: "below" };
const EVERYTHING = {
  site: { showHero: 1 as const },
  charts: {},
  incidents: [],
  findMonitor: (id: number): unknown => id,
};

function blocks(children: readonly unknown[]): LayoutNode[] {
  return layoutTree.parse({ id: "root", type: "page", children }).children;
}

function members(count: number, more: object = {}) {
  return Array.from({ length: count }, (_, n) => ({
    id: `m${n}`,
    type: "monitor",
    monitorId: n + 1,
    ...BELOW,
    ...more,
  }));
}

function turns(children: readonly unknown[], content: Partial<typeof EVERYTHING> = {}): string[] {
  return topsOf(arrangeBands(blocks(children)), { ...EVERYTHING, ...content }).map(turnOf);
}

const group = (id: string, count: number) => ({ id, type: "group", label: id, children: members(count) });

describe("deferred blocks", () => {
  it("are surely below the first screen, and later the farther they are down", () => {
    expect(turns(["a", "b", "c", "d", "e"].map((id) => group(id, 5)))).toEqual([
      "",
      "",
      " turn-2",
      " turn-3",
      " turn-4",
    ]);
  });

  it("don't count missing monitors or blocks that may be a single line", () => {
    const isGone = { findMonitor: () => undefined };
    expect(turns([group("a", 40), group("b", 1)])).toEqual(["", " turn-5"]);
    expect(turns([group("a", 40), group("b", 1)], isGone)).toEqual(["", ""]);
    expect(turns(Array.from({ length: 12 }, (_, n) => ({ id: `t${n}`, type: "text" }))).join("")).toBe("");
  });

  it("count side-by-side blocks once", () => {
    const beside = [0, 1, 2].map((x) => ({ ...group(`g${x}`, 6), grid: { x, y: 0, w: 1, h: 9 } }));
    expect(turns([...beside, { id: "after", type: "divider" }])).toEqual(["", " turn-1"]);
  });
});

describe("the size of a block that isn't rendered yet", () => {
  const sizes = (children: readonly unknown[], content: Partial<typeof EVERYTHING> = {}) =>
    blocks(children).map((node) => sizeOf(node, { ...EVERYTHING, ...content }));

  it("counts a group's members in eights and ones", () => {
    expect(sizes([group("a", 3), group("b", 8), group("c", 21), group("d", 500)])).toEqual([
      " n3",
      " p1",
      " p2 n5",
      " p8 n4",
    ]);
    expect(sizes([group("a", 3)], { findMonitor: (id) => (id > 1 ? id : undefined) })).toEqual([" n2"]);
  });

  it("knows one-line monitors, lone monitors and charts", () => {
    const compact = members(2, { cardVariant: "compact" });
    expect(
      sizes([
        { id: "g", type: "group", label: "g", children: compact },
        ...members(1),
        { id: "c", type: "chart", monitorId: 1, chartH: 5 },
        { id: "t", type: "text" },
      ]),
    ).toEqual([" n2 low", " alone n1", " c5", ""]);
  });
});

describe("the parts of a group", () => {
  const partsIn = (node: unknown) => partsOf((blocks([node])[0] as GroupNode).children, 12);

  it("have eight members each, and the last one the rest", () => {
    expect(partsIn(group("g", 2 * MEMBERS_PER_PART + 3)).map(({ nodes }) => nodes.length)).toEqual([
      MEMBERS_PER_PART,
      MEMBERS_PER_PART,
      3,
    ]);
  });

  it("are lower for one-line members, and come later the farther they are below", () => {
    const low = partsIn({
      id: "g",
      type: "group",
      label: "g",
      children: members(20, { cardVariant: "compact" }),
    });
    expect(low.map(({ isLow, top }) => [isLow, top])).toEqual([
      [true, 15],
      [true, 35],
      [true, 55],
    ]);
    expect(partsIn(group("g", 20)).map(({ isLow, top }) => [isLow, turnOf(top)])).toEqual([
      [false, ""],
      [false, " turn-2"],
      [false, " turn-3"],
    ]);
  });
});
