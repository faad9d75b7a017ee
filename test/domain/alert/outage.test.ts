import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeAlert, takeRecovery } from "../../../src/domain/alert/outage.ts";
import { alert, at, escalate, Play, remind, rulesOf, SENT } from "./play.ts";

describe("reminders", () => {
  it("follow their interval and limit, and end with the failure", () => {
    const play = new Play(remind(10, 3));
    play.alert(0);
    play.until(60).recover(61);
    play.until(100, 62);
    expect(play.said).toEqual(["0 ALERT", "10 REMINDER", "20 REMINDER", "30 REMINDER", "61 UP"]);
    play.alert(101);
    expect(play.until(115, 101).said.slice(5)).toEqual(["101 ALERT", "111 REMINDER"]);
  });

  it.each([
    ["acknowledged", { acknowledged: { untilMs: null } }],
    ["snoozed", { snoozedUntil: at(1000) }],
    ["maintenance", { maintenanceUntil: at(1000) }],
  ] as const)("stop after one row with the reason %s", (reason, hush) => {
    const play = new Play(remind(10));
    play.alert(0);
    play.until(5).change(6, hush);
    play.until(90, 6).recover(91);
    expect(play.said).toEqual(["0 ALERT", `10 ${reason}`, "91 UP"]);
  });

  it("continue after an acknowledgement expires or is undone", () => {
    for (const [hush, free] of [
      [{ acknowledged: { untilMs: at(25) } }, 25],
      [{ acknowledged: { untilMs: null } }, 40],
    ] as const) {
      const play = new Play(remind(10));
      play.alert(0);
      play.until(5).change(6, hush);
      play.until(39, 6).change(40, { acknowledged: null });
      play.until(50, 40);
      expect(play.said.slice(0, 3)).toEqual(["0 ALERT", "10 acknowledged", `${free} REMINDER`]);
    }
  });

  it("due in quiet hours are sent once at the end, or dropped", () => {
    const quiet = (mode: string) => ({ quietHours: { enabled: true, start: "12:05", end: "12:35", mode } });
    const deferring = new Play({ ...remind(10), ...quiet("defer") });
    deferring.alert(0);
    expect(deferring.until(50).said).toEqual(["0 ALERT", "35 REMINDER", "45 REMINDER"]);
    const dropping = new Play({ ...remind(10), ...quiet("suppress") });
    dropping.alert(0);
    expect(dropping.until(45).said).toEqual([
      ...["0 ALERT", "10 quiet-hours", "20 quiet-hours", "30 quiet-hours", "40 REMINDER"],
    ]);
  });

  it("stop when they are disabled, or when the monitor is paused or alerts elsewhere", () => {
    const off = new Play(remind(10));
    off.alert(0);
    off.rules = rulesOf({});
    expect(off.until(60).said).toEqual(["0 ALERT"]);
    const paused = new Play(remind(10));
    paused.alert(0);
    paused.change(5, { isWatched: false });
    expect(paused.until(60).said).toEqual(["0 ALERT"]);
    const deleted = new Play(remind(10));
    deleted.alert(0);
    deleted.change(5, { isWatched: false, isDeleted: true });
    expect(deleted.until(60).said).toEqual(["0 ALERT"]);
    expect(deleted.outage).toBeNull();
  });

  it("of failures in one grouping window are due at the same time", () => {
    const policy = { ...remind(10), grouping: { enabled: true, windowSeconds: 300 } };
    const dueOf = (minute: number) => {
      const play = new Play(policy);
      play.alert(minute);
      return play.outage?.dueAt;
    };
    expect([dueOf(1), dueOf(2), dueOf(4)]).toEqual([at(15), at(15), at(15)]);
  });
});

describe("an escalation", () => {
  it("alerts if the monitor is still down, and reports the recovery", () => {
    const play = new Play({ ...escalate(30), ...remind(20) });
    play.alert(0);
    play.until(60).recover(61);
    expect(play.said).toEqual(["30 ALERT", "50 REMINDER", "61 UP"]);
  });

  it("skips a monitor that recovered earlier", () => {
    const play = new Play(escalate(30));
    play.alert(0);
    play.until(20).recover(21);
    expect(play.until(60, 21).said).toEqual(["21 alert ended", "21 recovered before escalation"]);
  });

  it("skips acknowledged failures, and alerts when the acknowledgement expires", () => {
    const play = new Play(escalate(30));
    play.alert(0);
    play.change(5, { acknowledged: { untilMs: at(50) } });
    play.until(60).recover(61);
    expect(play.said).toEqual(["30 acknowledged", "50 ALERT", "61 UP"]);
    const kept = new Play(escalate(30));
    kept.alert(0);
    kept.change(5, { acknowledged: { untilMs: null } });
    kept.until(60).recover(61);
    expect(kept.said).toEqual(["30 acknowledged", "61 recovered before escalation"]);
  });

  it("sends a worse alert instead of the first, at the time planned for the first", () => {
    const play = new Play(escalate(30));
    play.alert(0);
    play.until(20).alert(21, "degraded");
    expect(play.until(60, 21).said).toEqual(["21 worse", "30 ALERT"]);
    play.alert(61, "degraded");
    expect(play.said.at(-1)).toBe("61 ALERT");
  });

  it("begins again when a paused monitor fails again, as do reminders", () => {
    const play = new Play({ ...escalate(10), ...remind(5, 1) });
    play.alert(0);
    expect(play.until(60).said).toEqual(["10 ALERT", "15 REMINDER"]);
    play.alert(61);
    expect(play.until(90, 61).said.slice(2)).toEqual(["71 ALERT", "76 REMINDER"]);
  });

  it("waits for the end of quiet hours that defer, and then checks again", () => {
    const play = new Play({
      ...escalate(30),
      quietHours: { enabled: true, start: "12:20", end: "13:00", mode: "defer" },
    });
    play.alert(0);
    play.until(40).change(41, { acknowledged: { untilMs: null } });
    expect(play.until(70, 41).said).toEqual(["41 acknowledged"]);
  });

  it("ends with a reason when the monitor is paused", () => {
    const play = new Play(escalate(30));
    play.alert(0);
    play.change(5, { isWatched: false });
    expect(play.until(60).said).toEqual(["5 no longer watched"]);
  });

  it("notices within five minutes that maintenance was ended early", () => {
    const play = new Play(escalate(30));
    play.alert(0);
    play.standing = { ...play.standing, maintenanceUntil: at(1000) };
    play.until(42);
    play.standing = { ...play.standing, maintenanceUntil: null };
    expect(play.until(60, 43).said).toEqual(["30 maintenance", "45 ALERT"]);
  });
});

describe("a snooze", () => {
  it("holds an alert back, and sends it at the end if the monitor still fails", () => {
    for (const policy of [{}, remind(60), escalate(20)]) {
      const play = new Play(policy);
      play.change(0, { snoozedUntil: at(30) });
      play.alert(5);
      play.until(50).recover(51);
      expect(play.said).toEqual(["5 snoozed", "30 ALERT", "51 UP"]);
    }
  });

  it("sends nothing about failures that start and end during it, but reports the end of earlier ones", () => {
    const within = new Play({});
    within.change(0, { snoozedUntil: at(30) });
    within.alert(5);
    within.until(10).recover(11);
    expect(within.until(60, 11).said).toEqual(["5 snoozed", "11 snoozed"]);
    const before = new Play(remind(60));
    before.alert(0);
    before.change(1, { snoozedUntil: at(30) });
    before.until(10).recover(11);
    expect(before.said).toEqual(["0 ALERT", "11 UP"]);
  });

  it("reports the end of an earlier failure that got worse during it", () => {
    for (const policy of [{}, remind(60), escalate(0)]) {
      const play = new Play(policy);
      play.alert(0);
      play.change(1, { snoozedUntil: at(30) });
      play.alert(5, "degraded");
      play.until(10, 5).recover(11);
      expect(play.said).toEqual(["0 ALERT", "5 snoozed", "11 UP"]);
    }
  });

  it("holds longer when extended, and releases the alert at once when ended", () => {
    const play = new Play({});
    play.change(0, { snoozedUntil: at(30) });
    play.alert(5);
    play.until(20).change(21, { snoozedUntil: at(50) });
    play.until(40, 21).change(41, { snoozedUntil: null });
    expect(play.until(60, 41).said).toEqual(["5 snoozed", "41 ALERT"]);
  });
});

describe("a pause", () => {
  const pause = (play: Play, from: number, to: number) => {
    play.change(from, { isWatched: false });
    play.until(to - 1, from).change(to, { isWatched: true, isFailing: false });
  };

  it("owes the recovery of an alert that was sent, even if the next one isn't", () => {
    for (const more of [{}, { snoozedUntil: at(60) }]) {
      const play = new Play({ ...escalate(10), ...remind(60) });
      play.alert(0);
      play.until(15);
      pause(play, 20, 25);
      play.change(25, more);
      play.alert(26);
      play.until(30, 26).recover(31);
      expect(play.said[0]).toBe("10 ALERT");
      expect(play.said.at(-1)).toBe("31 UP");
    }
  });

  it("owes no recovery of an alert that was never sent", () => {
    const snoozed = new Play({});
    snoozed.change(0, { snoozedUntil: at(30) });
    snoozed.alert(5);
    pause(snoozed, 10, 20);
    snoozed.recover(21);
    expect(snoozed.said).toEqual(["5 snoozed", "21 snoozed"]);
    const waiting = new Play(escalate(30));
    waiting.alert(0);
    pause(waiting, 10, 20);
    waiting.recover(21);
    expect(waiting.said).toEqual(["10 no longer watched", "21 recovered before escalation"]);
  });

  it("of days ends when the monitor is deleted", () => {
    const play = new Play(remind(10));
    play.alert(0);
    play.change(5, { isWatched: false });
    play.until(60).standing = { ...play.standing, isDeleted: true };
    play.until(60 * 25, 60);
    expect(play.outage).toBeNull();
  });
});

describe("maintenance", () => {
  it("leaves a known outage unchanged", () => {
    const known = takeAlert(alert(0), null, {
      rules: rulesOf(remind(10)),
      now: at(0),
      decide: () => SENT,
    }).outage;
    const refused = { status: "suppressed", reason: "maintenance" } as const;
    const moment = { rules: rulesOf(remind(10)), now: at(5), decide: () => refused };
    expect(takeAlert(alert(5, { isUnderMaintenance: true }), known, moment)).toEqual({
      decision: refused,
      outage: known,
      replaced: null,
    });
  });

  it("sends no recovery to channels that missed the alert", () => {
    const rules = rulesOf(escalate(30));
    const { outage } = takeAlert(alert(0), null, { rules, now: at(0), decide: () => SENT });
    const refused = { status: "suppressed", reason: "maintenance" } as const;
    const inside = takeRecovery({ isUnderMaintenance: true }, outage, () => refused);
    expect(inside).toMatchObject({
      decision: refused,
      ended: "7:0",
      outage: { phase: "over", lookAt: null },
    });
    const after = takeRecovery({ isUnderMaintenance: false }, inside.outage, () => SENT);
    expect(after).toMatchObject({
      decision: { reason: "recovered before escalation" },
      ended: null,
      outage: null,
    });
  });
});

const action = fc.record({
  gap: fc.integer({ min: 0, max: 25 }),
  what: fc.constantFrom(
    ...(["down", "up", "acknowledge", "unacknowledge", "snooze", "unsnooze", "maintain"] as const),
  ),
  long: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Evaluates every minute, without timers. */
function sayByMinutes(
  policy: { every: number; most: number; after: number },
  actions: ReadonlyMap<number, readonly Action[]>,
  last: number,
): string[] {
  const said: string[] = [];
  const until = { acknowledge: -1, snooze: -1, maintain: -1 };
  let failure: { since: number; heardAt: number | null; reminders: number; toldAt: number } | null = null;
  for (let now = 0; now <= last; now++) {
    for (const { what, long } of actions.get(now) ?? []) {
      if (what === "down" && !failure && until.maintain <= now) {
        failure = { since: now, heardAt: null, reminders: 0, toldAt: now };
        const mayTell = until.snooze <= now && policy.after === 0;
        if (mayTell) {
          said.push(`${now} ALERT`);
          failure.heardAt = now;
        }
      } else if (what === "up" && failure) {
        if (failure.heardAt !== null) said.push(`${now} UP`);
        [failure, until.acknowledge] = [null, -1];
      } else if (what === "acknowledge" && failure) until.acknowledge = long === null ? Infinity : now + long;
      else if (what === "unacknowledge") until.acknowledge = -1;
      else if (what === "snooze") until.snooze = now + (long ?? 10);
      else if (what === "unsnooze") until.snooze = -1;
      else if (what === "maintain") until.maintain = Math.max(until.maintain, now + (long ?? 10));
    }
    if (!failure || Object.values(until).some((end) => end > now)) continue;
    if (failure.heardAt === null && now >= failure.since + policy.after) {
      said.push(`${now} ALERT`);
      [failure.heardAt, failure.toldAt] = [now, now];
    } else if (
      failure.heardAt !== null &&
      failure.reminders < policy.most &&
      now >= failure.toldAt + policy.every
    ) {
      said.push(`${now} REMINDER`);
      failure.reminders += 1;
      failure.toldAt = now;
    }
  }
  return said;
}

describe("reminders, escalations, acknowledgements, snoozes and maintenance together", () => {
  it("send each due message exactly once, for any order of events", () => {
    const policies = fc.record({
      every: fc.integer({ min: 5, max: 15 }),
      most: fc.integer({ min: 1, max: 4 }),
      after: fc.constantFrom(0, 0, 7, 20),
    });
    const property = fc.property(policies, fc.array(action, { maxLength: 14 }), (policy, list) => {
      const actions = new Map<number, Action[]>();
      let [minute, isDown, maintainedUntil] = [0, false, -1];
      for (const one of list) {
        minute += one.gap;
        actions.set(minute, [...(actions.get(minute) ?? []), one]);
      }
      const last = minute + 60;
      const play = new Play({ ...remind(policy.every, policy.most), ...escalate(policy.after) });
      for (let now = 0; now <= last; now++) {
        const { standing: s } = play;
        if (s.snoozedUntil !== null && s.snoozedUntil <= at(now))
          play.standing = { ...s, snoozedUntil: null };
        for (const { what, long } of actions.get(now) ?? []) {
          if (what === "down" && !isDown && maintainedUntil <= now) {
            play.alert(now);
            isDown = true;
          } else if (what === "up" && isDown) {
            play.recover(now);
            isDown = false;
          } else if (what === "acknowledge" && isDown)
            play.change(now, { acknowledged: { untilMs: long === null ? null : at(now + long) } });
          else if (what === "unacknowledge") play.change(now, { acknowledged: null });
          else if (what === "snooze") play.change(now, { snoozedUntil: at(now + (long ?? 10)) });
          else if (what === "unsnooze") play.change(now, { snoozedUntil: null });
          else if (what === "maintain") {
            maintainedUntil = Math.max(maintainedUntil, now + (long ?? 10));
            // Channels aren't notified of maintenance windows.
            play.standing = { ...play.standing, maintenanceUntil: at(maintainedUntil) };
          }
        }
        play.look(now);
      }
      const messages = play.said.filter((line) => /ALERT|REMINDER|UP$/.test(line));
      expect(messages).toEqual(sayByMinutes(policy, actions, last));
      const due = play.said.filter((line) => /acknowledged|snoozed|maintenance/.test(line)).length;
      expect(due).toBeLessThanOrEqual(2 * messages.length + list.length + 1);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe("after the clock was set back", () => {
  it("a reminder waits for the rest of its interval", () => {
    const play = new Play(remind(30));
    play.alert(200);
    play.until(240, 200).setBack(120);
    expect(play.until(145, 120).said).toEqual(["200 ALERT", "230 REMINDER"]);
    expect(play.until(185, 146).said.slice(2)).toEqual(["150 REMINDER", "180 REMINDER"]);
  });

  it("an escalation and a disabled channel keep their waits", () => {
    const escalating = new Play(escalate(30));
    escalating.alert(200);
    escalating.until(210, 200).setBack(100);
    expect(escalating.until(140, 100).said).toEqual(["130 ALERT"]);

    const off = new Play(remind(30));
    off.alert(0);
    off.until(20).rules = { ...off.rules, enabled: false };
    off.until(100, 21).setBack(40);
    off.rules = { ...off.rules, enabled: true };
    expect(off.until(75, 40).said).toEqual(["0 ALERT", "30 channel disabled", "40 REMINDER", "70 REMINDER"]);
  });

  it("a snooze keeps its end, a repeated correction has no effect, and a small one is ignored", () => {
    const snoozed = new Play(remind(30));
    snoozed.change(199, { snoozedUntil: at(220) });
    snoozed.alert(200);
    snoozed.until(205, 200).setBack(150);
    snoozed.setBack(150);
    expect(snoozed.until(221, 150).said).toEqual(["200 snoozed", "220 ALERT"]);

    const slow = new Play(remind(30));
    slow.alert(10);
    slow.setBack(9);
    expect(slow.until(45, 9).said).toEqual(["10 ALERT", "40 REMINDER"]);
  });
});
