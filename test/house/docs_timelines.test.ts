import { describe, expect, it } from "vitest";
import { decideAlert, quietUntil } from "../../src/domain/alert/decision.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import { alertPolicy } from "../../src/schema/alert_policy.ts";
import { escalate, Play, remind } from "../domain/alert/play.ts";
import { Life } from "../domain/monitor/play.ts";
import { readPages } from "./docs_reader.ts";

const page = readPages().find(({ path }) => path === "docs/alerts.md")!;
const timelines = page.blocks.filter(({ language }) => language === "");
const timelineWith = (word: string) => timelines.find(({ text }) => text.includes(word))?.text ?? "";

function settingOf(name: string): number {
  return Number(new RegExp(`\`${name}: (\\d+)\``).exec(page.prose)?.[1]);
}

function timeOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}

describe("the timelines of alerts", () => {
  it("confirm a failure when the rules do", () => {
    const FIRST = 11;
    const WIDTH = 5;
    const row = (name: string) => {
      const line =
        timelineWith("confirmed")
          .split("\n")
          .find((text) => text.startsWith(name)) ?? "";
      return Array.from({ length: 11 }, (_, i) =>
        line
          .slice(FIRST + i * WIDTH)
          .slice(0, WIDTH)
          .trim(),
      );
    };
    const life = new Life({
      failureThreshold: settingOf("failureThreshold"),
      recoveryThreshold: settingOf("recoveryThreshold"),
    });
    const played = row("check").map((sign) => {
      const before = life.events.length;
      life.check(sign === "✓" ? "up" : "down");
      return {
        page: life.state.current,
        confirmed: life.state.confirmed,
        sent: life.events[before]?.kind ?? "",
      };
    });
    expect(played.map((one) => one.page)).toEqual(row("page"));
    expect(played.map((one) => one.confirmed)).toEqual(row("confirmed").map((word) => word.toLowerCase()));
    expect(played.map((one) => one.sent.slice(0, WIDTH))).toEqual(row("sent"));
    // Down from the first failing check of the streak (the fourth) to the check that confirmed the recovery.
    expect(life.history()).toEqual(["up 0-30", "down 30-100", "up 100-"]);
    expect(row("uptime").slice(0, 4)).toEqual(["up", "up", "up", "down"]);
  });

  it("suppress alerts when the rate cap does", () => {
    const throttle = {
      enabled: true,
      maxAlerts: settingOf("maxAlerts"),
      windowMinutes: settingOf("windowMinutes"),
    };
    const rules = { enabled: true, notifyOnRecovery: true, alertPolicy: alertPolicy.parse({ throttle }) };
    const lines = [...timelineWith("throttled").matchAll(/^(\d\d:\d\d) +(down|up) +(\w+)/gm)];
    expect(lines.length).toBeGreaterThan(7);
    const reported: number[] = [];
    for (const [line, clock = "", what, becomes] of lines) {
      const now = timeOf(clock);
      const kind = what === "up" ? "recovery" : "alert";
      const countSince = (from: number) => reported.filter((at) => at > from).length;
      const { status } = decideAlert({ kind, isUnderMaintenance: false }, rules, {
        now,
        countSince,
        groupClosesAt: null,
      });
      expect(status, line).toBe(becomes === "sent" ? "pending" : "suppressed");
      if (kind === "alert" && status === "pending") reported.push(now);
    }
  });

  it("defer alerts when quiet hours do", () => {
    const policy = { enabled: true, start: "22:00", end: "07:00", timezone: "Europe/Warsaw" };
    const { quietHours } = alertPolicy.parse({ quietHours: policy });
    const winter = (day: number, clock: string) => Date.UTC(2026, 0, day) + timeOf(clock) - 60 * MINUTE_MS;
    const clocks = [...timelineWith("defer").matchAll(/(\d\d:\d\d) down|(\d\d:\d\d) up/g)].flatMap(
      ([, down, up]) => down ?? up ?? [],
    );
    expect(clocks).toEqual(["21:58", "23:10", "02:40"]);
    const [before = "", late = "", early = ""] = clocks;
    expect(quietUntil(quietHours, winter(5, before))).toBeNull();
    expect(quietUntil(quietHours, winter(5, late))).toBe(winter(6, "07:00"));
    expect(quietUntil(quietHours, winter(6, early))).toBe(winter(6, "07:00"));
  });

  it("show reminders for lasting failures, but not for acknowledged ones", () => {
    const play = new Play(remind(settingOf("everyMinutes"), settingOf("most")));
    const noon = timeOf("12:00");
    const minutesOf = (clock: string) => (timeOf(clock) - noon) / MINUTE_MS;
    const lines = [...timelineWith("ann acknowledges").matchAll(/^(\d\d:\d\d) +(.+)$/gm)];
    expect(lines).toHaveLength(6);
    let past = 0;
    for (const [, clock = "", said = ""] of lines) {
      const minute = minutesOf(clock);
      play.until(minute, past);
      past = minute + 1;
      if (said.includes("shop down")) play.alert(minute);
      if (said.includes("ann acknowledges")) play.change(minute, { acknowledged: { untilMs: null } });
      if (said.startsWith("up ")) play.recover(minute);
    }
    expect(play.said).toEqual(["0 ALERT", "60 REMINDER", "120 REMINDER", "180 acknowledged", "190 UP"]);
  });

  it("escalate through channels in order", () => {
    const table = timelineWith("third (30)");
    const plays = [...table.matchAll(/\((\d+)\)/g)].map(([, minutes]) => new Play(escalate(Number(minutes))));
    for (const play of plays) {
      play.alert(0);
      play.until(20).change(20, { acknowledged: { untilMs: null } });
      play.until(40, 20).recover(40);
    }
    expect(plays.map(({ said }) => said)).toEqual([
      ["0 ALERT", "40 UP"],
      ["15 ALERT", "40 UP"],
      ["30 acknowledged", "40 recovered before escalation"],
    ]);
    expect(table).toMatch(/^12:30 +suppressed: acknowledged$/m);
    expect(table).toMatch(/^12:40 +up +sent +sent +suppressed: recovered before escalation$/m);
  });
});
