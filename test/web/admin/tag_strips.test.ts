import { describe, expect, it } from "vitest";
import { stripsOf } from "../../../web/admin/dashboard/tag_strips.ts";
import type { Entry } from "../../../web/admin/live/entry.ts";

const entry = (currentStatus: string, ...labels: string[]) =>
  ({
    peek: () => ({ currentStatus, paused: false, tags: labels.map((label) => ({ label, color: "#000" })) }),
  }) as unknown as Entry;

describe("tag strips", () => {
  it("count each tag's monitors by status, with failing tags first, then the largest", () => {
    const { strips, more } = stripsOf([
      entry("up", "eu", "shop"),
      entry("up", "eu"),
      entry("down", "mail"),
      entry("up"),
    ]);
    expect(strips.map(({ tag, total, failing }) => [tag.label, total, failing])).toEqual([
      ["mail", 1, 1],
      ["eu", 2, 0],
      ["shop", 1, 0],
    ]);
    expect(strips[1]?.counts).toEqual([{ status: "up", count: 2 }]);
    expect(more).toBe(0);
  });

  it("are limited to twelve, with a count of the rest", () => {
    const many = Array.from({ length: 20 }, (_, i) => entry("up", `tag ${i}`));
    const { strips, more } = stripsOf(many);
    expect([strips.length, more]).toEqual([12, 8]);
  });
});
