import { describe, expect, it } from "vitest";
import { findRow, stackHeights } from "../../../web/ui/row_stack.ts";

describe("rows of several heights", () => {
  const tops = stackHeights([30, 27, 27, 30]);

  it("begin where the ones before end", () => {
    expect(tops).toEqual([0, 30, 57, 84, 114]);
    expect(stackHeights([])).toEqual([0]);
  });

  it("are found by a height, the last one below all", () => {
    expect([0, 29, 30, 56, 57, 84, 113, 114, 9999].map((at) => findRow(tops, at))).toEqual([
      ...[0, 0, 1, 1, 2, 3, 3, 3, 3],
    ]);
    expect(findRow(stackHeights([]), 50)).toBe(0);
  });
});
