import { describe, expect, it } from "vitest";
import { applyIncident, applyStatus, takePage } from "../../../web/status/live/changes.ts";
import { iso, makeIncident, NOW, OPEN_INCIDENT, smallPage } from "../../page/fixtures.ts";

const LATER = iso(NOW + 10_000);
const DOWN = { monitorId: 2, status: "down", responseMs: null, checkedAt: LATER } as const;

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

describe("a page that changes while it is shown", () => {
  it("has a monitor's new status at once, and says nothing better of the whole", () => {
    const page = applyStatus(smallPage(), DOWN);
    expect(page.monitors.find(({ id }) => id === 2)).toMatchObject({ status: "down", since: LATER });
    expect(page.overall.status).toBe("partial_outage");
    expect(applyStatus(page, { ...DOWN, status: "up", responseMs: 20 }).overall.status).toBe("operational");
  });

  it("keeps every part that did not change, so that nothing else is drawn anew", () => {
    const shown = smallPage();
    expect(takePage(shown, copy(shown))).toBe(shown);
    const loaded = copy(shown);
    loaded.monitors[0] = { ...loaded.monitors[0]!, responseMs: 1 };
    const page = takePage(shown, loaded);
    expect(page.monitors[0]).not.toBe(shown.monitors[0]);
    expect(page.monitors[0]?.uptime).toBe(shown.monitors[0]?.uptime);
    expect(page.monitors.slice(1).every((monitor, at) => monitor === shown.monitors[at + 1])).toBe(true);
    expect(page.charts).toBe(shown.charts);
  });

  it("drops what the new answer does not have", () => {
    const shown = smallPage();
    const page = takePage(shown, { ...copy(shown), monitors: copy(shown.monitors.slice(1)), version: "v2" });
    expect(page.monitors).toEqual(shown.monitors.slice(1));
    expect(page.version).toBe("v2");
  });

  it("does not go back to an answer older than what the stream told", () => {
    const shown = applyIncident(applyStatus(smallPage(), DOWN), { ...OPEN_INCIDENT, updatedAt: LATER });
    const page = takePage(shown, smallPage());
    expect(page.monitors.find(({ id }) => id === 2)?.status).toBe("down");
    expect(page.incidents[0]?.id).toBe(OPEN_INCIDENT.id);
    expect(page.overall.incidents).toBe(1);
  });

  it("takes a newer answer whole", () => {
    const shown = applyStatus(smallPage(), DOWN);
    const loaded = smallPage({ takenAt: iso(NOW + 60_000) });
    loaded.monitors = loaded.monitors.map((monitor) => ({ ...monitor, checkedAt: iso(NOW + 50_000) }));
    expect(takePage(shown, loaded)).toEqual(loaded);
  });

  it("has an incident's new word in its place", () => {
    const page = smallPage();
    const [first] = page.incidents;
    const changed = { ...first!, updates: makeIncident(1).updates.slice(1), updatedAt: LATER };
    const next = applyIncident(page, changed);
    expect(next.incidents).toHaveLength(page.incidents.length);
    expect(next.incidents.find(({ id }) => id === changed.id)).toBe(changed);
  });
});
