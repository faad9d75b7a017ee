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
      name: "sends nothing if the failure ends inside the window",
      script: ".(xx..)..",
      said: ["alert up>down 10 suppressed"],
    },
    {
      name: "sends nothing if the next check is good, recovered or not",
      script: ".(xx)..",
      rule: two,
      said: ["alert up>down 20 suppressed"],
    },
    {
      name: "sends the held alert if a failure that hasn't recovered fails again",
      script: ".(xx).x",
      rule: two,
      said: ["alert up>down 20 suppressed", "alert up>down 40"],
    },
    {
      name: "does not reset a streak that continues after it",
      script: ".(x)x",
      rule: two,
      said: ["alert up>down 20"],
    },
    {
      name: "repeats no alert for a failure that started before and continues after it",
      script: ".x(xx)x.",
      said: ["alert up>down 10", "recovery down>up 50"],
    },
    {
      name: "holds a recovery back until the end of the window",
      script: ".x(..)..",
      said: ["alert up>down 10", "recovery down>up 20 suppressed", "recovery down>up 40"],
    },
    {
      name: "sends the held recovery before it alerts for the next failure",
      script: ".x(..)x",
      said: ["alert up>down 10", "recovery down>up 20 suppressed", "recovery down>up 40", "alert up>down 40"],
    },
    {
      name: "alerts again for a failure that ended inside and came back",
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
      name: "sends nothing after it while a dependency is down",
      script: ".(x)ax",
      said: ["alert up>down 10 suppressed", "alert up>down 30"],
    },
  ]);

  it("keeps history rows: windows are subtracted when uptime is computed", () => {
    expect(play(".(xx)x.").history()).toEqual(["up 0-10", "down 10-40", "up 40-"]);
  });

  it("dates a held recovery to when the monitor recovered", () => {
    const recovery = play(".x(..).").events.at(-1);
    expect(recovery).toMatchObject({ at: 40_000, statusSince: 20_000, downSince: 10_000 });
  });

  it("leaves the failure's text out of a recovery sent on a failing check", () => {
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
    { name: "resets a streak", script: ".xP_xx", rule: { failureThreshold: 3 }, said: [] },
    {
      name: "sends the recovery of an alerted failure after it",
      script: ".xP__.",
      said: ["alert up>down 10", "recovery down>up 40"],
    },
    {
      name: "requires the usual number of good checks for that recovery",
      script: ".xxP__.",
      rule: two,
      said: ["alert up>down 20"],
    },
    {
      name: "sends that recovery after those checks",
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
    { name: "sends no recovery without an alert", script: ".xP__.", rule: two, said: [] },
    {
      name: "keeps a pending recovery across a second pause",
      script: ".xP_P_.",
      said: ["alert up>down 10", "recovery down>up 40"],
    },
    {
      name: "keeps a pending recovery across maintenance",
      script: ".xP_(..).",
      said: ["alert up>down 10", "recovery down>up 50"],
    },
  ]);

  it("has no state, and a resumed monitor starts pending", () => {
    const life = play("..P____");
    expect(life.state).toMatchObject({ current: "pending", confirmed: "pending", checkedAt: 10_000 });
    expect(life.last).toMatchObject({ hasChanged: true, hasCurrentChanged: true, events: [], timers: [] });
    expect(life.history()).toEqual(["up 0-20"]);
    expect(life.play(".").history()).toEqual(["up 0-20", "up 60-"]);
  });

  it("after a silence ends the state at the last check", () => {
    expect(play("..____P").history()).toEqual(["up 0-10"]);
  });

  it("of a monitor never checked makes no visible change", () => {
    expect(play("P").last).toMatchObject({ hasCurrentChanged: false, history: [], dropsDownTimers: false });
  });
});
