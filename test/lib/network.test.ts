import { describe, expect, it } from "vitest";
import { networkOf } from "../../src/lib/network.ts";

describe("networkOf", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:db8:1:ffff::1", "2001:db8:1::/48"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["unknown", "unknown"],
  ])("puts %s into %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});
