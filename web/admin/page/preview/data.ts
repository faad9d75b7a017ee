import { DAY_MS } from "../../../../src/lib/units.ts";
import type { LayoutTree, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { PublicMonitor, PublicPage } from "../../../../src/schema/public_page.ts";

/** What visitors are shown, with monitors that are not on the page yet: of them nothing is known here. */
export function withMonitors(page: PublicPage, monitors: readonly PlaceableMonitor[]): PublicPage {
  const shown = new Set(page.monitors.map(({ id }) => id));
  const days = page.monitors[0]?.uptime.days.map(({ date }) => date) ?? lastDays(page.takenAt);
  const others = monitors.filter(({ id }) => !shown.has(id)).map((monitor) => unknown(monitor, days));
  return { ...page, monitors: [...page.monitors, ...others] };
}

export function withLayout(page: PublicPage, layout: LayoutTree): PublicPage {
  return { ...page, layout };
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
      days: days.map((date) => ({ date, uptime: null, status: "none", incidents: [] })),
    },
  };
}

function lastDays(takenAt: string): string[] {
  const last = Date.parse(takenAt);
  return Array.from({ length: 30 }, (_, i) => new Date(last - (29 - i) * DAY_MS).toISOString().slice(0, 10));
}
