import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { PRODUCT_VERSION } from "../../src/lib/product_version.ts";

it("the Worker has the version in package.json", () => {
  expect(PRODUCT_VERSION).toBe(manifest.version);
});
