import { describe, expect, it } from "vitest";
import { redact } from "../../src/lib/redact.ts";

describe("redact", () => {
  it.each([
    "password",
    "clientSecret",
    "apiToken",
    "Authorization",
    "cookies",
    "credential",
    "recovery_codes",
    "recoveryCode",
  ])("hides values called %s, at any depth", (name) => {
    expect(redact({ a: [{ [name]: { inner: "x" } }] })).toEqual({ a: [{ [name]: "[redacted]" }] });
  });

  it("hides sealed values whatever their name", () => {
    expect(redact({ x: "v1.0123abcd.aaaa.bbbb" })).toEqual({ x: "[redacted]" });
  });

  it("hides tokens in addresses, and keeps the rest", () => {
    expect(redact("https://a.example/x?page=2&token=abc&limit=3")).toBe(
      "https://a.example/x?page=2&token=[redacted]&limit=3",
    );
    expect(redact("/#subscription=abc")).toBe("/#subscription=[redacted]");
  });

  it("hides heartbeat tokens, sealed values inside text and the parameters of a failed query", () => {
    expect(redact("https://a.example/calendar/on-call/0123abcd.ics")).toBe(
      "https://a.example/calendar/on-call/[redacted]",
    );
    expect(redact("https://a.example/api/v1/hook/0123abcd?ms=3")).toBe(
      "https://a.example/api/v1/hook/[redacted]?ms=3",
    );
    expect(redact("got v1.0123abcd.aaaa.bbbb here")).toBe("got [redacted] here");
    expect(redact("Failed query: select ?\nparams: a hash")).toBe("Failed query: select ?");
  });

  it("leaves everything else unchanged", () => {
    const value = { name: "Deploy", count: 3, on: true, none: null, fields: ["password"] };
    expect(redact(value)).toEqual(value);
  });
});
