import { describe, expect, it } from "vitest";
import type { ActionLink } from "../../../src/domain/monitor/rule.ts";
import { decideTimer, type Timer } from "../../../src/domain/monitor/timer.ts";
import { play } from "./play.ts";

const LINKS: ActionLink[] = [
  { actionId: 1, onStatus: "down", delayMinutes: 0, cooldownMinutes: 30 },
  { actionId: 2, onStatus: "down", delayMinutes: 5, cooldownMinutes: 0 },
  { actionId: 3, onStatus: "up", delayMinutes: 1, cooldownMinutes: 0 },
];
const RULE = { autoIncidentMinutes: 2, links: LINKS };

function shortly(timers: readonly Timer[]): string[] {
  return timers.map((timer) => {
    const skip = timer.kind === "action" && timer.skip ? ` ${timer.skip}` : "";
    return `${timer.id} ${timer.dueAt / 1000}${skip}`;
  });
}

describe("the timers of an event", () => {
  it("count an incident from the outage's first failing check, and an action from its confirmation", () => {
    const { timers } = play(".xxx", { ...RULE, failureThreshold: 3 });
    expect(shortly(timers)).toEqual(["7:1:incident 130", "7:1:action:1 30", "7:1:action:2 330"]);
    expect(timers[0]).toMatchObject({ kind: "open_incident", downSince: 10_000 });
    expect(timers[1]).toMatchObject({ trigger: "down", actionId: 1, cooldownMinutes: 30, downSince: 10_000 });
  });

  it("don't open an incident when that is off", () => {
    const { timers } = play(".x", { ...RULE, autoIncidentMinutes: null });
    expect(shortly(timers)).toEqual(["7:1:action:1 10", "7:1:action:2 310"]);
  });

  it("ignore degraded, and count from down when that follows", () => {
    expect(play(".g", RULE).timers).toEqual([]);
    expect(shortly(play(".gx", RULE).timers)[0]).toBe("7:2:incident 140");
  });

  it("for down are dropped at the recovery, which resolves and starts the actions for up", () => {
    expect(shortly(play(".xx.", RULE).timers)).toEqual(["7:1:resolve 30", "7:2:action:3 90"]);
  });

  it("for down are dropped when the failure becomes degraded", () => {
    const life = play(".xg", RULE);
    expect([life.last?.dropsDownTimers, life.timers]).toEqual([true, []]);
    expect(shortly(life.play(".").timers)).toEqual(["7:1:resolve 30", "7:2:action:3 90"]);
  });

  it("start nothing for the recovery of a failure that was never down", () => {
    expect(play(".g.", RULE).timers).toEqual([]);
  });

  it("for up are kept when the monitor fails again", () => {
    expect(shortly(play(".x.x", RULE).timers)).toContain("7:2:action:3 80");
  });

  it("for down are kept while a dependency is down", () => {
    expect(shortly(play(".xa", RULE).timers)).toEqual([
      "7:1:incident 130",
      "7:1:action:1 10",
      "7:1:action:2 310",
    ]);
  });

  it("for down are dropped at a pause, and the first recovery after it resolves", () => {
    const life = play(".xP", RULE);
    expect(life.timers).toEqual([]);
    expect(shortly(life.play("__.").timers)).toEqual(["7:1:resolve 40", "7:2:action:3 100"]);
  });

  it("remember across a pause that the failure was down, even if it comes back degraded", () => {
    expect(shortly(play(".xP__g.", RULE).timers)).toEqual(["7:2:resolve 50", "7:3:action:3 110"]);
  });

  it("skip actions during maintenance, and count from the time a held alert is sent", () => {
    const life = play(".(x)", RULE);
    expect(shortly(life.timers)).toEqual(["7:1:action:1 10 maintenance", "7:1:action:2 10 maintenance"]);
    life.timers = [];
    expect(shortly(life.play("x").timers)).toEqual([
      "7:2:incident 140",
      "7:2:action:1 20",
      "7:2:action:2 320",
    ]);
  });

  it("resolve at once during maintenance, and start the actions for up when the recovery is sent", () => {
    const life = play(".x(.", RULE);
    expect(shortly(life.timers)).toEqual(["7:1:resolve 20", "7:2:action:3 20 maintenance"]);
    life.timers = [];
    expect(shortly(life.play(".).").timers)).toEqual(["7:3:action:3 100"]);
  });
});

describe("decideTimer", () => {
  const incident: Timer = { kind: "open_incident", id: "7:1:incident", dueAt: 0, downSince: 0 };
  const resolve: Timer = { kind: "resolve_incident", id: "7:1:resolve", dueAt: 0 };
  const down: Timer = {
    kind: "action",
    id: "7:1:action:1",
    dueAt: 0,
    trigger: "down",
    actionId: 1,
    cooldownMinutes: 0,
    downSince: 0,
    skip: null,
  };
  const up: Timer = { ...down, trigger: "up" };
  const skipped: Timer = { ...down, skip: "maintenance" };
  const recovered = { kind: "skip", reason: "monitor recovered" };
  const maintenance = { kind: "skip", reason: "maintenance" };
  const fire = { kind: "fire" };

  it.each([
    ["incident", incident, "down", false, fire],
    ["incident", incident, "down", true, { kind: "wait" }],
    ["incident", incident, "degraded", false, recovered],
    ["incident", incident, "up", true, recovered],
    ["resolving", resolve, "up", true, fire],
    ["resolving", resolve, "down", false, fire],
    ["down action", down, "down", false, fire],
    ["down action", down, "down", true, maintenance],
    ["down action", down, "up", false, recovered],
    ["down action", down, "pending", false, recovered],
    ["up action", up, "down", false, fire],
    ["up action", up, "up", true, maintenance],
    ["skipped action", skipped, "up", false, maintenance],
  ] as const)(
    "for %s of a monitor confirmed %3$s, with maintenance %4$s",
    (_, timer, confirmed, isUnderMaintenance, want) => {
      const state = { confirmed, current: confirmed };
      expect(decideTimer(timer, { state, isUnderMaintenance })).toEqual(want);
    },
  );

  it("waits with the timers of a failure while a dependency is down", () => {
    const state = { confirmed: "down", current: "affected" } as const;
    const decide = (timer: Timer) => decideTimer(timer, { state, isUnderMaintenance: false }).kind;
    expect([incident, down, up, resolve].map(decide)).toEqual(["wait", "wait", "fire", "fire"]);
  });
});
