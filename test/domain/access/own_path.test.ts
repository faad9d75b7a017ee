import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOwnPath } from "../../../src/domain/access/own_path.ts";

describe("parseOwnPath", () => {
  it.each([
    ["/", "/"],
    ["/admin/monitors?type=https#top", "/admin/monitors?type=https#top"],
    ["/a/../b", "/b"],
    ["/zażółć", "/za%C5%BC%C3%B3%C5%82%C4%87"],
    ["/a?next=//evil.example", "/a?next=//evil.example"],
  ])("keeps %j", (text, path) => {
    expect(parseOwnPath(text)).toBe(path);
  });

  it.each([
    "",
    "admin",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/api/v1/auth/oidc/login",
    `/${"a".repeat(1000)}`,
  ])("rejects %j", (text) => {
    expect(parseOwnPath(text)).toBeNull();
  });

  it("never returns a path to another site", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "\t",
      "\n",
      " ",
      ":",
      "@",
      "?",
      "#",
      "evil.example",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = parseOwnPath(`/${pieces.join("")}`);
        if (path !== null) expect(new URL(path, "https://status.example/a/b").host).toBe("status.example");
      }),
    );
  });
});
