import { MINUTE_MS } from "../../lib/units.ts";
import type { PublicMonitor, PublicPage } from "../../schema/public_page.ts";
import type { StatusComponent, StatusSummary } from "../../schema/status_api.ts";
import { componentStatus, groupStatus, pageStatus } from "./component_status.ts";
import { componentTree } from "./component_tree.ts";

export interface StatusPlace {
  baseUrl: string;
}

export function summarise(page: PublicPage, { baseUrl }: StatusPlace): StatusSummary {
  const incidents = page.incidents.filter(({ status }) => status !== "resolved");
  const { maintenances, monitors } = page;
  const components = monitors.map((monitor) => componentStatus(monitor, incidents));
  return {
    page: {
      name: page.site.name,
      url: baseUrl,
      status: pageStatus({ components, incidents, maintenances }),
    },
    activeIncidents: incidents.map(({ id, title, status, impact, startedAt, updatedAt, components }) => ({
      id,
      name: title,
      status,
      impact,
      startedAt,
      updatedAt,
      url: `${baseUrl}/incidents/${id}`,
      components,
    })),
    activeMaintenances: maintenances.flatMap(
      ({ id, name, description, status, startsAt, endsAt, components }) =>
        status === "completed"
          ? []
          : [
              {
                id,
                name,
                description,
                status,
                startsAt,
                endsAt,
                duration: Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS),
                url: `${baseUrl}/maintenance/${id}`,
                components,
              },
            ],
    ),
  };
}

export function listComponents(page: PublicPage): StatusComponent[] {
  const monitors = new Map(page.monitors.map((monitor) => [monitor.id, monitor]));
  const toLeaf = (id: number): StatusComponent[] => {
    const monitor = monitors.get(id);
    if (!monitor) return [];
    const { name } = monitor;
    const status = componentStatus(monitor, page.incidents);
    return [{ id, name, status, description: describe(page, monitor), isParent: false, children: [] }];
  };
  return componentTree(page.layout).flatMap((node) => {
    if (typeof node === "number") return toLeaf(node);
    const children = node.monitorIds.flatMap(toLeaf);
    const status = groupStatus(children.map((child) => child.status));
    return [
      { id: `group:${node.groupId}`, name: node.name, status, description: null, isParent: true, children },
    ];
  });
}

/** The API has no value for an unknown status, so the description says it. */
export function describe(
  { texts }: Pick<PublicPage, "texts">,
  { status, checkedAt, description }: Pick<PublicMonitor, "status" | "checkedAt" | "description">,
): string | null {
  if (status === "paused") return texts["status.paused"] ?? null;
  if (status !== "pending") return description;
  return texts[checkedAt === null ? "status.pending" : "status.unknown"] ?? null;
}
