import {
  componentOf,
  type Fields,
  fieldsOf,
  impactOf,
  incidentImpact,
  linkOf,
  listOf,
  type Notice,
  type PageReport,
  textOf,
  worstOf,
} from "./page_report.ts";

interface ReadOptions {
  pageUrl: string;
  now: number;
}

export type ReadDocument = (document: Fields, options: ReadOptions) => PageReport | null;

const OVER = /^(resolved|postmortem|completed)$/i;
const IN_PROGRESS = /^(in_?progress|verifying|maintenance_in_progress)$/i;

const isOpen = ({ status }: Fields) => !OVER.test(textOf(status));
const isInProgress = ({ status }: Fields) => IN_PROGRESS.test(textOf(status));

export const readStatuspage: ReadDocument = (document, { pageUrl }) => {
  const { indicator } = fieldsOf(document["status"]);
  if (!Array.isArray(document["components"]) || typeof indicator !== "string") return null;
  const toNotice = ({ name, shortlink, impact, components }: Fields): Notice => ({
    title: textOf(name),
    url: linkOf(shortlink, pageUrl),
    impact: incidentImpact(impact),
    components: namesOf(components),
  });
  return {
    impact: impactOf(indicator),
    components: listOf(document["components"]).map(({ name, status }) => componentOf(name, status)),
    incidents: listOf(document["incidents"]).filter(isOpen).map(toNotice),
    maintenances: listOf(document["scheduled_maintenances"]).filter(isInProgress).map(toNotice),
  };
};

export const readIncidentIo: ReadDocument = (document, { pageUrl }) => {
  const summary = Object.hasOwn(document, "summary") ? fieldsOf(document["summary"]) : document;
  if (!Array.isArray(summary["ongoing_incidents"])) return null;
  const affected = listOf(summary["affected_components"]);
  const all = Array.isArray(summary["components"]) ? listOf(summary["components"]) : null;
  const nameOf = (id: unknown) => textOf(all?.find((one) => one["id"] === id)?.["name"]);
  const toNotice = ({ name, url, ...one }: Fields): Notice => {
    const own = listOf(one["affected_components"]);
    const states = own.map((part) => impactOf(part["status"] ?? part["current_status"]));
    const stated = one["current_worst_impact"];
    return {
      title: textOf(name),
      url: linkOf(url, pageUrl),
      impact: worstOf([
        ...states,
        states.length > 0 && stated === undefined ? "minor" : incidentImpact(stated),
      ]),
      components: own.map((part) => textOf(part["name"]) || nameOf(part["component_id"])),
    };
  };
  const incidents = listOf(summary["ongoing_incidents"]).filter(isOpen).map(toNotice);
  return {
    impact: worstOf([
      ...affected.map(({ status }) => impactOf(status)),
      ...incidents.map(({ impact }) => impact),
    ]),
    components:
      all?.map(({ id, name }) =>
        componentOf(name, affected.find((one) => one["component_id"] === id)?.["status"]),
      ) ?? null,
    incidents,
    maintenances: listOf(summary["in_progress_maintenances"]).map(toNotice),
  };
};

export const readInstatus: ReadDocument = (document, { pageUrl }) => {
  const { status } = fieldsOf(document["page"]);
  if (!/^(UP|HASISSUES|UNDERMAINTENANCE)$/.test(textOf(status))) return null;
  const toNotice = ({ name, url, impact, components }: Fields): Notice => ({
    title: textOf(name),
    url: linkOf(url, pageUrl),
    impact: incidentImpact(impact),
    components: Array.isArray(components) ? namesOf(components) : null,
  });
  const incidents = listOf(document["activeIncidents"]).filter(isOpen).map(toNotice);
  return {
    impact: worstOf([status === "HASISSUES" ? "minor" : "none", ...incidents.map(({ impact }) => impact)]),
    components: readInstatusComponents(document),
    incidents,
    maintenances: listOf(document["activeMaintenances"]).filter(isInProgress).map(toNotice),
  };
};

/** Instatus has them at an address of their own. */
export function readInstatusComponents({ components }: Fields): PageReport["components"] {
  if (!Array.isArray(components)) return null;
  return listOf(components).map(({ name, status }) => componentOf(name, status));
}

export const readBetterStack: ReadDocument = (document, { pageUrl, now }) => {
  const { type, attributes } = fieldsOf(document["data"]);
  const state = fieldsOf(attributes)["aggregate_state"];
  if (type !== "status_page" || typeof state !== "string") return null;
  const included = listOf(document["included"]);
  const attributesOf = (kind: string) =>
    included
      .filter((one) => one["type"] === kind)
      .map((one) => ({ id: one["id"], ...fieldsOf(one["attributes"]) }));
  const resources: Fields[] = attributesOf("status_page_resource");
  const nameOf = (id: unknown) =>
    textOf(resources.find((one) => String(one["id"]) === String(id))?.["public_name"]);
  const toNotice = (report: Fields): Notice => {
    const affected = listOf(report["affected_resources"]);
    return {
      title: textOf(report["title"]),
      url: pageUrl,
      impact: worstOf([
        incidentImpact(report["aggregate_state"]),
        ...affected.map(({ status }) => impactOf(status)),
      ]),
      components: affected.map((one) => nameOf(one["status_page_resource_id"])),
    };
  };
  const reports: Fields[] = attributesOf("status_report");
  const isPlanned = (report: Fields) => report["report_type"] === "maintenance";
  const isOver = (report: Fields) =>
    timeOf(report["ends_at"], Infinity) <= now ||
    /^(operational|resolved)$/.test(textOf(report["aggregate_state"]));
  return {
    impact: impactOf(state),
    components: resources.map((one) => componentOf(one["public_name"], one["status"])),
    incidents: reports.filter((report) => !isPlanned(report) && !isOver(report)).map(toNotice),
    maintenances: reports
      .filter(
        (report) => isPlanned(report) && !isOver(report) && timeOf(report["starts_at"], Infinity) <= now,
      )
      .map(toNotice),
  };
};

export const readOpenStatus: ReadDocument = (document, { pageUrl, now }) => {
  const { status, statusReports } = document;
  if (!Array.isArray(statusReports) || typeof status !== "string") return null;
  const monitors = listOf(document["monitors"]);
  const parts = Array.isArray(document["pageComponents"]) ? listOf(document["pageComponents"]) : null;
  const listed = parts ?? monitors;
  const toNotice = (one: Fields): Notice => ({
    title: textOf(one["title"] ?? one["name"]),
    url: pageUrl,
    impact: "minor",
    components: idsOf(one[parts ? "pageComponents" : "monitors"]).map((id) =>
      textOf(listed.find((part) => String(part["id"]) === id)?.["name"]),
    ),
  });
  const incidents = listOf(statusReports).filter(isOpen).map(toNotice);
  const maintenances = listOf(document["maintenances"])
    .filter(({ from, to }) => timeOf(from, Infinity) <= now && now < timeOf(to, -Infinity))
    .map(toNotice);
  const isNamedIn = (notices: readonly Notice[], name: string) =>
    notices.some(({ components }) => components?.includes(name));
  return {
    impact: impactOf(status),
    components: listed.map((part) => {
      const monitor = parts ? monitors.find(({ id }) => id === part["monitorId"]) : part;
      const component = componentOf(part["name"], monitor?.["status"]);
      const { impact, name } = component;
      return {
        name,
        impact: isNamedIn(incidents, name) ? worstOf([impact, "minor"]) : impact,
        isUnderMaintenance: isNamedIn(maintenances, name),
      };
    }),
    incidents,
    maintenances,
  };
};

function namesOf(components: unknown): string[] {
  return listOf(components).map(({ name }) => textOf(name));
}

function idsOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.slice(0, 500).map(String) : [];
}

function timeOf(date: unknown, otherwise: number): number {
  const time = Date.parse(textOf(date));
  return Number.isNaN(time) ? otherwise : time;
}
