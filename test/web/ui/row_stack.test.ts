import { describe, expect, it } from "vitest";
import { findRow, stackHeights } from "../../../web/ui/row_stack.ts";

describe("rows with different heights", () => {
  const tops = stackHeights([30, 27, 27, 30]);

  it("start where the previous row ends", () => {
    expect(tops).toEqual([0, 30, 57, 84, 114]);
    expect(stackHeights([])).toEqual([0]);
  });

  it("are found by position, with the last one for anything below", () => {
    expect([0, 29, 30, 56, 57, 84, 113, 114, 9999].map((at) => findRow(tops, at))).toEqual([
      ...[0, 0, 1, 1, 2, 3, 3, 3, 3],
    ]);
    expect(findRow(stackHeights([]), 50)).toBe(0);
  });
});
