import { describe, expect, it } from "vitest";
import { clientIpOf } from "../../src/lib/client_ip.ts";
import { parseIpRange } from "../../src/lib/ip_range.ts";

function ipOf(
  headers: Record<string, string>,
  trusted: string[] | null,
  peerMark: string | null = null,
): string {
  const ranges = trusted === null ? null : trusted.map((text) => parseIpRange(text)!);
  return clientIpOf(new Headers(headers), { trustedProxies: ranges, peerMark });
}

describe("clientIpOf", () => {
  const told = { "CF-Connecting-IP": "203.0.113.9" };

  it("believes the platform", () => {
    expect(ipOf(told, null)).toBe("203.0.113.9");
  });

  it("believes nobody locally, unless the peer is a trusted proxy", () => {
    const forwarded = { ...told, "X-Forwarded-For": "203.0.113.9" };
    expect(ipOf(forwarded, [])).toBe("127.0.0.1");
    expect(ipOf(forwarded, ["10.0.0.0/8"])).toBe("127.0.0.1");
    expect(ipOf(forwarded, ["127.0.0.0/8"])).toBe("203.0.113.9");
    expect(ipOf(told, ["127.0.0.1"])).toBe("203.0.113.9");
  });

  it("believes the front of npm start who connected, and nobody else that says so", () => {
    const seen = { "Uptide-Peer": "a-mark 198.51.100.7" };
    expect(ipOf(seen, [], "a-mark")).toBe("198.51.100.7");
    expect(ipOf({ ...seen, ...told }, [], "a-mark")).toBe("198.51.100.7");
    expect(ipOf({ ...seen, "X-Forwarded-For": "203.0.113.9" }, ["127.0.0.1"], "a-mark")).toBe("198.51.100.7");
    expect(ipOf({ ...seen, "X-Forwarded-For": "203.0.113.9" }, ["198.51.100.0/24"], "a-mark")).toBe(
      "203.0.113.9",
    );
    for (const mark of ["another", "", null]) expect(ipOf(seen, [], mark)).toBe("127.0.0.1");
    expect(ipOf({ "Uptide-Peer": "a-mark nonsense" }, [], "a-mark")).toBe("127.0.0.1");
  });

  it.each([
    ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["203.0.113.9, nonsense, 10.1.2.3", "10.1.2.3"],
    ["nonsense", "127.0.0.1"],
    ["", "127.0.0.1"],
    ["2001:db8::1", "2001:db8::1"],
  ])("takes of %j what the last trusted proxy saw, whatever the visitor says of itself", (list, ip) => {
    const headers = { "X-Forwarded-For": list, "CF-Connecting-IP": "192.0.2.66" };
    expect(ipOf(headers, ["127.0.0.1", "10.0.0.0/8"])).toBe(ip);
  });
});

describe("parseIpRange", () => {
  it.each([
    "",
    "localhost",
    "1.2.3",
    "1.2.3.256",
    "1.2.3.4/33",
    "1.2.3.4/x",
    "::1/129",
    "1::2::3",
    ":::",
    "12345::",
  ])("refuses %j", (text) => {
    expect(parseIpRange(text)).toBeNull();
  });
});
