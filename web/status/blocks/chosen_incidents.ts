import type { IncidentsNode } from "../../../src/schema/layout.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";

export function chooseIncidents(
  { filter, limit }: IncidentsNode,
  incidents: PublicPage["incidents"],
): PublicPage["incidents"] {
  return incidents
    .filter(({ resolvedAt }) => filter === "all" || (filter === "active") === (resolvedAt === null))
    .slice(0, limit);
}
