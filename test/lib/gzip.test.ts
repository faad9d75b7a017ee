import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { gzip, takesGzip } from "../../src/lib/gzip.ts";

describe("gzip", () => {
  it("can be decompressed", async () => {
    const text = "Störung behoben ✓ ".repeat(1000);
    const packed = await gzip(text);
    expect(packed.length).toBeLessThan(500);
    expect(gunzipSync(packed).toString()).toBe(text);
  });
});

describe("takesGzip", () => {
  it.each([
    ["gzip, deflate, br", true],
    ["br;q=1.0, GZIP;q=0.8", true],
    ["*", true],
    ["gzip;q=0", false],
    ["gzip;q=0, *", false],
    ["br", false],
    ["identity", false],
    ["", false],
    [null, false],
  ])("for %j returns %j", (header, takes) => {
    expect(takesGzip(header)).toBe(takes);
  });
});
