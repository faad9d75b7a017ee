import { describe, expect, it } from "vitest";
import { applyResult } from "../../../src/domain/monitor/status.ts";
import { play, RULE } from "./play.ts";

interface Case {
  name: string;
  script: string;
  rule?: { failureThreshold: number };
  said?: string[];
  history: string[];
}

describe("silence", () => {
  it.each([
    { name: "of two intervals keeps the state", script: "._.", history: ["up 0-"] },
    { name: "longer than that has no state", script: ".__.", history: ["up 30-"] },
    { name: "ends the state at the last check before it", script: "..___.", history: ["up 0-10", "up 50-"] },
    {
      name: "keeps a confirmed failure, without another alert",
      script: ".xx___x.",
      said: ["alert up>down 10", "recovery down>up 70"],
      history: ["up 0-10", "down 10-20", "down 60-70", "up 70-"],
    },
    {
      name: "continues a streak, which has no state before it",
      script: "..xx____x",
      rule: { failureThreshold: 3 },
      said: ["alert up>down 80"],
      history: ["up 0-20", "down 80-"],
    },
  ] as Case[])("$name", ({ script, rule, said = [], history }) => {
    const life = play(script, rule);
    expect(life.said()).toEqual(said);
    expect(life.history()).toEqual(history);
  });

  it("isn't caused by a slow check, since it is measured to the check's start", () => {
    const life = play(".");
    const result = {
      status: "up",
      startedAt: 10_000,
      checkedAt: 300_000,
      responseMs: 1,
      message: "",
    } as const;
    const context = { monitorId: 7, rule: RULE, failedDependencies: [], isUnderMaintenance: false };
    expect(applyResult(life.state, result, context).history).toEqual([]);
  });

  it("is measured by the longer interval after a change", () => {
    const life = play(".", { intervalSecs: 3600 });
    life.rule = RULE;
    expect(life.play("_____.").history()).toEqual(["up 0-"]);
    expect(life.play("___.").history()).toEqual(["up 0-60", "up 100-"]);
  });

  it("of a heartbeat can last its grace period", () => {
    expect(play("._____.", { graceSecs: 60 }).history()).toEqual(["up 0-"]);
    expect(play(".______.", { graceSecs: 50 }).history()).toEqual(["up 70-"]);
  });
});
