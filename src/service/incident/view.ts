import type { StoredIncident } from "../../data/incident.ts";
import { listSaid, overdueAtOf } from "../../domain/incident/incident.ts";
import { DEFAULT_PAGE_KEY } from "../../domain/page/site.ts";
import type { Incident } from "../../schema/incident.ts";
import { namePages, type Placements } from "../record/shown_on.ts";

export function toIncident(view: StoredIncident, placements: Placements): Incident {
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
    ...pagesOf(view, placements),
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

function pagesOf(
  { pageWide, pageIds, monitorIds, formerComponents }: StoredIncident,
  placements: Placements,
) {
  const shown = namePages(placements, { isEverything: pageWide, pageIds, monitorIds });
  const isFormer = formerComponents.length > 0 && !shown.pages.includes(DEFAULT_PAGE_KEY);
  return isFormer ? { ...shown, pages: [DEFAULT_PAGE_KEY, ...shown.pages] } : shown;
}
