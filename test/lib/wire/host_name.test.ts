import { describe, expect, it } from "vitest";
import { isNameFor, parseIp, parseName } from "../../../src/lib/wire/host_name.ts";

describe("parseIp", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::1", "::1"],
    ["[2001:DB8:0:0:0:0:0:1]", "2001:db8::1"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["256.0.2.1", null],
    ["site.test", null],
    ["1.2.3", null],
    ["a:b", null],
    ["", null],
  ])("parses %s as %s", (text, ip) => {
    expect(parseIp(text)).toBe(ip);
  });
});

describe("parseName", () => {
  it.each([
    ["Site.TEST.", "site.test"],
    ["bücher.test", "xn--bcher-kva.test"],
    ["localhost", "localhost"],
    ["192.0.2.1", null],
    ["a.test/path", null],
    ["a.test:443", null],
    ["user@a.test", null],
    ["a b", null],
    ["a..test", null],
    [".test", null],
    [`${"a".repeat(63)}.test`, `${"a".repeat(63)}.test`],
    [`${"a".repeat(64)}.test`, null],
    [`${"a.".repeat(126)}a`, `${"a.".repeat(126)}a`],
    [`${"a.".repeat(127)}a`, null],
    ["", null],
  ])("parses %s as %s", (text, name) => {
    expect(parseName(text)).toBe(name);
  });
});

describe("isNameFor", () => {
  it.each([
    ["site.test", "site.test"],
    ["SITE.test.", "site.TEST"],
    ["a.wild.test", "*.wild.test"],
    ["bücher.test", "xn--bcher-kva.test"],
    ["localhost", "localhost"],
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:DB8:0:0:0:0:0:1"],
    ["[2001:db8::1]", "2001:db8::1"],
  ])("%s is covered by %s", (host, name) => {
    expect(isNameFor(host, name)).toBe(true);
  });

  it.each([
    ["other.test", "site.test"],
    ["sub.site.test", "site.test"],
    ["wild.test", "*.wild.test"],
    ["a.b.wild.test", "*.wild.test"],
    ["ab.wild.test", "a*.wild.test"],
    ["a.x.test", "a.*.test"],
    ["site.test", "*.test"],
    ["site.test", "*"],
    ["a.b.test", "*.*.test"],
    ["192.0.2.1", "*.0.2.1"],
    ["192.0.2.1", "192.0.2.2"],
    ["192.0.2.1", "site.test"],
    ["a b", "a b"],
  ])("%s is not covered by %s", (host, name) => {
    expect(isNameFor(host, name)).toBe(false);
  });
});
