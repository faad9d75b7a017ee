import { describe, expect, it, vi } from "vitest";

const { calls } = vi.hoisted(() => ({ calls: [] as { N?: number; r?: number; p?: number }[] }));

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  const scrypt: typeof real.scrypt = (...args: unknown[]) => {
    calls.push(args[3] as { N?: number });
    return (real.scrypt as (...rest: unknown[]) => void)(...args);
  };
  return { ...real, default: real, scrypt };
});

const { hashPassword, isPasswordRight } = await import("../../src/lib/password.ts");

describe("a password", () => {
  it("matches only its own hash, and gets a different hash each time", async () => {
    const [first, second] = [await hashPassword("correct horse"), await hashPassword("correct horse")];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPasswordRight("correct horse", first)).toBe(true);
    expect(await isPasswordRight("correct Horse", first)).toBe(false);
  });

  it("takes the same work to check when there is no hash", async () => {
    const hash = await hashPassword("correct horse");
    calls.length = 0;
    expect(await isPasswordRight("wrong horse", hash)).toBe(false);
    expect(await isPasswordRight("wrong horse", null)).toBe(false);
    expect(calls[0]).toEqual(calls[1]);
    expect(calls[0]?.N).toBe(32_768);
  });

  it("is the same in every Unicode form of its accents", async () => {
    expect(await isPasswordRight("zażo\u0301łć", await hashPassword("zażółć"))).toBe(true);
  });
});
