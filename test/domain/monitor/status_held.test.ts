import { describe, expect, it } from "vitest";
import type { MonitorRule } from "../../../src/domain/monitor/rule.ts";
import { play } from "./play.ts";

interface Case {
  name: string;
  script: string;
  rule?: Partial<MonitorRule>;
  said: string[];
}

function checkCases(cases: Case[]): void {
  for (const { name, script, rule, said } of cases) {
    it(name, () => expect(play(script, rule).said()).toEqual(said));
  }
}

describe("maintenance", () => {
  const two = { failureThreshold: 2, recoveryThreshold: 2 };
  checkCases([
    {
      name: "holds an alert back until the first failing check after the window",
      script: ".(xxx)x",
      said: ["alert up>down 10 suppressed", "alert up>down 40"],
    },
    {
      name: "leaves nothing to say when the failure ends inside",
      script: ".(xx..)..",
      said: ["alert up>down 10 suppressed"],
    },
    {
      name: "says nothing when the check after it is good, recovered or not",
      script: ".(xx)..",
      rule: two,
      said: ["alert up>down 20 suppressed"],
    },
    {
      name: "says what it held when a failure not recovered fails again",
      script: ".(xx).x",
      rule: two,
      said: ["alert up>down 20 suppressed", "alert up>down 40"],
    },
    {
      name: "does not stop a streak that goes on after it",
      script: ".(x)x",
      rule: two,
      said: ["alert up>down 20"],
    },
    {
      name: "repeats no alert of a failure that began before and goes on after it",
      script: ".x(xx)x.",
      said: ["alert up>down 10", "recovery down>up 50"],
    },
    {
      name: "holds a recovery back until the window's end",
      script: ".x(..)..",
      said: ["alert up>down 10", "recovery down>up 20 suppressed", "recovery down>up 40"],
    },
    {
      name: "pays the recovery it held before it alerts of the next failure",
      script: ".x(..)x",
      said: ["alert up>down 10", "recovery down>up 20 suppressed", "recovery down>up 40", "alert up>down 40"],
    },
    {
      name: "alerts again of a failure that ended inside and came back",
      script: ".x(.x)x",
      said: [
        "alert up>down 10",
        "recovery down>up 20 suppressed",
        "alert up>down 30 suppressed",
        "alert up>down 40",
      ],
    },
    {
      name: "holds back a failure that gets worse",
      script: ".g(x)x",
      said: ["alert up>degraded 10", "alert degraded>down 20 suppressed", "alert degraded>down 30"],
    },
    {
      name: "alerts with the severity after the window",
      script: ".(x)g",
      said: ["alert up>down 10 suppressed", "alert down>degraded 20"],
    },
    {
      name: "says nothing after it while a dependency is down",
      script: ".(x)ax",
      said: ["alert up>down 10 suppressed", "alert up>down 30"],
    },
  ]);

  it("keeps its own rows in history: windows are taken off when uptime is counted", () => {
    expect(play(".(xx)x.").history()).toEqual(["up 0-10", "down 10-40", "up 40-"]);
  });

  it("dates a recovery it held to when the monitor recovered", () => {
    const recovery = play(".x(..).").events.at(-1);
    expect(recovery).toMatchObject({ at: 40_000, statusSince: 20_000, downSince: 10_000 });
  });

  it("puts no failure's text into a recovery paid by a failing check", () => {
    const [, , recovery, alert] = play(".x(..)x").events;
    expect([recovery?.message, alert?.message]).toEqual(["", "down at 40"]);
  });

  it("gives the held alert its own id", () => {
    expect(play(".(x)x").events.map((event) => event.id)).toEqual(["7:1", "7:2"]);
  });
});

describe("pause", () => {
  const two = { failureThreshold: 2, recoveryThreshold: 2 };
  checkCases([
    { name: "forgets a streak", script: ".xP_xx", rule: { failureThreshold: 3 }, said: [] },
    {
      name: "pays the recovery of an alerted failure after it",
      script: ".xP__.",
      said: ["alert up>down 10", "recovery down>up 40"],
    },
    {
      name: "asks as many good checks of that recovery as of any",
      script: ".xxP__.",
      rule: two,
      said: ["alert up>down 20"],
    },
    {
      name: "pays it once they came",
      script: ".xxP__...",
      rule: two,
      said: ["alert up>down 20", "recovery down>up 60"],
    },
    {
      name: "alerts again once a failure that came back is confirmed",
      script: ".xxP__xx..",
      rule: two,
      said: ["alert up>down 20", "alert pending>down 60", "recovery down>up 80"],
    },
    { name: "pays nothing where no alert was", script: ".xP__.", rule: two, said: [] },
    {
      name: "keeps what is owed over a second pause",
      script: ".xP_P_.",
      said: ["alert up>down 10", "recovery down>up 40"],
    },
    {
      name: "keeps what is owed over maintenance",
      script: ".xP_(..).",
      said: ["alert up>down 10", "recovery down>up 50"],
    },
  ]);

  it("has no state, and resuming starts pending", () => {
    const life = play("..P____");
    expect(life.state).toMatchObject({ current: "pending", confirmed: "pending", checkedAt: 10_000 });
    expect(life.last).toMatchObject({ hasChanged: true, hasCurrentChanged: true, events: [], timers: [] });
    expect(life.history()).toEqual(["up 0-20"]);
    expect(life.play(".").history()).toEqual(["up 0-20", "up 60-"]);
  });

  it("after a silence, ends the state with the last check", () => {
    expect(play("..____P").history()).toEqual(["up 0-10"]);
  });

  it("of a monitor never checked changes nothing that is seen", () => {
    expect(play("P").last).toMatchObject({ hasCurrentChanged: false, history: [], dropsDownTimers: false });
  });
});
