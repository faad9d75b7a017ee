import { describe, expect, it } from "vitest";
import { judgedSinceStart } from "../../../src/domain/monitor/heartbeat.ts";

describe("judgedSinceStart", () => {
  const rule = { intervalSecs: 60, graceSecs: 30 };
  const startedAt = 1_800_000_000_000;

  it("restarts a window that ended before the service started", () => {
    expect(judgedSinceStart(rule, { due: startedAt - 1000, startedAt })).toBe(startedAt + 90_000);
    expect(judgedSinceStart(rule, { due: startedAt, startedAt })).toBe(startedAt + 90_000);
  });

  it("extends a running window to at least its grace period", () => {
    expect(judgedSinceStart(rule, { due: startedAt + 1000, startedAt })).toBe(startedAt + 30_000);
    expect(judgedSinceStart(rule, { due: startedAt + 40_000, startedAt })).toBe(startedAt + 40_000);
  });
});
