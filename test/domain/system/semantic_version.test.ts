import { describe, expect, it } from "vitest";
import {
  compareSemanticVersions,
  parseSemanticVersion,
} from "../../../src/domain/system/semantic_version.ts";

const ORDERED = [
  "1.0.0-alpha < 1.0.0-alpha.1 < 1.0.0-alpha.beta < 1.0.0-beta < 1.0.0-beta.2 < 1.0.0-beta.11 < 1.0.0-rc.1 < 1.0.0",
  "0.4.0 < 0.4.1 < 0.10.0 < 1.0.0 < 2.0.0 < 2.1.0 < 2.1.1 < 10.0.0",
  "1.0.0-9 < 1.0.0-10 < 1.0.0-a < 1.0.0-a-b",
  "1.0.9007199254740992 < 1.0.9007199254740993",
].map((row) => row.split(" < "));

const order = (a: string, b: string) => {
  const [first, second] = [parseSemanticVersion(a), parseSemanticVersion(b)];
  return first && second ? Math.sign(compareSemanticVersions(first, second)) : Number.NaN;
};

describe("versions", () => {
  it.each(ORDERED)("are ordered by semver: %s and so on", (...row) => {
    for (const [i, a] of row.entries())
      for (const [j, b] of row.entries()) expect(order(a, b), `${a} and ${b}`).toBe(Math.sign(i - j));
  });

  it("ignore build metadata and a leading v", () => {
    expect(order("v1.2.3+build.7", "1.2.3")).toBe(0);
    expect(parseSemanticVersion("v1.2.3-rc.1+build")).toMatchObject({
      text: "1.2.3-rc.1",
      isPreRelease: true,
    });
  });

  it.each([
    "",
    "1",
    "1.2",
    "1.2.3.4",
    "01.2.3",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3+",
    "latest",
    "vv1.2.3",
    "1.2.x",
  ])("reject %j", (text) => {
    expect(parseSemanticVersion(text)).toBeNull();
  });

  it("reject overlong text", () => {
    expect(parseSemanticVersion(`1.2.${"3".repeat(1_000_000)}`)).toBeNull();
  });
});
