import { describe, expect, it } from "vitest";
import { isPublicHost, isPublicIp } from "../../src/lib/wire/host_name.ts";

/** First and last address of each range of IANA's two special-purpose registries, and of multicast. */
const SPECIAL: readonly [range: string, first: string, last: string][] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255"],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255"],
  ["::/128 and ::1/128", "::", "::1"],
  ["64:ff9b::/96", "64:ff9b::", "64:ff9b::ffff:ffff"],
  ["64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::/64", "100::", "100::ffff:ffff:ffff:ffff"],
  ["100:0:0:1::/64", "100:0:0:1::", "100::1:ffff:ffff:ffff:ffff"],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::/48", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::/10", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::/8", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

describe("isPublicIp", () => {
  it.each(SPECIAL)("rejects %s", (_, first, last) => {
    expect([isPublicIp(first), isPublicIp(last)]).toEqual([false, false]);
  });

  it.each([
    ["mapped", "::ffff:127.0.0.1"],
    ["mapped, in hex groups", "::ffff:a00:1"],
    ["mapped public address", "::ffff:8.8.8.8"],
    ["compatible", "::10.0.0.1"],
    ["6to4", "2002:7f00:1::"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["NAT64", "64:ff9b::127.0.0.1"],
    ["local-use NAT64", "64:ff9b:1::a00:1"],
  ])("rejects IPv4 embedded in IPv6: %s", (_, ip) => {
    expect(isPublicIp(ip)).toBe(false);
  });

  it.each([
    ["1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
    ["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0"],
    ["198.17.255.255", "198.20.0.0", "223.255.255.255", "8.8.8.8"],
    [
      "2000::",
      "2001:200::",
      "2001:4860:4860::8888",
      "2001:db9::",
      "2003::",
      "2606:4700::1111",
      "3fff:1000::",
    ],
  ])("accepts addresses next to those ranges: %s", (...ips) => {
    expect(ips.filter((ip) => !isPublicIp(ip))).toEqual([]);
  });

  it.each(["", "example.com", "1.2.3", "256.1.1.1", "1.2.3.4/8", ":::", "[::1"])("rejects %j", (text) => {
    expect(isPublicIp(text)).toBe(false);
  });
});

describe("isPublicHost", () => {
  const hostOf = (url: string) => new URL(url).hostname;

  it.each([
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://017700000001/",
    "https://127.1/",
    "https://0/",
    "https://%31%32%37.0.0.1/",
    "https://127。0。0。1/",
    "https://①②⑦.0.0.1/",
    "https://3232235521/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[fe80::1]/",
    "https://127.0.0.1./",
  ])("rejects a private address in another spelling: %s", (url) => {
    expect(isPublicHost(hostOf(url))).toBe(false);
  });

  it.each([
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "printer.local",
    "vault.internal",
    "nas.home.arpa",
    "intranet",
  ])("rejects a local name: %s", (host) => {
    expect(isPublicHost(host)).toBe(false);
  });

  it.each(["example.com", "hook.example.com.", "8.8.8.8", "[2606:4700::1111]", "localhost.example.com"])(
    "accepts %s",
    (host) => {
      expect(isPublicHost(host)).toBe(true);
    },
  );
});
