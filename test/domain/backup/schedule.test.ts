import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterFailure,
  decideDue,
  decideOverdue,
  NO_SLOT,
  nextSlot,
  retryTime,
} from "../../../src/domain/backup/schedule.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/units.ts";
import type { BackupSettings } from "../../../src/schema/backup.ts";

const DAILY: BackupSettings = { schedule: "daily", hour: 3, keep: 7 };
const WEEKLY: BackupSettings = { ...DAILY, schedule: "weekly" };
const OFF: BackupSettings = { ...DAILY, schedule: "off" };
const at = (text: string) => Date.parse(`${text}Z`);

function walk(settings: BackupSettings, times: readonly number[]): number[] {
  let state = NO_SLOT;
  return times.filter((now) => {
    const decided = decideDue(settings, state, now);
    state = decided.state;
    return decided.isDue;
  });
}

describe("nextSlot", () => {
  it("is the next day or the next Monday at the configured hour", () => {
    expect(nextSlot(DAILY, at("2026-11-22T02:59"))).toBe(at("2026-11-22T03:00"));
    expect(nextSlot(DAILY, at("2026-11-22T03:00"))).toBe(at("2026-11-23T03:00"));
    expect(nextSlot(WEEKLY, at("2026-11-22T12:00"))).toBe(at("2026-11-23T03:00"));
    expect(new Date(nextSlot(WEEKLY, at("2026-11-23T03:00")) ?? 0).getUTCDay()).toBe(1);
    expect(nextSlot(OFF, 0)).toBeNull();
  });
});

describe("decideDue", () => {
  it("starts with the next slot, and makes one backup per slot", () => {
    const begin = at("2026-11-22T12:00");
    const minutes = Array.from({ length: 3 * 24 * 60 }, (_, n) => begin + n * 60_000);
    expect(walk(DAILY, minutes)).toEqual(
      ["2026-11-23T03:00", "2026-11-24T03:00", "2026-11-25T03:00"].map(at),
    );
    expect(walk(OFF, minutes)).toEqual([]);
  });

  it("makes one backup for several missed slots", () => {
    expect(walk(DAILY, [at("2026-11-22T12:00"), at("2026-12-22T12:00"), at("2026-12-22T13:00")])).toEqual([
      at("2026-12-22T12:00"),
    ]);
  });

  it("follows the clock after it was a year ahead, or set back by an hour", () => {
    const ahead = at("2027-11-22T12:00");
    const back = at("2026-11-22T12:00");
    expect(walk(DAILY, [back, ahead, back + HOUR_MS, back + DAY_MS])).toEqual([ahead, back + DAY_MS]);
    const slot = at("2026-11-23T03:00");
    expect(walk(DAILY, [back, slot, slot - HOUR_MS, slot + 1000, slot + HOUR_MS])).toEqual([
      slot,
      slot + 1000,
    ]);
  });

  it("retries a failed backup at once if the clock was set back before the failure", () => {
    const slot = at("2026-11-23T03:00");
    const state = { slot, failures: 1, failedAt: slot + HOUR_MS };
    expect(decideDue(DAILY, state, slot + HOUR_MS + 1000).isDue).toBe(false);
    expect(decideDue(DAILY, state, slot + 1000).isDue).toBe(true);
  });

  it("never waits longer than two periods, whatever the clock changes", () => {
    const moves = fc.array(fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }), { maxLength: 8 });
    fc.assert(
      fc.property(moves, fc.constantFrom(DAILY, WEEKLY), (steps, settings) => {
        let now = at("2026-11-22T12:00");
        const times = [now, ...steps.map((step) => (now += step))];
        const period = settings.schedule === "daily" ? DAY_MS : 7 * DAY_MS;
        const later = Array.from({ length: 49 }, (_, n) => now + (n * 2 * period) / 48);
        expect(walk(settings, [...times, ...later]).some((time) => time >= now)).toBe(true);
      }),
    );
  });

  it("retries a failed slot after an hour, up to three attempts", () => {
    const slot = at("2026-11-23T03:00");
    let state = decideDue(DAILY, decideDue(DAILY, NO_SLOT, slot - 1).state, slot).state;
    for (const hours of [0, 1]) {
      state = afterFailure(state, slot + hours * HOUR_MS);
      expect(retryTime(state)).toBe(slot + (hours + 1) * HOUR_MS);
      const early = decideDue(DAILY, state, slot + (hours + 1) * HOUR_MS - 1);
      expect(early.isDue).toBe(false);
      state = early.state;
      const decided = decideDue(DAILY, state, slot + (hours + 1) * HOUR_MS);
      expect(decided.isDue).toBe(true);
      state = decided.state;
    }
    state = afterFailure(state, slot + 2 * HOUR_MS);
    expect(decideDue(DAILY, state, slot + 5 * HOUR_MS).isDue).toBe(false);
    expect(decideDue(DAILY, state, slot + DAY_MS).isDue).toBe(true);
  });
});

describe("decideOverdue", () => {
  it("returns the oldest backups beyond the number to keep", () => {
    const made = [3, 1, 4, 2].map((createdAt) => ({ createdAt }));
    expect(decideOverdue(made, 2)).toEqual([{ createdAt: 2 }, { createdAt: 1 }]);
    expect(decideOverdue(made, 7)).toEqual([]);
  });
});
