import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closureOf, findCycle, hasFailed } from "../../../src/domain/monitor/dependencies.ts";
import { Life, play } from "./play.ts";

function graphOf(edges: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(edges));
}

describe("findCycle", () => {
  it.each([
    ["nothing in an empty graph", {}, null],
    ["nothing in a chain", { a: ["b"], b: ["c"] }, null],
    ["nothing where two paths meet", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, null],
    ["a monitor that depends on itself", { a: ["b"], b: ["b"] }, ["b"]],
    ["two monitors that depend on each other", { a: ["b"], b: ["a"] }, ["a", "b"]],
    ["only the members of the cycle, in order", { x: ["a"], a: ["b"], b: ["c"], c: ["a"] }, ["a", "b", "c"]],
    ["a cycle after a dead end", { a: ["b", "c"], b: [], c: ["d"], d: ["c"] }, ["c", "d"]],
    ["nothing after an unknown monitor", { a: ["gone"] }, null],
  ] as [string, Record<string, string[]>, string[] | null][])("finds %s", (_, edges, cycle) => {
    expect(findCycle(graphOf(edges))).toEqual(cycle);
  });

  it("handles a chain longer than the call stack", () => {
    const graph = new Map(Array.from({ length: 50_000 }, (_, i) => [i, [i + 1]]));
    expect(findCycle(graph)).toBeNull();
    graph.set(49_999, [0]);
    expect(findCycle(graph)).toHaveLength(50_000);
  });

  it("finds a cycle if and only if a monitor is in its own closure, and returns existing edges", () => {
    const id = fc.integer({ min: 0, max: 7 });
    const edges = fc.array(fc.tuple(id, fc.array(id, { maxLength: 3 })), { maxLength: 8 });
    fc.assert(
      fc.property(edges, (list) => {
        const graph = new Map(list);
        const cycle = findCycle(graph);
        const isCyclic = [...graph.keys()].some((key) => closureOf(graph, key).has(key));
        expect(cycle !== null).toBe(isCyclic);
        cycle?.forEach((member, i) => {
          expect(graph.get(member)).toContain(cycle[(i + 1) % cycle.length]);
        });
      }),
    );
  });
});

describe("closureOf", () => {
  it("follows every path, once per monitor", () => {
    const graph = graphOf({ a: ["b", "c"], b: ["d"], c: ["d"], d: ["e"], x: ["a"] });
    expect([...closureOf(graph, "a")].sort()).toEqual(["b", "c", "d", "e"]);
    expect(closureOf(graph, "e").size).toBe(0);
  });

  it("terminates in a cycle", () => {
    expect([...closureOf(graphOf({ a: ["b"], b: ["a"] }), "a")].sort()).toEqual(["a", "b"]);
  });
});

describe("hasFailed", () => {
  it.each([
    ["down", "up", true],
    ["up", "down", true],
    ["affected", "down", true],
    ["affected", "up", false],
    ["degraded", "degraded", false],
    ["pending", "pending", false],
  ] as const)("for a monitor shown as %s and confirmed %s returns %s", (current, confirmed, want) => {
    expect(hasFailed({ current, confirmed })).toBe(want);
  });

  it("stays true until the recovery is confirmed, even if the failure becomes less severe", () => {
    const signs = [..."xg..g..."];
    const life = new Life({ failureThreshold: 1, recoveryThreshold: 3 });
    expect(signs.map((sign) => hasFailed(life.play(sign).state))).toEqual([...Array(7).fill(true), false]);
  });

  it.each([
    [".gg", 1],
    ["xP", 1],
    [".xx.", 3],
  ])("is false after %j with a failure threshold of %i", (script, failureThreshold) => {
    expect(hasFailed(play(script, { failureThreshold }).state)).toBe(false);
  });

  it("is false for an unknown monitor", () => {
    expect(hasFailed(undefined)).toBe(false);
  });
});
