import type { StoredIncident } from "../../data/incident.ts";
import { listSaid } from "../../domain/incident/component.ts";
import { overdueAtOf } from "../../domain/incident/overdue_update.ts";
import type { Incident } from "../../schema/incident.ts";

export function toIncident(view: StoredIncident): Incident {
  const { id, version, title, status, impact, draft, monitorIds, pageWide } = view;
  const { notifySubscribers, startedAt, resolvedAt, createdAt, updatedAt } = view;
  return {
    id,
    version,
    title,
    status,
    impact,
    draft,
    automatic: view.autoEventId !== null,
    monitorIds,
    pageWide,
    components: listSaid(view.components, monitorIds),
    formerComponents: [...view.formerComponents],
    nagHours: view.nagHours,
    overdueAt: overdueAtOf(view),
    notifySubscribers,
    startedAt,
    resolvedAt,
    createdAt,
    updatedAt,
    locales: { ...view.locales },
    postMortem: view.postMortem && { ...view.postMortem, locales: { ...view.postMortem.locales } },
    updates: view.updates.map(({ id, body, status, postedAt, publishAt, components, locales }) => ({
      id,
      body,
      status,
      postedAt,
      publishAt,
      components: listSaid(components, publishAt === null ? monitorIds : Object.keys(components).map(Number)),
      locales: { ...locales },
    })),
  };
}
