import type {
  PublicIncident,
  PublicMaintenance,
  PublicMonitor,
  PublicPage,
} from "../../schema/public_page.ts";
import { componentStatus, groupStatus } from "./component_status.ts";
import { componentTree } from "./component_tree.ts";
import { wordOfOverall } from "./status.ts";
import { describe, type StatusPlace } from "./status_api.ts";

const PAGE_ID = "page";

const INDICATOR = {
  operational: "none",
  pending: "none",
  degraded: "minor",
  partial_outage: "major",
  major_outage: "critical",
  under_maintenance: "maintenance",
} as const satisfies Record<PublicPage["overall"]["status"], string>;

const MAINTENANCE_STATUS = {
  not_started: "scheduled",
  in_progress: "in_progress",
  completed: "completed",
} as const satisfies Record<PublicMaintenance["status"], string>;

export function toPageFields(page: PublicPage, { baseUrl }: StatusPlace) {
  return {
    id: PAGE_ID,
    name: page.site.name,
    url: baseUrl,
    time_zone: "Etc/UTC",
    updated_at: page.takenAt,
  };
}

export function toStatusFields(page: PublicPage) {
  const { status } = page.overall;
  return {
    indicator: INDICATOR[status],
    description: page.texts[wordOfOverall(page)] ?? status,
  };
}

export function toComponents(page: PublicPage) {
  const monitors = new Map(page.monitors.map((monitor) => [monitor.id, monitor]));
  const nodes = componentTree(page.layout);
  return nodes.flatMap((node, index) => {
    const position = index + 1;
    if (typeof node === "number") return toLeaf(page, monitors.get(node), { position, groupId: null });
    const own = node.monitorIds.flatMap((id) => monitors.get(id) ?? []);
    const groupId = `group:${node.groupId}`;
    const since = own.map((monitor) => sinceOf(page, monitor)).sort();
    const group = {
      id: groupId,
      name: node.name,
      status: groupStatus(own.map((monitor) => componentStatus(monitor, page.incidents))),
      created_at: since[0] ?? page.takenAt,
      updated_at: since.at(-1) ?? page.takenAt,
      position,
      description: null,
      showcase: false,
      start_date: null,
      group_id: null,
      page_id: PAGE_ID,
      group: true,
      only_show_if_degraded: false,
      components: own.map(({ id }) => String(id)),
    };
    return [group, ...own.flatMap((monitor, at) => toLeaf(page, monitor, { position: at + 1, groupId }))];
  });
}

function toLeaf(
  page: PublicPage,
  monitor: PublicMonitor | undefined,
  { position, groupId }: { position: number; groupId: string | null },
) {
  if (!monitor) return [];
  const since = sinceOf(page, monitor);
  return [
    {
      id: String(monitor.id),
      name: monitor.name,
      status: componentStatus(monitor, page.incidents),
      created_at: since,
      updated_at: since,
      position,
      description: describe(page, monitor),
      showcase: false,
      start_date: null,
      group_id: groupId,
      page_id: PAGE_ID,
      group: false,
      only_show_if_degraded: false,
    },
  ];
}

/** A monitor's creation date is not public: clients get the start of its status. */
function sinceOf({ takenAt }: PublicPage, { since, checkedAt }: PublicMonitor): string {
  return since ?? checkedAt ?? takenAt;
}

export function toIncident(page: PublicPage, incident: PublicIncident, { baseUrl }: StatusPlace) {
  const { id, title, status, impact, startedAt, resolvedAt, createdAt, updatedAt } = incident;
  const monitored = incident.updates.findLast((update) => update.status === "monitoring");
  const changes = changesOf(incident);
  return {
    id: String(id),
    name: title,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
    monitoring_at: monitored?.postedAt ?? null,
    resolved_at: resolvedAt,
    impact,
    shortlink: `${baseUrl}/incidents/${id}`,
    started_at: startedAt,
    page_id: PAGE_ID,
    incident_updates: incident.updates.map((update) => ({
      id: String(update.id),
      status: update.status,
      body: update.body,
      incident_id: String(id),
      created_at: update.postedAt,
      updated_at: update.postedAt,
      display_at: update.postedAt,
      affected_components: changes.get(update.id) ?? null,
      deliver_notifications: true,
    })),
    components: pickComponents(page, incident.components),
  };
}

function changesOf({ updates }: PublicIncident) {
  const last = new Map<number, string>();
  const changes = updates.toReversed().map(({ id, components }) => {
    const affected = components?.map((component) => {
      const before = last.get(component.id) ?? "operational";
      last.set(component.id, component.status);
      return {
        code: String(component.id),
        name: component.name,
        old_status: before,
        new_status: component.status,
      };
    });
    return [id, affected] as const;
  });
  return new Map(changes);
}

export function toScheduledMaintenance(
  page: PublicPage,
  window: PublicMaintenance,
  { baseUrl }: StatusPlace,
) {
  const { name, description, startsAt, endsAt, updatedAt } = window;
  const id = `maintenance-${window.id}`;
  const status = MAINTENANCE_STATUS[window.status];
  return {
    id,
    name,
    status,
    created_at: updatedAt,
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: status === "completed" ? endsAt : null,
    impact: "maintenance",
    shortlink: `${baseUrl}/maintenance/${window.id}`,
    started_at: startsAt,
    page_id: PAGE_ID,
    scheduled_for: startsAt,
    scheduled_until: endsAt,
    incident_updates: [
      {
        id: `${id}-scheduled`,
        status: "scheduled",
        body: description ?? name,
        incident_id: id,
        created_at: updatedAt,
        updated_at: updatedAt,
        display_at: updatedAt,
        affected_components: null,
        deliver_notifications: true,
      },
    ],
    components: pickComponents(page, window.components),
  };
}

function pickComponents(page: PublicPage, components: readonly { id: number }[]) {
  const ids = new Set(components.map(({ id }) => String(id)));
  return toComponents(page).filter(({ id }) => ids.has(id));
}
