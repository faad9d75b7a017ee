import { describe, expect, it } from "vitest";
import { isSame, listDifferences, merge } from "../../../web/lib/merge.ts";

describe("merge", () => {
  const base = { name: "Shop", config: { url: "https://a.example", port: 1, list: [1, 2] }, paused: false };

  it("keeps my changes, and takes theirs for the rest", () => {
    const theirs = { ...base, name: "Theirs", config: { ...base.config, port: 2 } };
    const mine = { ...base, paused: true, config: { ...base.config, url: "https://b.example" } };
    expect(merge({ base, theirs, mine })).toEqual({
      name: "Theirs",
      config: { url: "https://b.example", port: 2, list: [1, 2] },
      paused: true,
    });
  });

  it("keeps mine when both changed the same setting", () => {
    expect(merge({ base, theirs: { ...base, name: "T" }, mine: { ...base, name: "M" } })).toEqual({
      ...base,
      name: "M",
    });
  });

  it("never mixes the settings of two kinds", () => {
    const tcp = { type: "tcp", host: "a.example" };
    const theirs = { type: "dns", name: "b.example" };
    const mine = { ...tcp, host: "c.example" };
    expect(merge({ base: tcp, theirs, mine })).toEqual(mine);
  });

  it("leaves out settings that I removed", () => {
    const mine = { ...base, config: { url: base.config.url, list: base.config.list } };
    expect(merge({ base, theirs: { ...base, name: "T" }, mine })).toEqual({ ...mine, name: "T" });
  });
});

describe("listDifferences", () => {
  it("lists the setting, both values, and who changed it", () => {
    const base = { a: 1, b: { c: 1, d: 1 }, e: 1 };
    const theirs = { a: 2, b: { c: 2, d: 1 }, e: 1 };
    const mine = { a: 3, b: { c: 1, d: 1 }, e: 4 };
    expect(listDifferences({ base, theirs, mine })).toEqual([
      { path: "a", theirs: 2, mine: 3, changedBy: "both" },
      { path: "b.c", theirs: 2, mine: 1, changedBy: "them" },
      { path: "e", theirs: 1, mine: 4, changedBy: "me" },
    ]);
  });

  it("ignores the order of keys", () => {
    expect(listDifferences({ base: {}, theirs: { a: 1, b: 2 }, mine: { b: 2, a: 1 } })).toEqual([]);
    expect(isSame({ a: undefined, b: [1, { c: 2 }] }, { b: [1, { c: 2 }] })).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });
});
