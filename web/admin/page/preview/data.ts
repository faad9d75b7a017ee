import { publicLayout } from "../../../../src/domain/page/layout.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { LayoutTree, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { PublicMonitor, PublicPage, PublicUptimeDay } from "../../../../src/schema/public_page.ts";

/** What visitors are shown, with monitors that are not on the page yet: of them nothing is known here. */
export function withMonitors(page: PublicPage, monitors: readonly PlaceableMonitor[]): PublicPage {
  const shown = new Set(page.monitors.map(({ id }) => id));
  const days = page.monitors[0]?.uptime.days.map(({ date }) => date) ?? lastDays(page);
  const others = monitors.filter(({ id }) => !shown.has(id)).map((monitor) => unknown(monitor, days));
  return { ...page, monitors: [...page.monitors, ...others] };
}

export function withLayout(page: PublicPage, layout: LayoutTree): PublicPage {
  return { ...page, layout: publicLayout(layout) };
}

function unknown(monitor: PlaceableMonitor, days: readonly string[]): PublicMonitor {
  const { id, name, publicName, publicDescription, type, typeLabel } = monitor;
  return {
    id,
    name: publicName ?? name,
    description: publicDescription,
    type,
    typeLabel,
    status: "pending",
    since: null,
    checkedAt: null,
    responseMs: null,
    underMaintenance: false,
    affectedBy: [],
    uptime: {
      percent: null,
      days: days.map(nothingOn),
    },
  };
}

/** With as many days in its bars as these would have: of those before the first nothing is known here. */
export function withBarDays(page: PublicPage, barDays: number): PublicPage {
  const dates = lastDays({ takenAt: page.takenAt, site: { barDays } });
  const monitors = page.monitors.map((monitor) => {
    const known = new Map(monitor.uptime.days.map((day) => [day.date, day]));
    const days = dates.map((date) => known.get(date) ?? nothingOn(date));
    return { ...monitor, uptime: { ...monitor.uptime, days } };
  });
  return { ...page, monitors, site: { ...page.site, barDays } };
}

function nothingOn(date: string): PublicUptimeDay {
  return { date, uptime: null, status: "none", incidents: [] };
}

function lastDays({
  takenAt,
  site,
}: Pick<PublicPage, "takenAt"> & { site: Pick<PublicPage["site"], "barDays"> }): string[] {
  const last = Date.parse(takenAt);
  return Array.from({ length: site.barDays }, (_, i) =>
    new Date(last - (site.barDays - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}
