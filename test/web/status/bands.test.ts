import { describe, expect, it } from "vitest";
import type { LayoutNode } from "../../../src/schema/layout.ts";
import { arrangeBands, bandRules } from "../../../web/status/bands.ts";

function block(id: string, [x, y, w, h]: readonly [number, number, number, number]): LayoutNode {
  return { id, type: "divider", grid: { x, y, w, h } };
}

function drawn(nodes: readonly LayoutNode[]): string[] {
  return arrangeBands(nodes).map(({ blocks }) =>
    blocks.map(({ node, x, w, from, to }) => `${node.id}@${x}+${w}:${from}-${to}`).join(" "),
  );
}

describe("arrangeBands", () => {
  it("orders blocks by row, then by column", () => {
    const nodes = [block("c", [0, 4, 3, 2]), block("b", [1, 0, 2, 4]), block("a", [0, 0, 1, 4])];
    expect(drawn(nodes)).toEqual(["a@0+1:1-2 b@1+2:1-2", "c@0+3:1-2"]);
  });

  it("makes one row of blocks that start together, whatever their height in the builder", () => {
    expect(drawn([block("a", [0, 0, 1, 5]), block("b", [1, 0, 1, 9])])).toEqual(["a@0+1:1-2 b@1+1:1-2"]);
  });

  it("puts a tall block next to several others", () => {
    const nodes = [block("tall", [0, 0, 1, 6]), block("one", [1, 0, 2, 2]), block("two", [1, 2, 2, 4])];
    expect(drawn(nodes)).toEqual(["tall@0+1:1-3 one@1+2:1-2 two@1+2:2-3"]);
    expect(bandRules(arrangeBands(nodes))).toBe(
      "@media (min-width:768px){.rows-2{grid-template-rows:auto 1fr}.row-1-3{grid-row:1/3}.row-1-2{grid-row:1/2}.row-2-3{grid-row:2/3}}",
    );
  });

  it("drops empty rows, and needs no rules for simple rows", () => {
    const nodes = [block("a", [0, 3, 3, 2]), block("b", [0, 900, 3, 2])];
    expect(drawn(nodes)).toEqual(["a@0+3:1-2", "b@0+3:1-2"]);
    expect(bandRules(arrangeBands(nodes))).toBe("");
  });

  it("keeps a block inside the three columns, and puts one without a position last", () => {
    expect(drawn([{ id: "free", type: "divider" }, block("wide", [2, 0, 3, 1])])).toEqual([
      "wide@2+1:1-2",
      "free@0+3:1-2",
    ]);
  });
});
