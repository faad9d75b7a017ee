import { describe, expect, it } from "vitest";
import type { MonitorReport } from "../../../src/schema/report.ts";
import { budgetOf, leftShare, parseTarget, spentOn } from "../../../web/admin/uptime/budget.ts";
import { periodNamed, periodOf } from "../../../web/admin/uptime/period.ts";
import { formatSorting, parseSorting, sortReports } from "../../../web/admin/uptime/sorting.ts";

const NONE = { up: 0, degraded: 0, down: 0, affected: 0, maintenance: 0, noData: 0 };

function report(id: number, name: string, change: Partial<MonitorReport> = {}): MonitorReport {
  const empty = { uptime: null, seconds: NONE, outages: 0, mttrSeconds: null };
  return { id, name, ...empty, response: { avg: null, p95: null }, ...change };
}

describe("periodOf", () => {
  const now = new Date(2026, 4, 31, 15, 30).getTime();
  const day = (...parts: [number, number, number]) => new Date(...parts).getTime();

  it("starts at midnight in the user's time zone, and ends now or at midnight", () => {
    expect(periodOf("thisMonth", now)).toEqual({ from: day(2026, 4, 1), to: now });
    expect(periodOf("lastMonth", now)).toEqual({ from: day(2026, 3, 1), to: day(2026, 4, 1) });
    expect(periodOf("quarter", now)).toEqual({ from: day(2026, 3, 1), to: now });
    expect(periodOf("days30", now)).toEqual({ from: day(2026, 4, 2), to: now });
    expect(periodOf("days90", now)).toEqual({ from: day(2026, 2, 3), to: now });
  });

  it("uses December of the previous year as last month in January", () => {
    const january = new Date(2026, 0, 10).getTime();
    expect(periodOf("lastMonth", january)).toEqual({ from: day(2025, 11, 1), to: day(2026, 0, 1) });
  });

  it("falls back to this month for an unknown name in the address", () => {
    expect([periodNamed(""), periodNamed("days90"), periodNamed("x")]).toEqual([
      "thisMonth",
      "days90",
      "thisMonth",
    ]);
  });
});

describe("the error budget", () => {
  const seconds = {
    ...NONE,
    up: 99_800,
    degraded: 100,
    down: 60,
    affected: 40,
    maintenance: 5000,
    noData: 5000,
  };

  it("is the share of measured time that the target allows", () => {
    expect(budgetOf(seconds, 99.9)).toEqual({
      allowedSecs: expect.closeTo(100),
      leftSecs: expect.closeTo(0),
    });
    expect(budgetOf(seconds, 99)?.leftSecs).toBeCloseTo(900);
    expect(budgetOf({ ...NONE, noData: 10 }, 99)).toBeNull();
  });

  it("remains exactly as long as the target is met", () => {
    for (const target of [90, 99, 99.5, 99.89, 99.91, 100]) {
      const uptime = (seconds.up + seconds.degraded) / 100_000;
      expect([target, (budgetOf(seconds, target)?.leftSecs ?? 0) >= 0]).toEqual([
        target,
        uptime * 100 >= target,
      ]);
    }
  });

  it("was spent on the day that used up the rest", () => {
    const day = (date: string, down: number) => ({
      date,
      uptime: null,
      outages: 0,
      mttrSeconds: null,
      seconds: { ...NONE, up: 1000 - down, down },
    });
    const days = [day("2026-05-01", 1), day("2026-05-02", 0), day("2026-05-03", 3), day("2026-05-04", 6)];
    const total = { ...NONE, up: 3990, down: 10 };
    expect(spentOn({ seconds: total, days }, 99.9)).toBe("2026-05-03");
    expect(spentOn({ seconds: total, days }, 99)).toBeNull();
    expect(spentOn({ seconds: total }, 99.9)).toBeNull();
  });

  it("accepts a typed target, with a comma too, and rejects invalid ones", () => {
    expect(["99.95", " 99,5 ", "100"].map(parseTarget)).toEqual([99.95, 99.5, 100]);
    expect(["", "x", "0", "49.9", "100.1", "1e9"].map(parseTarget)).toEqual(Array(6).fill(null));
  });

  it("is compared by the remaining share", () => {
    expect(leftShare(seconds, 99)).toBeCloseTo(0.9);
    expect(leftShare({ ...NONE, up: 10, down: 1 }, 100)).toBe(-1);
    expect(leftShare(NONE, 99)).toBeNull();
  });
});

describe("sortReports", () => {
  const reports = [
    report(1, "b", { uptime: 0.5, outages: 2 }),
    report(2, "a"),
    report(3, "c", { uptime: 0.9 }),
    report(4, "A", { uptime: 0.5 }),
  ];
  const namesBy = (text: string) =>
    sortReports(reports, parseSorting(text), () => 99).map(({ name }) => name);

  it("puts rows without a value last in either direction, and sorts ties by name", () => {
    expect(namesBy("uptime")).toEqual(["A", "b", "c", "a"]);
    expect(namesBy("-uptime")).toEqual(["c", "A", "b", "a"]);
    expect(namesBy("-outages")[0]).toBe("b");
    expect(namesBy("-name")[0]).toBe("c");
  });

  it("is in the address, except for the default", () => {
    expect(["", "uptime", "-down", "x"].map((one) => formatSorting(parseSorting(one)))).toEqual([
      "",
      "uptime",
      "-down",
      "",
    ]);
  });
});
