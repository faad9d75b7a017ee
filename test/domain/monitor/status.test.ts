import { describe, expect, it } from "vitest";
import type { MonitorRule } from "../../../src/domain/monitor/rule.ts";
import { applyResult } from "../../../src/domain/monitor/status.ts";
import { Life, play, RULE } from "./play.ts";

interface Case {
  name: string;
  script: string;
  rule?: Partial<MonitorRule>;
  said?: string[];
  history?: string[];
}

function checkCases(cases: Case[]): void {
  for (const { name, script, rule, said, history } of cases) {
    it(name, () => {
      const life = play(script, rule);
      expect(life.said()).toEqual(said ?? []);
      if (history) expect(life.history()).toEqual(history);
    });
  }
}

const THREE = { failureThreshold: 3 };

describe("failure threshold", () => {
  checkCases([
    { name: "sends nothing for a monitor that stays up", script: "....", history: ["up 0-"] },
    { name: "alerts on the first failure when it is 1", script: ".x", said: ["alert up>down 10"] },
    { name: "alerts once per failure, however long it lasts", script: ".xxxx", said: ["alert up>down 10"] },
    { name: "sends nothing below it", script: ".xx", rule: THREE, history: ["up 0-"] },
    {
      name: "alerts when it is reached, and dates the failure back to its first check",
      script: ".xxx",
      rule: THREE,
      said: ["alert up>down 30"],
      history: ["up 0-10", "down 10-"],
    },
    { name: "restarts after a good check", script: ".xx.xx.", rule: THREE, history: ["up 0-"] },
    {
      name: "counts degraded and down together, and uses the severity of the last",
      script: ".ggx",
      rule: THREE,
      said: ["alert up>down 30"],
      history: ["up 0-10", "down 10-"],
    },
    {
      name: "confirms degraded if the last check was degraded",
      script: ".xxg",
      rule: THREE,
      said: ["alert up>degraded 30"],
      history: ["up 0-10", "degraded 10-"],
    },
    {
      name: "applies to a monitor never checked before",
      script: "xxx",
      rule: THREE,
      said: ["alert pending>down 20"],
      history: ["down 0-"],
    },
    {
      name: "gives no state to failing first checks below it",
      script: "xx.",
      rule: THREE,
      history: ["up 20-"],
    },
  ]);

  it("confirms at the next failing check if lowered during a streak", () => {
    const life = play(".xx", { failureThreshold: 5 });
    life.rule = { ...life.rule, failureThreshold: 2 };
    expect(life.play("x").said()).toEqual(["alert up>down 30"]);
    expect(life.history()).toEqual(["up 0-10", "down 10-"]);
  });

  it("sends nothing after a good check if lowered during a streak", () => {
    const life = play(".xx", { failureThreshold: 5 });
    life.rule = { ...life.rule, failureThreshold: 2 };
    expect(life.play(".").said()).toEqual([]);
  });

  it("waits for the new count if raised during a streak", () => {
    const life = play(".x", { failureThreshold: 2 });
    life.rule = { ...life.rule, failureThreshold: 4 };
    expect(life.play("xx").said()).toEqual([]);
    expect(life.play("x").said()).toEqual(["alert up>down 40"]);
  });

  it("changes nothing if raised after the failure was confirmed", () => {
    const life = play(".x");
    life.rule = { ...life.rule, failureThreshold: 5 };
    expect(life.play("x.").said()).toEqual(["alert up>down 10", "recovery down>up 30"]);
  });
});

describe("severity", () => {
  checkCases([
    {
      name: "becomes down on the first down check at any threshold, and alerts again",
      script: ".gggx",
      rule: THREE,
      said: ["alert up>degraded 30", "alert degraded>down 40"],
      history: ["up 0-10", "degraded 10-40", "down 40-"],
    },
    {
      name: "becomes degraded without an alert",
      script: ".xgg",
      said: ["alert up>down 10"],
      history: ["up 0-10", "down 10-20", "degraded 20-"],
    },
    {
      name: "alerts when a failure that became degraded is down again",
      script: ".xgx",
      said: ["alert up>down 10", "alert degraded>down 30"],
    },
    {
      name: "recovers once after both",
      script: ".gx.",
      said: ["alert up>degraded 10", "alert degraded>down 20", "recovery down>up 30"],
      history: ["up 0-10", "degraded 10-20", "down 20-30", "up 30-"],
    },
  ]);
});

describe("recovery threshold", () => {
  const two = { recoveryThreshold: 2 };
  checkCases([
    {
      name: "waits for that many good checks in a row",
      script: ".x.",
      rule: two,
      said: ["alert up>down 10"],
    },
    {
      name: "dates the recovery to the check that confirms it",
      script: ".x..",
      rule: two,
      said: ["alert up>down 10", "recovery down>up 30"],
      history: ["up 0-10", "down 10-30", "up 30-"],
    },
    { name: "restarts after a failure", script: ".x.x.", rule: two, said: ["alert up>down 10"] },
    { name: "restarts after a degraded check", script: ".x.g.", rule: two, said: ["alert up>down 10"] },
    { name: "restarts after an affected check", script: ".x.a.", rule: two, said: ["alert up>down 10"] },
    { name: "does not delay the very first status", script: ".", rule: two, history: ["up 0-"] },
    { name: "makes no recovery without an alert", script: ".x.x.", rule: { ...two, ...THREE } },
  ]);

  it("recovers at the next good check if lowered during recovery", () => {
    const life = play(".x.", { recoveryThreshold: 5 });
    life.rule = { ...life.rule, recoveryThreshold: 2 };
    expect(life.play(".").said()).toEqual(["alert up>down 10", "recovery down>up 30"]);
  });
});

describe("the status affected", () => {
  checkCases([
    {
      name: "sends nothing, and is neither up nor down in history",
      script: ".aab.",
      history: ["up 0-10", "affected 10-40", "up 40-"],
    },
    {
      name: "starts counting at the end of the dependency's failure",
      script: ".aaaxx",
      rule: { failureThreshold: 2 },
      said: ["alert up>down 50"],
      history: ["up 0-10", "affected 10-40", "down 40-"],
    },
    {
      name: "resets a streak before it",
      script: ".xxax",
      rule: THREE,
      history: ["up 0-30", "affected 30-40", "up 40-"],
    },
    {
      name: "keeps a failure confirmed before it",
      script: ".xaa.",
      said: ["alert up>down 10", "recovery down>up 40"],
      history: ["up 0-10", "down 10-40", "up 40-"],
    },
    { name: "does not make a degraded failure worse", script: ".ga", said: ["alert up>degraded 10"] },
    {
      name: "isn't a confirmed state of a monitor that was never up",
      script: "aax",
      rule: { failureThreshold: 2 },
      history: ["affected 0-20"],
    },
  ]);

  it("is shown at once, and the confirmed status stays", () => {
    const { state } = play(".a");
    expect([state.current, state.confirmed, state.currentSince]).toEqual(["affected", "up", 10_000]);
  });

  it("lists the failed dependencies, and treats another list as another status", () => {
    const life = play(".");
    life.check("down", [3, 5]);
    expect(life.state.affectedBy).toEqual([3, 5]);
    life.check("down", [3, 5]);
    expect(life.last?.hasCurrentChanged).toBe(false);
    life.check("down", [5]);
    expect(life.last?.hasCurrentChanged).toBe(true);
    expect(life.state.affectedBy).toEqual([5]);
    expect(life.play("x").state.affectedBy).toBeUndefined();
  });

  it("does not apply to a good check", () => {
    const life = play(".");
    const result = { status: "up", startedAt: 1, checkedAt: 1, responseMs: 1, message: "" } as const;
    const context = { monitorId: 7, rule: RULE, failedDependencies: [1], isUnderMaintenance: false };
    expect(applyResult(life.state, result, context).state.current).toBe("up");
  });
});

describe("maintenance announced by a provider", () => {
  it("is reported as a change, and lasts until the next check", () => {
    const life = play(".");
    const context = { monitorId: 7, rule: RULE, failedDependencies: [], isUnderMaintenance: true };
    const at = life.now + 1;
    const result = { status: "up", startedAt: at, checkedAt: at, responseMs: 5, message: "" } as const;
    const begun = applyResult(life.state, { ...result, isMaintained: true }, context);
    expect(begun.state.isMaintained).toBe(true);
    expect([begun.hasChanged, begun.hasCurrentChanged]).toEqual([true, true]);
    const ended = applyResult(begun.state, result, { ...context, isUnderMaintenance: false });
    expect(ended.state.isMaintained).toBeUndefined();
    expect([ended.hasChanged, ended.hasCurrentChanged]).toEqual([true, true]);
  });
});

describe("applyResult", () => {
  it("shows every check at once, confirmed or not", () => {
    const life = new Life(THREE);
    const shown = [..."x.gxa."].map((sign) => {
      life.play(sign);
      return [life.state.current, life.last?.hasCurrentChanged];
    });
    expect(shown).toEqual([
      ["down", true],
      ["up", true],
      ["degraded", true],
      ["down", true],
      ["affected", true],
      ["up", true],
    ]);
  });

  it("reports no change for an identical check", () => {
    const life = play("..");
    expect(life.last).toMatchObject({ hasChanged: false, hasCurrentChanged: false });
    expect(life.state.checkedAt).toBe(10_000);
    expect(play(".x").last?.hasChanged).toBe(true);
  });

  it("makes the same event from the same state", () => {
    const { state } = play("..");
    const result = {
      status: "down",
      startedAt: 20_000,
      checkedAt: 20_000,
      responseMs: 1,
      message: "no",
    } as const;
    const context = { monitorId: 7, rule: RULE, failedDependencies: [], isUnderMaintenance: false };
    const kept = structuredClone(state);
    expect(applyResult(state, result, context)).toEqual(applyResult(state, result, context));
    expect(state).toEqual(kept);
    expect(applyResult(JSON.parse(JSON.stringify(state)), result, context).events[0]?.id).toBe("7:1");
  });

  it("numbers events consecutively", () => {
    expect(play(".x.x").events.map((event) => event.id)).toEqual(["7:1", "7:2", "7:3"]);
  });

  it("includes the start and the reason", () => {
    const [alert, recovery] = play(".xx.", { failureThreshold: 2 }).events;
    expect(alert).toMatchObject({
      downSince: 10_000,
      statusSince: 10_000,
      at: 20_000,
      message: "down at 20",
    });
    expect(recovery).toMatchObject({ downSince: 10_000, statusSince: 30_000, at: 30_000, hasBeenDown: true });
    expect(play(".xx", { failureThreshold: 2 }).rows.list()[1]?.message).toBe("down at 20");
  });

  it("includes the failing regions, but another region alone is not another reason", () => {
    const { state } = play(".");
    const at = { startedAt: 10_000, checkedAt: 10_000 };
    const result = {
      status: "down",
      ...at,
      responseMs: 1,
      message: "no",
      foundFrom: "Fails from home.",
    } as const;
    const context = { monitorId: 7, rule: RULE, failedDependencies: [], isUnderMaintenance: false };
    const outcome = applyResult(state, result, context);
    expect(outcome.events[0]?.message).toBe("no Fails from home.");
    expect(outcome.state.message).toBe("no");
    const later = { ...result, checkedAt: 20_000, foundFrom: "Fails from home, weur." };
    expect(applyResult(outcome.state, later, context)).toMatchObject({ events: [], hasChanged: false });
  });

  it("never goes back in time when a slow check ends after a later one", () => {
    const life = play("..");
    const result = { status: "down", startedAt: 0, checkedAt: 5_000, responseMs: 1, message: "" } as const;
    const context = { monitorId: 7, rule: RULE, failedDependencies: [], isUnderMaintenance: false };
    const outcome = applyResult(life.state, result, context);
    expect(outcome.state.checkedAt).toBe(10_000);
    expect(outcome.history).toEqual([
      { kind: "close", from: 0, to: 10_000 },
      { kind: "open", state: "down", from: 10_000, message: "" },
    ]);
  });

  it("removes a row that a failure replaces completely", () => {
    expect(play("aax").history()).toEqual(["affected 0-20", "down 20-"]);
    expect(play("..__.xx", { failureThreshold: 2 }).history()).toEqual(["up 0-10", "up 40-50", "down 50-"]);
    expect(play("x___xx", { failureThreshold: 3 }).history()).toEqual(["down 40-"]);
    expect(play(".axx", { failureThreshold: 2 }).history()).toEqual([
      "up 0-10",
      "affected 10-20",
      "down 20-",
    ]);
  });
});
