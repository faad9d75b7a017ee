import type { PublicPage } from "../../schema/public_page.ts";
import { listComponents, type StatusPlace, summarise } from "./status_api.ts";
import {
  toComponents,
  toIncident,
  toPageFields,
  toScheduledMaintenance,
  toStatusFields,
} from "./statuspage_api.ts";

const INCIDENTS = 50;
const ROOT = "/api/v1/public";
const V2 = "/api/v2";
const CURRENT = ["in_progress", "not_started"];

type MakePart = (page: PublicPage, place: StatusPlace) => unknown;

const isOpen = ({ status }: { status: string }) => status !== "resolved";

export const STATUS_PARTS = {
  [`${ROOT}/summary.json`]: summarise,
  [`${ROOT}/components.json`]: (page) => ({ components: listComponents(page) }),
  [`${V2}/summary.json`]: statuspage((page, place) => ({
    components: toComponents(page),
    incidents: incidents(page, place, { open: true }),
    scheduled_maintenances: windows(page, place, CURRENT),
    status: toStatusFields(page),
  })),
  [`${V2}/status.json`]: statuspage((page) => ({ status: toStatusFields(page) })),
  [`${V2}/components.json`]: statuspage((page) => ({ components: toComponents(page) })),
  [`${V2}/incidents.json`]: statuspage((page, place) => ({ incidents: incidents(page, place) })),
  [`${V2}/incidents/unresolved.json`]: statuspage((page, place) => ({
    incidents: incidents(page, place, { open: true }),
  })),
  [`${V2}/scheduled-maintenances.json`]: statuspage((page, place) => ({
    scheduled_maintenances: windows(page, place, CURRENT),
  })),
  [`${V2}/scheduled-maintenances/active.json`]: statuspage((page, place) => ({
    scheduled_maintenances: windows(page, place, ["in_progress"]),
  })),
  [`${V2}/scheduled-maintenances/upcoming.json`]: statuspage((page, place) => ({
    scheduled_maintenances: windows(page, place, ["not_started"]),
  })),
} as const satisfies Record<string, MakePart>;

export type StatusPath = keyof typeof STATUS_PARTS;

function statuspage(make: (page: PublicPage, place: StatusPlace) => object): MakePart {
  return (page, place) => ({ page: toPageFields(page, place), ...make(page, place) });
}

function incidents(page: PublicPage, place: StatusPlace, { open = false } = {}) {
  const wanted = open ? page.incidents.filter(isOpen) : page.incidents.slice(0, INCIDENTS);
  return wanted.map((incident) => toIncident(page, incident, place));
}

function windows(page: PublicPage, place: StatusPlace, statuses: readonly string[]) {
  return page.maintenances
    .filter((window) => statuses.includes(window.status))
    .map((window) => toScheduledMaintenance(page, window, place));
}
