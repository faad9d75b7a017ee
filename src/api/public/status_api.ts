import { type ZodType, z } from "zod";
import { listComponents, type StatusPlace, summarise } from "../../domain/page/status_api.ts";
import {
  toComponents,
  toIncident,
  toPageFields,
  toScheduledMaintenance,
  toStatusFields,
} from "../../domain/page/statuspage_api.ts";
import type { PublicPage } from "../../schema/public_page.ts";
import { statusComponents, statusSummary } from "../../schema/status_api.ts";
import { limitStatusApi } from "../../service/access/public_limit.ts";
import { getStatusPart } from "../../service/page/status_api.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { answerServed } from "./served.ts";

const ROOT = "/api/v1/public";
const V2 = "/api/v2";
const MAX_AGE_SECS = 30;

type MakeAnswer = (page: PublicPage, place: StatusPlace) => unknown;

function part(path: string, summary: string, schema: ZodType, make: MakeAnswer): Endpoint {
  return endpoint({
    method: "GET",
    area: "public",
    path,
    summary,
    answer: { status: 200, schema },
    refuses: { 404: "It is switched off, or the page is private." },
    limit: limitStatusApi,
    isOpenToOrigins: true,
    handle: async ({ context, request }) =>
      answerServed(request, await getStatusPart(context, path, make), {
        type: "application/json",
        maxAgeSecs: MAX_AGE_SECS,
      }),
  });
}

const pageFields = z.looseObject({ id: z.string(), name: z.string(), url: z.string() });
const list = z.array(z.looseObject({ id: z.string(), name: z.string(), status: z.string() }));
const status = z.object({ indicator: z.string(), description: z.string() });

const INCIDENTS = 50;
const isOpen = ({ status }: { status: string }) => status !== "resolved";

function incidents(page: PublicPage, place: StatusPlace, { open = false } = {}) {
  const wanted = open ? page.incidents.filter(isOpen) : page.incidents.slice(0, INCIDENTS);
  return wanted.map((incident) => toIncident(page, incident, place));
}

function windows(page: PublicPage, place: StatusPlace, statuses: readonly string[]) {
  return page.maintenances
    .filter((window) => statuses.includes(window.status))
    .map((window) => toScheduledMaintenance(page, window, place));
}

function statuspage(name: string, what: string, shape: Record<string, ZodType>, make: MakeAnswer): Endpoint {
  const schema = z.object({ page: pageFields, ...shape });
  return part(`${V2}/${name}.json`, `${what}, as clients of Statuspage read it`, schema, (page, place) => ({
    page: toPageFields(page, place),
    ...(make(page, place) as object),
  }));
}

const CURRENT = ["in_progress", "not_started"];

export const statusApiRoutes: readonly Endpoint[] = [
  part(`${ROOT}/summary.json`, "Read the page's status in short", statusSummary, summarise),
  part(`${ROOT}/components.json`, "Read the status of every component", statusComponents, (page) => ({
    components: listComponents(page),
  })),
  statuspage(
    "summary",
    "Read everything",
    { components: list, incidents: list, scheduled_maintenances: list, status },
    (page, place) => ({
      components: toComponents(page),
      incidents: incidents(page, place, { open: true }),
      scheduled_maintenances: windows(page, place, CURRENT),
      status: toStatusFields(page),
    }),
  ),
  statuspage("status", "Read the overall status", { status }, (page) => ({ status: toStatusFields(page) })),
  statuspage("components", "List components", { components: list }, (page) => ({
    components: toComponents(page),
  })),
  statuspage("incidents", "List incidents", { incidents: list }, (page, place) => ({
    incidents: incidents(page, place),
  })),
  statuspage("incidents/unresolved", "List open incidents", { incidents: list }, (page, place) => ({
    incidents: incidents(page, place, { open: true }),
  })),
  statuspage(
    "scheduled-maintenances",
    "List maintenance",
    { scheduled_maintenances: list },
    (page, place) => ({ scheduled_maintenances: windows(page, place, CURRENT) }),
  ),
  statuspage(
    "scheduled-maintenances/active",
    "List running maintenance",
    { scheduled_maintenances: list },
    (page, place) => ({ scheduled_maintenances: windows(page, place, ["in_progress"]) }),
  ),
  statuspage(
    "scheduled-maintenances/upcoming",
    "List planned maintenance",
    { scheduled_maintenances: list },
    (page, place) => ({ scheduled_maintenances: windows(page, place, ["not_started"]) }),
  ),
];
