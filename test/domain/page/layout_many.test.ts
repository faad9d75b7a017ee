import { describe, expect, it } from "vitest";
import { type AnyNode, addNode, gridOf, membersOf } from "../../../src/domain/page/layout_edit.ts";
import { listChosen, moveNodesInto, removeNodes, stepNodes } from "../../../src/domain/page/layout_many.ts";
import { dividerNode, groupNode, type LayoutTree, monitorNode } from "../../../src/schema/layout.ts";

const monitor = (id: string) => monitorNode.parse({ id, type: "monitor", monitorId: 1 });
const group = (id: string, members: string[]) =>
  groupNode.parse({ id, type: "group", label: id, children: members.map(monitor) });
const build = (...nodes: AnyNode[]) =>
  nodes.reduce((tree, node) => addNode(tree, node), { id: "root", type: "page", children: [] } as LayoutTree);
const listed = ({ children }: LayoutTree) =>
  children.map((node) => [node.id, ...membersOf(node).map(({ id }) => `(${id})`)].join("")).join(" ");
const ids = (...names: string[]) => new Set(names);

describe("several selected blocks", () => {
  const tree = build(...["a", "b", "c", "d"].map(monitor));

  it("move one step in order, past unselected ones", () => {
    expect(listed(stepNodes(tree, ids("b", "c"), "up"))).toBe("b c a d");
    expect(listed(stepNodes(tree, ids("b", "c"), "down"))).toBe("a d b c");
    expect(listed(stepNodes(tree, ids("b", "d"), "up"))).toBe("b a d c");
  });

  it("keep their order at the end of the page, while the others move up to it", () => {
    expect(stepNodes(tree, ids("a", "b"), "up")).toBe(tree);
    expect(stepNodes(tree, ids("c", "d"), "down")).toBe(tree);
    expect(listed(stepNodes(tree, ids("a", "c"), "up"))).toBe("a c b d");
    expect(listed(stepNodes(tree, ids("a", "b", "d"), "up"))).toBe("a b d c");
  });

  it("move within their group, and out of it in order", () => {
    const grouped = build(monitor("x"), group("g", ["a", "b", "c"]));
    expect(listed(stepNodes(grouped, ids("b", "c"), "up"))).toBe("x g(b)(c)(a)");
    expect(listed(stepNodes(grouped, ids("a", "b"), "up"))).toBe("x a b g(c)");
  });

  it("are removed together; a group includes its blocks", () => {
    const grouped = build(monitor("x"), group("g", ["a", "b"]), monitor("y"));
    expect(listed(removeNodes(grouped, ids("x", "a", "y")))).toBe("g(b)");
    expect(listChosen(grouped, ids("y", "g", "a", "none")).map(({ id }) => id)).toEqual(["g", "y"]);
    expect(listed(removeNodes(grouped, ids("g", "a")))).toBe("x y");
  });

  it("move into a group if they are allowed in one", () => {
    const divider = dividerNode.parse({ id: "line", type: "divider" });
    const mixed = build(monitor("x"), divider, group("g", ["a"]), monitor("y"));
    expect(listed(moveNodesInto(mixed, ids("x", "line", "y", "g"), "g"))).toBe("line g(a)(x)(y)");
  });

  it("never overlap after a move", () => {
    const moved = stepNodes(build(monitor("x"), group("g", ["a", "b"]), monitor("y")), ids("g", "y"), "up");
    expect(moved.children.map((node) => gridOf(node).y)).toEqual([0, 4, 6]);
  });
});
