import { DAY_MS } from "../../../../src/lib/units.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { currentUser } from "../../../lib/session.ts";
import { formatMoment } from "../../../lib/time.ts";
import type { ChartMark, ChartRange } from "../../../ui/time_chart_shape.ts";
import { listAuditEntries } from "../../api/audit.ts";
import { listIncidents } from "../../api/incident.ts";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/monitor_detail.ts";

export interface MonitorMark extends ChartMark {
  title: string;
  href: string | null;
}

const DAYS = 90;
const MOST_INCIDENTS = 100;

export async function loadMarks(signal: AbortSignal, { id, name }: Monitor): Promise<MonitorMark[]> {
  const { role } = currentUser();
  const from = Date.now() - DAYS * DAY_MS;
  const [incidents, entries] = await Promise.all([
    mayUse(role, "incidents")
      ? listIncidents(signal, { monitorId: String(id), page: 1, limit: MOST_INCIDENTS }).then(
          ({ items }) => items,
        )
      : [],
    mayUse(role, "audit")
      ? listAuditEntries(signal, {
          entityType: "monitor",
          entityName: name,
          action: "Update",
          from,
          page: 1,
        }).then(({ items }) => items)
      : [],
  ]);
  return [
    ...incidents.map(({ id, title, startedAt, resolvedAt }) =>
      toMark({
        kind: "incident",
        title,
        from: startedAt,
        to: resolvedAt ?? Date.now(),
        href: `/admin/incidents/${id}`,
      }),
    ),
    ...entries
      .filter(({ entityId }) => entityId === id)
      .map(({ at }) =>
        toMark({ kind: "settings", title: text.chart.settings, from: at, to: at, href: null }),
      ),
  ];
}

export function toWindowMarks(windows: readonly Maintenance[], monitorId: number): MonitorMark[] {
  return windows
    .filter(({ allMonitors, monitorIds }) => allMonitors || monitorIds.includes(monitorId))
    .map(({ id, name, startsAt, endsAt }) =>
      toMark({
        kind: "maintenance",
        title: name,
        from: startsAt,
        to: endsAt,
        href: mayUse(currentUser().role, "maintenance") ? `/admin/maintenance/${id}` : null,
      }),
    );
}

export function marksWithin(marks: readonly MonitorMark[], { from, to }: ChartRange): MonitorMark[] {
  const shown = marks.filter((mark) => mark.from <= to && mark.to >= from);
  return shown.sort((a, b) => a.from - b.from);
}

function toMark(mark: Omit<MonitorMark, "label">): MonitorMark {
  return { ...mark, label: `${mark.title}, ${formatMoment(mark.from)}` };
}
