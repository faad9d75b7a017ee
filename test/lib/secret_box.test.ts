import { describe, expect, it } from "vitest";
import { randomBytes, toBase64 } from "../../src/lib/bytes.ts";
import { createSecretBox, parseSecretKeys } from "../../src/lib/secret_box.ts";

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];

describe("a secret box", () => {
  it("opens a value sealed under the same name", async () => {
    const box = await createSecretBox([oldKey]);
    expect(await box.open(await box.seal("zażółć", "user/1/x"), "user/1/x")).toBe("zażółć");
  });

  it("does not open a value that was copied to another row", async () => {
    const box = await createSecretBox([oldKey]);
    expect(await box.open(await box.seal("mine", "user/1/x"), "user/2/x")).toBeNull();
  });

  it("does not open a changed value, or text that was never sealed", async () => {
    const box = await createSecretBox([oldKey]);
    const sealed = await box.seal("mine", "n");
    const altered = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
    for (const text of [altered, "", "v1", "v1.x.y.z", `v2${sealed.slice(2)}`])
      expect(await box.open(text, "n")).toBeNull();
  });

  it("seals the same text differently each time", async () => {
    const box = await createSecretBox([oldKey]);
    expect(await box.seal("a", "n")).not.toBe(await box.seal("a", "n"));
  });

  it("with a new key before the old one opens values of both keys, and seals with the new one", async () => {
    const before = await createSecretBox([oldKey]);
    const during = await createSecretBox([newKey, oldKey]);
    const after = await createSecretBox([newKey]);
    const sealed = await before.seal("kept", "n");
    expect(await during.open(sealed, "n")).toBe("kept");
    expect(await after.open(sealed, "n")).toBeNull();
    expect(await after.open(await during.seal("kept", "n"), "n")).toBe("kept");
  });
});

describe("parseSecretKeys", () => {
  it("reads one or more keys, and rejects keys that aren't 32 bytes", () => {
    const text = toBase64(oldKey);
    expect(parseSecretKeys(text)).toEqual([oldKey]);
    expect(parseSecretKeys(`${toBase64(newKey)}, ${text}`)).toEqual([newKey, oldKey]);
    for (const wrong of ["", "abc", toBase64(randomBytes(31)), `${text},short`])
      expect(parseSecretKeys(wrong)).toBeNull();
  });
});
