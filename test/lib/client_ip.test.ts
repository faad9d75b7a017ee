import { describe, expect, it } from "vitest";
import { parseIpRange } from "../../src/lib/wire/host_name.ts";
import { clientIpOf } from "../../src/service/context.ts";

function ipOf(headers: Record<string, string>, trusted: string[] | null, clientIp?: string): string {
  const ranges = trusted === null ? null : trusted.map((text) => parseIpRange(text)!);
  const request = Object.assign(new Request("http://uptide.test/", { headers }), { cf: { clientIp } });
  return clientIpOf(request, { trustedProxies: ranges });
}

describe("clientIpOf", () => {
  const edgeHeaders = { "CF-Connecting-IP": "203.0.113.9" };

  it("trusts the platform's header", () => {
    expect(ipOf(edgeHeaders, null)).toBe("203.0.113.9");
  });

  it("trusts headers locally only from a trusted proxy", () => {
    const forwarded = { ...edgeHeaders, "X-Forwarded-For": "203.0.113.9" };
    expect(ipOf(forwarded, [])).toBe("127.0.0.1");
    expect(ipOf(forwarded, ["10.0.0.0/8"])).toBe("127.0.0.1");
    expect(ipOf(forwarded, ["127.0.0.0/8"])).toBe("203.0.113.9");
    expect(ipOf(edgeHeaders, ["127.0.0.1"])).toBe("203.0.113.9");
  });

  it("uses the runtime's connecting address, and ignores its header", () => {
    const said = {
      ...edgeHeaders,
      "X-Forwarded-For": "203.0.113.9",
      "MF-CF-Blob": '{"clientIp":"203.0.113.9:1"}',
    };
    expect(ipOf(said, [], "198.51.100.7:40000")).toBe("198.51.100.7");
    expect(ipOf(said, ["127.0.0.1"], "198.51.100.7:40000")).toBe("198.51.100.7");
    expect(ipOf(said, ["198.51.100.0/24"], "198.51.100.7:40000")).toBe("203.0.113.9");
    expect(ipOf({}, [], "[2001:db8::1]:40000")).toBe("2001:db8::1");
    expect(ipOf({}, [], "[::ffff:198.51.100.7]:40000")).toBe("198.51.100.7");
    for (const none of [undefined, "", "nonsense", "198.51.100.7"])
      expect(ipOf({}, [], none)).toBe("127.0.0.1");
  });

  it.each([
    ["198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["203.0.113.9, nonsense, 10.1.2.3", "10.1.2.3"],
    ["nonsense", "127.0.0.1"],
    ["", "127.0.0.1"],
    ["2001:db8::1", "2001:db8::1"],
  ])("uses the address that the last trusted proxy added to %j, whatever the visitor sent", (list, ip) => {
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
  ])("rejects %j", (text) => {
    expect(parseIpRange(text)).toBeNull();
  });
});
