import { describe, expect, it } from "vitest";
import { nameSome } from "../../../web/admin/text/some.ts";
import { text } from "../../../web/admin/text/vault.ts";
import { refersTo } from "../../../web/admin/vault/vaults/refers_to.ts";

describe("refersTo", () => {
  const vault = { vault: "Production", secret: "shop" };

  it.each([
    ["at the root", { vault }],
    ["below a part", { auth: { basic: { username: "", vault } } }],
    ["of a header", { headers: { "X-Api-Key": { vault }, Plain: "x" } }],
    ["in a list", { secrets: [{ name: "a" }, { name: "b", vault }] }],
  ])("finds a reference %s", (_, config) => {
    expect(refersTo(config, { vault: "Production" })).toBe(true);
    expect(refersTo(config, vault)).toBe(true);
    expect(refersTo(config, { vault: "Production", secret: "other" })).toBe(false);
    expect(refersTo(config, { vault: "Staging" })).toBe(false);
  });

  it("doesn't match plain text", () => {
    expect(refersTo({ vault: "Production", headers: null, url: "Production" }, { vault: "Production" })).toBe(
      false,
    );
  });
});

describe("nameSome", () => {
  it.each([
    [[], ""],
    [["A"], "A"],
    [["A", "B", "C"], "A, B and C"],
    [["A", "B", "C", "D", "E"], "A, B, C, D and E"],
    [["A", "B", "C", "D", "E", "F", "G"], "A, B, C, D, E and 2 more"],
  ])("formats %j: %s", (names, told) => {
    expect(nameSome(names)).toBe(told);
  });
});

describe("the sentence about what uses a vault", () => {
  it("makes no claim before the list has loaded", () => {
    expect(text.uses(undefined)).toMatch(/^Anything that uses it fails/);
    expect(text.uses([])).toBe("Nothing uses it.");
    expect(text.uses(["A", "B"])).toMatch(/^A and B will fail from the next check/);
  });
});
