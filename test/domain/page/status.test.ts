import { describe, expect, it } from "vitest";
import {
  dayStatus,
  isInMaintenance,
  isStatusFresh,
  overallStatus,
  publicStatus,
} from "../../../src/domain/page/status.ts";
import type { PublicIncident, PublicMaintenance, PublicMonitor } from "../../../src/schema/public_page.ts";

type Status = PublicMonitor["status"];

const overall = (
  statuses: readonly (Status | `${Status} held`)[],
  incidents: readonly Pick<PublicIncident, "status" | "impact" | "components">[] = [],
) => {
  const monitors = statuses.map((text, i) => {
    const [status, held] = text.split(" ") as [Status, string | undefined];
    return { id: i + 1, status, underMaintenance: held !== undefined };
  });
  const isHeld = monitors.some(({ underMaintenance }) => underMaintenance);
  return overallStatus({ monitors, incidents, maintenances: isHeld ? [{ status: "in_progress" }] : [] });
};

const incident = (
  impact: PublicIncident["impact"],
  ids: number[] = [],
  status: PublicIncident["status"] = "identified",
) => {
  return { impact, status, components: ids.map((id) => ({ id, name: `M${id}` })) };
};

describe("the page's overall status", () => {
  it.each<[(Status | `${Status} held`)[], string]>([
    [[], "operational"],
    [["up"], "operational"],
    [["up", "degraded"], "degraded"],
    [["up", "down"], "partial_outage"],
    [["up", "affected"], "partial_outage"],
    [["degraded", "down"], "partial_outage"],
    [["down", "down"], "major_outage"],
    [["down", "affected"], "major_outage"],
    [["up", "pending"], "pending"],
    [["pending"], "pending"],
    [["pending", "down"], "partial_outage"],
    [["up", "paused"], "operational"],
    [["down", "paused"], "major_outage"],
    [["paused"], "pending"],
    [["up", "down held"], "under_maintenance"],
    [["down held"], "under_maintenance"],
    [["up", "up held"], "under_maintenance"],
    [["degraded", "up held"], "degraded"],
    [["pending", "up held"], "under_maintenance"],
    [["pending held"], "under_maintenance"],
  ])("for %j is %s", (statuses, expected) => {
    expect(overall(statuses)).toBe(expected);
  });

  it("follows open incidents by impact, for the whole page or its components", () => {
    expect(overall(["up"], [incident("minor")])).toBe("degraded");
    expect(overall(["up"], [incident("major")])).toBe("partial_outage");
    expect(overall(["up"], [incident("critical")])).toBe("major_outage");
    expect(overall(["up", "up"], [incident("minor", [1])])).toBe("degraded");
    expect(overall(["up", "up"], [incident("major", [1])])).toBe("partial_outage");
    expect(overall(["up", "up"], [incident("critical", [1, 2])])).toBe("major_outage");
    expect(overall(["up"], [incident("critical", [], "resolved")])).toBe("operational");
    expect(overall(["down"], [incident("minor", [1])])).toBe("major_outage");
    expect(overall(["up"], [incident("minor", [7])])).toBe("degraded");
  });

  it("prefers an open incident over maintenance, even for a paused monitor or one in maintenance", () => {
    expect(overall(["up held"], [incident("critical", [1])])).toBe("major_outage");
    expect(overall(["up", "up held"], [incident("critical", [2])])).toBe("partial_outage");
    expect(overall(["up", "down held"], [incident("minor", [2])])).toBe("degraded");
    expect(overall(["up", "up held"], [incident("critical")])).toBe("major_outage");
    expect(overall(["up", "paused"], [incident("minor", [2])])).toBe("degraded");
    expect(overall(["up held"], [incident("critical", [1], "resolved")])).toBe("under_maintenance");
  });

  it("is not operational during an incident, even if its component is reported operational", () => {
    const reported = {
      ...incident("major", [1]),
      components: [{ id: 1, name: "M1", status: "operational" as const }],
    };
    expect(overall(["up"], [reported])).toBe("degraded");
    expect(overall(["up held"], [reported])).toBe("degraded");
  });

  it("follows incidents on a page without monitors", () => {
    expect(overall([], [incident("minor")])).toBe("degraded");
    expect(overall([], [incident("critical", [1])])).toBe("major_outage");
    expect(overall([], [incident("critical", [], "resolved")])).toBe("operational");
  });
});

describe("the status visible to visitors", () => {
  it("expires after two intervals and a minute", () => {
    const now = 1_000_000;
    expect(isStatusFresh(now - 180_000, { gapMs: 120_000, now })).toBe(true);
    expect(isStatusFresh(now - 180_001, { gapMs: 120_000, now })).toBe(false);
    expect(isStatusFresh(null, { gapMs: 120_000, now })).toBe(false);
    expect(publicStatus("up", { isPaused: false, isFresh: false })).toBe("pending");
    expect(publicStatus("down", { isPaused: true, isFresh: true })).toBe("paused");
    expect(publicStatus("affected", { isPaused: false, isFresh: true })).toBe("affected");
  });
});

describe("a day of the bar", () => {
  const thresholds = { uptimeThresholdUp: 99.9, uptimeThresholdDegraded: 99, uptimeThresholdPartial: 95 };
  const day = (uptime: number | null, maintenance = 0) => {
    const seconds = { up: 0, degraded: 0, down: 0, affected: 0, noData: 0, maintenance };
    return dayStatus({ uptime, seconds }, thresholds);
  };

  it("is coloured by the thresholds, inclusively", () => {
    expect([1, 0.999, 0.99899, 0.99, 0.98, 0.95, 0.9499, 0].map((uptime) => day(uptime))).toEqual([
      "operational",
      "operational",
      "degraded",
      "degraded",
      "partial",
      "partial",
      "down",
      "down",
    ]);
  });

  it("is never green without data", () => {
    expect([day(null), day(null, 3600)]).toEqual(["none", "maintenance"]);
  });
});

describe("maintenance", () => {
  it("applies to its components while it runs, or to everything if it has none", () => {
    const window = (ids: number[]) =>
      ({
        startsAt: new Date(1000).toISOString(),
        endsAt: new Date(2000).toISOString(),
        components: ids.map((id) => ({ id, name: "" })),
      }) as PublicMaintenance;
    const isHeld = (ids: number[], now: number) => isInMaintenance(1, { maintenances: [window(ids)], now });
    expect([isHeld([1], 999), isHeld([1], 1000), isHeld([1], 1999), isHeld([1], 2000)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([isHeld([2], 1500), isHeld([], 1500)]).toEqual([false, true]);
  });
});
