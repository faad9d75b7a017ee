import { describe, expect, it } from "vitest";
import { moveBack, setBackMs } from "../../../src/domain/monitor/set_back.ts";
import { initialState, type MonitorState } from "../../../src/domain/monitor/state.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

const down: MonitorState = {
  ...initialState(4),
  current: "down",
  confirmed: "down",
  message: "No route.",
  currentSince: NOW + HOUR - 600_000,
  confirmedSince: NOW + HOUR - 600_000,
  failingSince: NOW - 1,
  alerted: { status: "down", since: NOW + HOUR - 600_000, hasBeenDown: true, isStale: false },
  open: { state: "down", from: NOW + HOUR - 600_000 },
  checkedAt: NOW + HOUR,
};

describe("setBackMs", () => {
  it("returns how far the clock was set back since the last check", () => {
    expect(setBackMs(down, NOW)).toBe(HOUR);
  });

  it("returns 0 within two minutes, and for a monitor never checked", () => {
    expect(setBackMs({ checkedAt: NOW + 120_000 }, NOW)).toBe(0);
    expect(setBackMs({ checkedAt: null }, NOW)).toBe(0);
  });
});

describe("moveBack", () => {
  it("moves future times to now, and keeps past ones", () => {
    const { state } = moveBack(down, NOW);
    const since = { currentSince: NOW, confirmedSince: NOW, failingSince: NOW - 1, checkedAt: NOW };
    expect(state).toMatchObject({ ...since, current: "down", confirmed: "down", sequence: 4 });
    expect(state.alerted).toEqual({ ...down.alerted, since: NOW });
    expect(state.open).toEqual({ state: "down", from: NOW });
  });

  it("moves the start of an unconfirmed failure to now if it is in the future", () => {
    const { state } = moveBack({ ...down, failingSince: NOW + HOUR - 1 }, NOW);
    expect(state.failingSince).toBe(NOW);
  });

  it("ends the row of the former clock at its last check, and starts one now", () => {
    expect(moveBack(down, NOW).history).toEqual([
      { kind: "close", from: NOW + HOUR - 600_000, to: NOW + HOUR },
      { kind: "open", state: "down", from: NOW, message: "No route." },
    ]);
  });

  it("leaves a state unchanged if the clock wasn't set back", () => {
    const state = { ...down, checkedAt: NOW - 1 };
    expect(moveBack(state, NOW)).toEqual({ state, history: [] });
  });
});
