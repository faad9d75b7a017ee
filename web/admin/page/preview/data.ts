import { placedMonitors, publicLayout } from "../../../../src/domain/page/layout.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import { BLOCK_DEFAULTS } from "../../../../src/schema/block_defaults.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import type { PublicPage, PublicUptimeDay } from "../../../../src/schema/public_page.ts";

/** Reads only monitors and charts, because the rest of the layout may be incomplete. */
export function dataOf(layout: LayoutTree): LayoutTree {
  const cards = placedMonitors(layout).map(({ id }) => {
    return { id: `monitor-${id}`, type: "monitor" as const, monitorId: id, ...BLOCK_DEFAULTS.monitor };
  });
  const all = {
    id: "monitors",
    type: "group" as const,
    label: "-",
    ...BLOCK_DEFAULTS.group,
    children: cards,
  };
  const charts = layout.children.filter((node) => node.type === "chart");
  const bare = charts.map((chart) => ({ ...chart, title: "" }));
  return { id: "root", type: "page", children: [all, ...bare] };
}

export function withLayout(page: PublicPage, layout: LayoutTree): PublicPage {
  return { ...page, layout: publicLayout(layout) };
}

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
