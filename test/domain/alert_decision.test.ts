import { describe, expect, it } from "vitest";
import { type ChannelRules, decideAlert } from "../../src/domain/alert_decision.ts";
import type { AlertKind } from "../../src/domain/alert_message.ts";
import { alertPolicy } from "../../src/schema/alert_policy.ts";

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

describe("what becomes of an event on a channel", () => {
  it("is sent at once where nothing is switched on", () => {
    expect(decide({})).toEqual({ status: "pending", heldUntil: null, groupClosesAt: null });
  });

  it("is held back by the first rule that holds", () => {
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
    ["one less than the most", [minutesAgo(1)], "pending"],
    ["the most", [minutesAgo(1), minutesAgo(59)], "suppressed"],
    ["one of them long ago", [minutesAgo(1), minutesAgo(60)], "pending"],
  ])("is capped by monitor and window: %s", (_, sent, status) => {
    const throttle = { enabled: true, maxAlerts: 2, windowMinutes: 60 };
    expect(decide({ alertPolicy: { throttle } }, { sent }).status).toBe(status);
    expect(decide({ alertPolicy: { throttle } }, { sent, kind: "recovery" }).status).toBe("pending");
  });

  it("waits for the later of the window's end and the end of quiet hours", () => {
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

  it("joins a window that is open", () => {
    const decision = decide({ alertPolicy: { grouping: { enabled: true } } }, { groupClosesAt: NOON + 5 });
    expect(decision).toMatchObject({ heldUntil: NOON + 5, groupClosesAt: NOON + 5 });
  });
});
