import { describe, expect, it } from "vitest";
import { componentStatus, groupStatus, pageStatus } from "../../../src/domain/page/component_status.ts";

const UP = { id: 1, status: "up", underMaintenance: false } as const;
const incident = (
  impact: "minor" | "major" | "critical",
  status: "investigating" | "resolved" = "investigating",
) => ({
  impact,
  status,
  components: [{ id: 1, name: "Shop" }],
});

describe("componentStatus", () => {
  it.each([
    ["up", "operational"],
    ["degraded", "degraded_performance"],
    ["down", "major_outage"],
    ["affected", "major_outage"],
    ["pending", "operational"],
    ["paused", "operational"],
  ] as const)("for a monitor that is %s returns %s", (status, expected) => {
    expect(componentStatus({ ...UP, status }, [])).toBe(expected);
  });

  it.each([
    ["minor", "degraded_performance"],
    ["major", "major_outage"],
    ["critical", "major_outage"],
  ] as const)("follows an open %s incident", (impact, expected) => {
    expect(componentStatus(UP, [incident(impact)])).toBe(expected);
    expect(componentStatus(UP, [incident(impact, "resolved")])).toBe("operational");
    expect(componentStatus({ ...UP, id: 2 }, [incident(impact)])).toBe("operational");
  });

  it("uses the worse of monitor and incident, and maintenance before either", () => {
    expect(componentStatus({ ...UP, status: "down" }, [incident("minor")])).toBe("major_outage");
    expect(componentStatus({ ...UP, status: "down", underMaintenance: true }, [incident("major")])).toBe(
      "under_maintenance",
    );
  });
});

describe("groupStatus", () => {
  it.each([
    [["operational", "major_outage"], "partial_outage"],
    [["major_outage", "major_outage"], "major_outage"],
    [["degraded_performance", "major_outage"], "partial_outage"],
    [["operational", "degraded_performance"], "degraded_performance"],
    [["operational", "under_maintenance"], "under_maintenance"],
    [["operational"], "operational"],
    [[], "operational"],
  ] as const)("of %j returns %s", (children, expected) => {
    expect(groupStatus(children)).toBe(expected);
  });
});

describe("pageStatus", () => {
  const calm = { components: ["operational"], incidents: [], maintenances: [] } as const;
  const running = [{ status: "in_progress" }] as const;
  it("is has_issues with an open incident or an affected component, whatever else", () => {
    expect(pageStatus({ ...calm, incidents: [{ status: "monitoring" }], maintenances: running })).toBe(
      "has_issues",
    );
    expect(pageStatus({ ...calm, components: ["degraded_performance"], maintenances: running })).toBe(
      "has_issues",
    );
    expect(pageStatus({ ...calm, incidents: [{ status: "resolved" }] })).toBe("operational");
  });

  it("is under_maintenance only during a window without other issues", () => {
    expect(pageStatus({ ...calm, components: ["under_maintenance"], maintenances: running })).toBe(
      "under_maintenance",
    );
    expect(pageStatus({ ...calm, maintenances: [{ status: "not_started" }] })).toBe("operational");
  });
});
