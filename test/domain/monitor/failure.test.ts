import { describe, expect, it } from "vitest";
import { decideFailure, withReasons } from "../../../src/domain/monitor/failure.ts";
import { initialState } from "../../../src/domain/monitor/state.ts";

const at = 1_000;
const failed = (message: string, status: "down" | "degraded" = "down") => ({
  result: { status, message, startedAt: at, checkedAt: at, responseMs: 12 },
  steps: [],
});
const stateOf = (current: "up" | "down" | "affected" | "pending", message = "") => ({
  ...initialState(),
  current,
  message,
});

describe("decideFailure", () => {
  it("keeps the first failing check, and one that fails for another reason", () => {
    expect(decideFailure(stateOf("up"), failed("Responded with 503."))).toMatchObject({
      at,
      message: "Responded with 503.",
    });
    expect(decideFailure(stateOf("pending"), failed("Responded with 503."))).not.toBeNull();
    expect(
      decideFailure(stateOf("down", "Responded with 503."), failed("Responded with 500.")),
    ).not.toBeNull();
  });

  it("keeps nothing for the same failure with another duration, or for a good check", () => {
    expect(decideFailure(stateOf("down", "Slow: 900 ms."), failed("Slow: 1200 ms."))).toBeNull();
    expect(
      decideFailure(stateOf("affected", "Responded with 503."), failed("Responded with 503.")),
    ).toBeNull();
    const good = { ...failed("").result, status: "up" as const };
    expect(decideFailure(stateOf("down"), { result: good, steps: [] })).toBeNull();
  });

  it("keeps the body with the failure, and has none without a body", () => {
    const body = { text: "Away", isCut: false, isBinary: false };
    expect(decideFailure(stateOf("up"), { ...failed("No."), body })?.body).toEqual(body);
    expect(decideFailure(stateOf("down", "No."), { ...failed("No."), body })).toBeNull();
    expect(decideFailure(stateOf("up"), failed("No."))).not.toHaveProperty("body");
  });

  it("hides text that looks like a secret, and cuts long text", () => {
    const step = { label: "GET", status: "down", durationMs: 3 };
    const steps = [
      { ...step, detail: "https://ada:pass@shop.example/?token=abc" },
      { ...step, detail: "x".repeat(5000) },
    ];
    const kept = decideFailure(stateOf("up"), { ...failed("See https://shop.example/?token=abc"), steps });
    expect(JSON.stringify(kept)).not.toMatch(/abc|pass@/);
    expect(kept?.steps[1]?.detail.length).toBeLessThanOrEqual(500);
    const many = Array.from({ length: 99 }, () => ({ ...step, detail: "" }));
    expect(decideFailure(stateOf("up"), { ...failed("No."), steps: many })?.steps).toHaveLength(30);
  });
});

describe("withReasons", () => {
  it("adds the reason to each failing check", () => {
    const failure = (from: number, message: string) => {
      return { at: from, message, status: "down" as const, responseMs: null, steps: [] };
    };
    const checks = [10, 20, 30, 40].map((time) => ({
      at: time,
      status: time === 30 ? "up" : "down",
      responseMs: 1,
    }));
    const explained = withReasons(checks, [failure(19, "A"), failure(40, "B")]);
    expect(explained.map(({ message }) => message)).toEqual(["", "A", "", "B"]);
  });
});
