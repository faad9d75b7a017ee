import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listBarDays, makeSpanFinder, toPublicDays } from "../../../src/domain/page/status.ts";
import { computeDailyUptime, lastDays, type Segment } from "../../../src/domain/uptime/uptime.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/units.ts";

const TODAY = Date.UTC(2026, 7, 15);
const NOW = TODAY + 9 * HOUR_MS;
const FROM = TODAY - 9 * DAY_MS;
const LOOK = { uptimeThresholdUp: 99.9, uptimeThresholdDegraded: 98, uptimeThresholdPartial: 90 };
const up = (from: number, to: number | null): Segment => ({ state: "up", from, to, message: "" });
const down = (from: number, to: number | null): Segment => ({ ...up(from, to), state: "down" });

const PARTS = {
  id: 1,
  from: FROM,
  to: NOW,
  segments: [up(FROM, null)],
  windows: [],
  knownUntil: NOW,
  look: LOOK,
  incidents: [],
  days: lastDays(NOW, 10),
};
type Parts = Omit<typeof PARTS, "windows" | "incidents"> & {
  windows: { from: number; to: number }[];
  incidents: ReturnType<ReturnType<typeof makeSpanFinder>>;
};

const incident = { id: 7, title: "Slow", components: [], startedAt: new Date(FROM + DAY_MS).toISOString() };
const touching = (resolvedAt: string | null) => makeSpanFinder([{ ...incident, resolvedAt }], NOW)(1);

function madeAnew(parts: Partial<Parts>): boolean[] {
  const before = listBarDays(PARTS);
  return listBarDays({ ...PARTS, ...parts }).map((day, at) => day !== before[at]);
}

const ONLY_TODAY = [...Array(9).fill(false), true];
const ALL = Array(10).fill(true);

describe("listBarDays", () => {
  it("matches a computation of all days at once", () => {
    const turns = fc.array(fc.nat(10 * 24 * 60), { minLength: 1, maxLength: 12 });
    const moments = fc.record({ turns, known: fc.nat(10 * 24 * 60), window: fc.nat(10 * 24 * 60) });
    fc.assert(
      fc.property(moments, ({ turns: minutes, known, window }) => {
        const at = [...new Set(minutes)].sort((a, b) => a - b).map((minute) => FROM + minute * 60_000);
        const segments = at.map((from, i) => (i % 2 === 0 ? up : down)(from, at[i + 1] ?? null));
        const windows = [{ from: FROM + window * 60_000, to: FROM + window * 60_000 + 30 * HOUR_MS }];
        const range = { from: FROM, to: NOW, windows, knownUntil: Math.min(NOW, FROM + known * 60_000) };
        const incidents = touching(null);
        const whole = toPublicDays(computeDailyUptime(segments, range), { look: LOOK, incidents });
        expect(listBarDays({ ...PARTS, ...range, segments, incidents })).toEqual(whole);
      }),
    );
  });

  it("rebuilds only today if nothing earlier changed", () => {
    expect(madeAnew({ to: NOW + HOUR_MS, knownUntil: NOW + HOUR_MS })).toEqual(ONLY_TODAY);
    expect(madeAnew({ segments: [up(FROM, NOW - 60_000), down(NOW - 60_000, null)] })).toEqual(ONLY_TODAY);
    expect(madeAnew({ windows: [{ from: NOW, to: NOW + DAY_MS }] })).toEqual(ONLY_TODAY);
  });

  it("rebuilds every day if a past day changed", () => {
    expect(madeAnew({ segments: [up(FROM, TODAY - 60_000), down(TODAY - 60_000, null)] })).toEqual(ALL);
    expect(madeAnew({ knownUntil: TODAY - HOUR_MS })).toEqual(ALL);
    expect(madeAnew({ windows: [{ from: FROM, to: FROM + HOUR_MS }] })).toEqual(ALL);
    expect(madeAnew({ incidents: touching(null) })).toEqual(ALL);
    expect(madeAnew({ look: { ...LOOK, uptimeThresholdUp: 99 } })).toEqual(ALL);
  });

  it("keeps days separate by monitor, and starts over on the next day", () => {
    expect(listBarDays({ ...PARTS, id: 2, segments: [down(FROM, null)] })[0]?.status).toBe("down");
    expect(listBarDays(PARTS)[0]?.status).toBe("operational");
    for (const now of [TODAY + DAY_MS, NOW + DAY_MS]) {
      const tomorrow = { from: FROM + DAY_MS, to: now, knownUntil: now, days: lastDays(now, 10) };
      const dates = listBarDays({ ...PARTS, ...tomorrow }).map(({ date }) => date);
      expect([dates[0], dates.at(-1), dates.length]).toEqual(["2026-08-07", "2026-08-16", 10]);
    }
  });
});
