import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChannelRules,
  decideAlert,
  groupDueAt,
  heldAgainUntil,
  isGroupOver,
  quietUntil,
} from "../../../src/domain/alert/decision.ts";
import type { AlertKind } from "../../../src/domain/alert/message.ts";
import { alertPolicy } from "../../../src/schema/alert_policy.ts";

const NOON = Date.parse("2026-05-05T12:00:00Z");
const QUIET = { enabled: true, start: "11:00", end: "13:00" };
const ONE = Date.parse("2026-05-05T13:00:00Z");

function decide(
  rules: Partial<Omit<ChannelRules, "alertPolicy">> & { alertPolicy?: object },
  {
    kind = "alert" as AlertKind,
    isUnderMaintenance = false,
    sent = [] as number[],
    groupClosesAt = null as number | null,
  } = {},
) {
  return decideAlert(
    { kind, isUnderMaintenance },
    {
      enabled: true,
      notifyOnRecovery: true,
      ...rules,
      alertPolicy: alertPolicy.parse(rules.alertPolicy ?? {}),
    },
    { now: NOON, countSince: (from) => sent.filter((at) => at > from).length, groupClosesAt },
  );
}

const suppressed = (reason: string) => ({ status: "suppressed", reason });
const minutesAgo = (minutes: number) => NOON - minutes * 60_000;

describe("decideAlert", () => {
  it("sends at once when no rule is enabled", () => {
    expect(decide({})).toEqual({ status: "pending", heldUntil: null, groupClosesAt: null });
  });

  it("applies the first matching rule", () => {
    const all = {
      throttle: { enabled: true, maxAlerts: 1 },
      quietHours: { ...QUIET, mode: "suppress" },
      grouping: { enabled: true },
    };
    const sent = [minutesAgo(1)];
    const maintained = { kind: "recovery" as const, isUnderMaintenance: true, sent };
    const off = { enabled: false, notifyOnRecovery: false, alertPolicy: all };
    expect(decide(off, maintained)).toEqual(suppressed("channel disabled"));
    expect(decide({ ...off, enabled: true }, maintained)).toEqual(suppressed("maintenance"));
    expect(decide({ ...off, enabled: true }, { ...maintained, isUnderMaintenance: false })).toEqual(
      suppressed("recovery off"),
    );
    expect(decide({ alertPolicy: all }, { sent })).toEqual(suppressed("throttled"));
    expect(decide({ alertPolicy: all })).toEqual(suppressed("quiet-hours"));
    expect(decide({ alertPolicy: { grouping: { enabled: true } } })).toEqual({
      status: "pending",
      heldUntil: NOON + 60_000,
      groupClosesAt: NOON + 60_000,
    });
  });

  it.each([
    ["below the cap", [minutesAgo(1)], "pending"],
    ["at the cap", [minutesAgo(1), minutesAgo(59)], "suppressed"],
    ["with one alert outside the window", [minutesAgo(1), minutesAgo(60)], "pending"],
  ])("caps alerts, but not recoveries: %s", (_, sent, status) => {
    const throttle = { enabled: true, maxAlerts: 2, windowMinutes: 60 };
    expect(decide({ alertPolicy: { throttle } }, { sent }).status).toBe(status);
    expect(decide({ alertPolicy: { throttle } }, { sent, kind: "recovery" }).status).toBe("pending");
  });

  it("waits for the end of the grouping window or of quiet hours, whichever is later", () => {
    const grouping = { enabled: true, windowSeconds: 60 };
    expect(decide({ alertPolicy: { quietHours: QUIET } })).toMatchObject({ heldUntil: ONE });
    expect(decide({ alertPolicy: { quietHours: QUIET, grouping } })).toEqual({
      status: "pending",
      heldUntil: ONE,
      groupClosesAt: NOON + 60_000,
    });
    const late = { ...QUIET, end: "12:00" };
    expect(decide({ alertPolicy: { quietHours: late, grouping } })).toMatchObject({
      heldUntil: NOON + 60_000,
    });
  });

  it("joins an open window", () => {
    const decision = decide({ alertPolicy: { grouping: { enabled: true } } }, { groupClosesAt: NOON + 5 });
    expect(decision).toMatchObject({ heldUntil: NOON + 5, groupClosesAt: NOON + 5 });
  });
});

describe("groupDueAt", () => {
  const at = (clock: string, day = 5) => Date.parse(`2026-05-0${day}T${clock}Z`);
  const NIGHT = { enabled: true, start: "22:00", end: "07:00" };

  it.each([
    ["closes before quiet hours", "defer", "21:00:30", "21:01:30", at("21:01:30")],
    ["closes before quiet hours", "suppress", "21:00:30", "21:01:30", at("21:01:30")],
    ["closes after they started", "defer", "21:59:30", "22:00:30", at("07:00:00", 6)],
    ["closes after they started", "suppress", "21:59:30", "22:00:30", at("22:00:30")],
    ["closes as they start", "defer", "21:59:00", "22:00:00", at("07:00:00", 6)],
    ["closes as they start", "suppress", "21:59:00", "22:00:00", at("22:00:00")],
    ["closes as they end", "suppress", "06:59:00", "07:00:00", at("07:00:00")],
  ])("returns the due time of a window that %s, in mode %s", (_, mode, opened, closed, due) => {
    const policy = alertPolicy.parse({ quietHours: { ...NIGHT, mode }, grouping: { enabled: true } });
    const [now, closesAt] = [at(closed) + 5, at(closed)];
    expect(at(opened)).toBeLessThan(closesAt);
    expect(groupDueAt(policy, { now, closesAt, heldUntil: [closesAt] })).toBe(Math.max(now, due));
  });

  it.each([
    [
      "holds alerts until the end of the next quiet hours",
      NIGHT,
      "07:00:00",
      at("23:00:00"),
      at("07:00:00", 6),
    ],
    ["releases alerts at once by day", NIGHT, "07:00:00", at("12:00:00"), null],
    ["releases alerts at once seconds after quiet hours started", NIGHT, "21:59:59", at("22:00:01"), null],
    [
      "releases alerts at once if quiet hours cover the whole day",
      { ...NIGHT, start: "07:00" },
      "07:00:00",
      at("20:00:00"),
      null,
    ],
    [
      "releases alerts at once if quiet hours suppress",
      { ...NIGHT, mode: "suppress" },
      "07:00:00",
      at("23:00:00"),
      null,
    ],
  ])("after a late alarm %s", (_, quietHours, due, now, until) => {
    const policy = alertPolicy.parse({ quietHours, grouping: { enabled: true } });
    const dueAt = at(due);
    expect(heldAgainUntil(policy, { dueAt, now })).toBe(until);
    expect(groupDueAt(policy, { now, closesAt: dueAt - 1000, heldUntil: [dueAt] })).toBe(until ?? now);
  });

  it("releases alerts at the window's end, but never during quiet hours that defer", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const clockOf = (of: number) =>
      [Math.floor(of / 60), of % 60].map((part) => String(part).padStart(2, "0")).join(":");
    const property = fc.property(
      fc.record({
        start: minute,
        end: minute,
        mode: fc.constantFrom("defer", "suppress"),
        windowSeconds: fc.integer({ min: 10, max: 900 }),
        sinceMs: fc.integer({ min: -900_000, max: 900_000 }),
        lateMs: fc.integer({ min: 0, max: 5000 }),
      }),
      ({ start, end, mode, windowSeconds, sinceMs, lateMs }) => {
        const quietHours = { enabled: true, start: clockOf(start), end: clockOf(end), mode };
        const policy = alertPolicy.parse({ quietHours, grouping: { enabled: true, windowSeconds } });
        const opened = at("00:00:00") + start * 60_000 + sinceMs;
        const rules = { enabled: true, notifyOnRecovery: true, alertPolicy: policy };
        const decided = decideAlert({ kind: "alert", isUnderMaintenance: false }, rules, {
          now: opened,
          countSince: () => 0,
          groupClosesAt: null,
        });
        if (decided.status === "suppressed") return mode === "suppress";
        const closesAt = decided.groupClosesAt ?? 0;
        const now = closesAt + lateMs;
        const due = groupDueAt(policy, { now, closesAt, heldUntil: [decided.heldUntil ?? 0] });
        if (mode === "suppress") return due === now;
        const isQuietAt = (moment: number) => quietUntil(policy.quietHours, moment) !== null;
        return due >= now && (start === end || due === now || !isQuietAt(due));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

describe("isGroupOver", () => {
  const policy = alertPolicy.parse({ grouping: { enabled: true, windowSeconds: 60 } });

  it("returns true once the window has ended", () => {
    expect(isGroupOver(policy, { closesAt: NOON + 1, now: NOON })).toBe(false);
    expect(isGroupOver(policy, { closesAt: NOON, now: NOON })).toBe(true);
  });

  it("returns true for a window too far in the future, after the clock was set back", () => {
    expect(isGroupOver(policy, { closesAt: NOON + 3_600_000, now: NOON })).toBe(true);
  });
});
