import { describe, expect, it } from "vitest";
import { etagOf, isFresh } from "../../src/lib/etag.ts";

describe("etagOf", () => {
  it("is the same only for the same text", async () => {
    expect(await etagOf("a")).toBe(await etagOf("a"));
    expect(await etagOf("a")).not.toBe(await etagOf("b"));
    expect(await etagOf("a")).toMatch(/^W\/"[0-9a-f]{24}"$/);
  });
});

describe("isFresh", () => {
  it("compares weakly, alone or in a list", async () => {
    const etag = await etagOf("a");
    expect(isFresh(etag, etag)).toBe(true);
    expect(isFresh(etag.slice(2), etag)).toBe(true);
    expect(isFresh(`"other", ${etag}`, etag)).toBe(true);
    expect(isFresh("*", etag)).toBe(true);
    expect(isFresh('"other"', etag)).toBe(false);
    expect(isFresh(null, etag)).toBe(false);
  });
});
