import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heightOf } from "../../../src/domain/page/layout.ts";
import {
  type AnyNode,
  addNode,
  compact,
  type Direction,
  findNode,
  freeId,
  gridOf,
  membersOf,
  moveNode,
  removeNode,
  resizeNode,
  stepNode,
  updateNode,
} from "../../../src/domain/page/layout_edit.ts";
import {
  dividerNode,
  groupNode,
  type LayoutNode,
  type LayoutTree,
  layoutTree,
  monitorNode,
} from "../../../src/schema/layout.ts";

const EMPTY: LayoutTree = { id: "root", type: "page", children: [] };
const monitor = (id: string) => monitorNode.parse({ id, type: "monitor", monitorId: 1 });
const group = (id: string, members: string[] = []) =>
  groupNode.parse({ id, type: "group", label: id, children: members.map(monitor) });
const divider = (id: string) => dividerNode.parse({ id, type: "divider" });

const drawn = (tree: LayoutTree) =>
  tree.children.map((node) => {
    const { x, y, w } = gridOf(node);
    return `${node.id}:${x},${y},${w}`;
  });
const membersIn = (tree: LayoutTree, id: string) =>
  membersOf(tree.children.find((node) => node.id === id) as LayoutNode).map((node) => node.id);
const build = (...nodes: AnyNode[]) => nodes.reduce((tree, node) => addNode(tree, node), EMPTY);

describe("addNode", () => {
  it("adds a block below all others, at full width", () => {
    expect(drawn(build(monitor("a"), monitor("b")))).toEqual(["a:0,0,3", "b:0,2,3"]);
  });

  it("inserts a block before the one at its position", () => {
    const tree = addNode(build(monitor("a"), monitor("b")), monitor("c"), { x: 0, y: 2 });
    expect(drawn(tree)).toEqual(["a:0,0,3", "c:0,2,3", "b:0,4,3"]);
  });

  it("adds only monitors and texts to a group", () => {
    const tree = build(group("g", ["a", "b"]));
    expect(membersIn(addNode(tree, monitor("c"), { groupId: "g", index: 1 }), "g")).toEqual(["a", "c", "b"]);
    expect(addNode(tree, divider("d"), { groupId: "g", index: 0 })).toBe(tree);
  });
});

describe("resizeNode", () => {
  it("makes room next to a block for another", () => {
    const narrow = resizeNode(build(monitor("a"), monitor("b")), "a", 1);
    const both = resizeNode(narrow, "b", 2);
    expect(drawn(moveNode(both, "b", { x: 1, y: 0 }))).toEqual(["a:0,0,1", "b:1,0,2"]);
  });

  it("keeps a block inside the columns", () => {
    const right = moveNode(resizeNode(build(monitor("a")), "a", 1), "a", { x: 9, y: 0 });
    expect(drawn(right)).toEqual(["a:2,0,1"]);
    expect(drawn(resizeNode(right, "a", 2))).toEqual(["a:1,0,2"]);
    expect(drawn(resizeNode(right, "a", 7))).toEqual(["a:0,0,3"]);
  });
});

describe("stepNode", () => {
  const three = build(monitor("a"), monitor("b"), monitor("c"));
  const ids = (tree: LayoutTree) => tree.children.map((node) => node.id).join("");

  it("moves past the next block up or down, and stops at the ends", () => {
    expect(ids(stepNode(three, "a", "down"))).toBe("bac");
    expect(ids(stepNode(three, "c", "up"))).toBe("acb");
    expect(stepNode(three, "a", "up")).toBe(three);
    expect(stepNode(three, "c", "down")).toBe(three);
  });

  it("moves by a column if the block is narrow enough", () => {
    expect(stepNode(three, "a", "right")).toBe(three);
    const narrow = resizeNode(three, "a", 1);
    expect(gridOf(findNode(stepNode(narrow, "a", "right"), "a")!.node).x).toBe(1);
    expect(stepNode(narrow, "a", "left")).toBe(narrow);
  });

  it("reorders a group, and moves a member out of it at its ends", () => {
    const tree = build(monitor("top"), group("g", ["a", "b"]));
    expect(membersIn(stepNode(tree, "a", "down"), "g")).toEqual(["b", "a"]);
    const above = stepNode(tree, "a", "up");
    expect(above.children.map((node) => node.id)).toEqual(["top", "a", "g"]);
    const below = stepNode(tree, "b", "down");
    expect(below.children.map((node) => node.id)).toEqual(["top", "g", "b"]);
    expect(membersIn(below, "g")).toEqual(["a"]);
  });
});

describe("moveNode", () => {
  it("moves a block into a group and between its members", () => {
    const tree = build(group("g", ["a", "b", "c"]), monitor("d"));
    expect(membersIn(moveNode(tree, "d", { groupId: "g", index: 0 }), "g")).toEqual(["d", "a", "b", "c"]);
    expect(membersIn(moveNode(tree, "a", { groupId: "g", index: 3 }), "g")).toEqual(["b", "c", "a"]);
  });

  it("never moves a group into a group", () => {
    const tree = build(group("g"), group("h"));
    expect(moveNode(tree, "h", { groupId: "g", index: 0 })).toBe(tree);
  });
});

describe("removeNode and updateNode", () => {
  it("remove a group with its members, and close the gap", () => {
    const tree = removeNode(build(monitor("a"), group("g", ["b"]), monitor("c")), "g");
    expect(drawn(tree)).toEqual(["a:0,0,3", "c:0,2,3"]);
  });

  it("adjust a group's height to its members", () => {
    const tree = build(group("g", ["a", "b", "c", "d"]), monitor("e"));
    expect(drawn(tree)).toEqual(["g:0,0,3", "e:0,7,3"]);
    expect(drawn(removeNode(removeNode(tree, "a"), "b"))).toEqual(["g:0,0,3", "e:0,4,3"]);
  });

  it("keep a group within the API's limit", () => {
    const ids = Array.from({ length: 2000 }, (_, i) => `m${i}`);
    expect(layoutTree.safeParse(build(group("g", ids))).success).toBe(true);
  });

  it("change a member in place", () => {
    const tree = updateNode(build(group("g", ["a"])), "a", { monitorId: 7 });
    expect(findNode(tree, "a")?.node).toMatchObject({ monitorId: 7 });
  });
});

describe("any sequence of edits", () => {
  const DIRECTIONS: readonly Direction[] = ["left", "right", "up", "down"];
  const deed = fc.oneof(
    fc.record({
      kind: fc.constant("add" as const),
      type: fc.nat(2),
      x: fc.integer({ min: -2, max: 5 }),
      y: fc.nat(20),
    }),
    fc.record({
      kind: fc.constant("move" as const),
      of: fc.nat(),
      x: fc.integer({ min: -2, max: 5 }),
      y: fc.nat(20),
    }),
    fc.record({ kind: fc.constant("join" as const), of: fc.nat(), group: fc.nat(), index: fc.nat(4) }),
    fc.record({ kind: fc.constant("resize" as const), of: fc.nat(), w: fc.integer({ min: 0, max: 5 }) }),
    fc.record({
      kind: fc.constant("step" as const),
      of: fc.nat(),
      direction: fc.constantFrom(...DIRECTIONS),
    }),
  );
  type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

  const idsOf = (tree: LayoutTree) =>
    tree.children.flatMap((node) => [node.id, ...membersOf(node).map((member) => member.id)]).sort();

  function apply(tree: LayoutTree, what: Deed): LayoutTree {
    if (what.kind === "add") {
      const make = [monitor, (id: string) => group(id), divider][what.type]!;
      return addNode(tree, make(freeId(tree, "monitor")), what);
    }
    const ids = idsOf(tree);
    const id = ids[what.of % Math.max(1, ids.length)] ?? "none";
    if (what.kind === "move") return moveNode(tree, id, what);
    if (what.kind === "resize") return resizeNode(tree, id, what.w);
    if (what.kind === "step") return stepNode(tree, id, what.direction);
    const groups = tree.children.filter((node) => node.type === "group");
    const target = groups[what.group % Math.max(1, groups.length)];
    return target ? moveNode(tree, id, { groupId: target.id, index: what.index }) : tree;
  }

  it("keeps blocks apart and inside the columns, and never loses or duplicates one", () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
        let tree = EMPTY;
        for (const what of deeds) {
          const before = idsOf(tree).length;
          tree = apply(tree, what);
          expect(idsOf(tree).length - before).toBe(what.kind === "add" ? 1 : 0);
          expect(new Set(idsOf(tree)).size).toBe(idsOf(tree).length);
          const cells = tree.children.flatMap((node) => {
            const { x, y, w, h } = gridOf(node);
            expect(h).toBe(heightOf(node));
            return Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`);
          });
          expect(new Set(cells).size).toBe(cells.length);
          expect(cells.every((cell) => /^[012],\d+$/.test(cell))).toBe(true);
          expect(layoutTree.parse(tree)).toEqual(tree);
          expect(compact(tree.children)).toEqual(tree);
        }
      }),
      { numRuns: 500 },
    );
  });
});
