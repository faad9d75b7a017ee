import { HOUR_MS } from "../../src/lib/units.ts";

/*
 * Modelled on these products' public descriptions: two services, of which API fails. Unused fields stay in where they
 * could mislead.
 */

export type PageState = "fine" | "broken" | "maintained";

const TITLE = "Slow & failing requests";
const PLANNED = "New database";
const iso = (at: number) => new Date(at).toISOString();

export function statuspagePage(state: PageState) {
  const isBroken = state === "broken";
  const isMaintained = state === "maintained";
  const part = (name: string, status: string) => ({ id: name, name, status, group: false });
  const maintenance = (name: string, status: string) => ({
    name,
    status,
    impact: "maintenance",
    shortlink: "https://stspg.io/def",
    components: [part("API", "operational")],
  });
  return {
    page: { id: "p1", name: "Example", url: "https://status.example" },
    status: {
      indicator: isBroken ? "major" : isMaintained ? "maintenance" : "none",
      description: "Words that nobody reads",
    },
    components: [
      part("Website", "operational"),
      part("API", isBroken ? "partial_outage" : isMaintained ? "under_maintenance" : "operational"),
      part("API: Europe", isBroken ? "degraded_performance" : "operational"),
    ],
    incidents: [
      ...(isBroken
        ? [
            {
              name: TITLE,
              status: "identified",
              impact: "major",
              shortlink: "https://stspg.io/abc",
              components: [part("API", "partial_outage")],
            },
          ]
        : []),
      {
        name: "Long over",
        status: "resolved",
        impact: "critical",
        shortlink: "https://stspg.io/old",
        components: [part("Website", "operational")],
      },
    ],
    scheduled_maintenances: [
      maintenance("Next month", "scheduled"),
      ...(isMaintained ? [maintenance(PLANNED, "in_progress")] : []),
    ],
  };
}

export function incidentIoPage(state: PageState) {
  const event = (name: string, url: string, current_status: string) => ({
    id: name,
    name,
    url: `https://status.example/${url}`,
    last_update_at: "2026-01-01T00:00:00Z",
    last_update_message: "Words that nobody reads",
    affected_components: [{ id: "api", name: "API", group_name: "Product", current_status }],
  });
  return {
    page_title: "Example",
    page_url: "https://status.example",
    ongoing_incidents:
      state === "broken"
        ? [
            {
              ...event(TITLE, "incidents/1", "partial_outage"),
              status: "identified",
              current_worst_impact: "partial_outage",
            },
          ]
        : [],
    in_progress_maintenances:
      state === "maintained"
        ? [{ ...event(PLANNED, "maintenance/2", "under_maintenance"), status: "maintenance_in_progress" }]
        : [],
    scheduled_maintenances: [
      { ...event("Next month", "maintenance/3", "operational"), status: "maintenance_scheduled" },
    ],
  };
}

export function incidentIoProxy(state: PageState) {
  const isBroken = state === "broken";
  const affected = isBroken ? [{ component_id: "api", status: "degraded_performance" }] : [];
  return {
    summary: {
      name: "Example",
      components: [
        { id: "web", name: "Website" },
        { id: "api", name: "API" },
      ],
      affected_components: affected,
      ongoing_incidents: isBroken
        ? [{ id: "1", name: TITLE, status: "investigating", affected_components: affected }]
        : [],
      in_progress_maintenances: [],
    },
  };
}

export function instatusPage(state: PageState) {
  const status = { fine: "UP", broken: "HASISSUES", maintained: "UNDERMAINTENANCE" }[state];
  return {
    page: { name: "Example", url: "https://status.example", status },
    activeIncidents:
      state === "broken"
        ? [
            {
              name: TITLE,
              started: "2026-01-01T00:00:00Z",
              status: "INVESTIGATING",
              impact: "PARTIALOUTAGE",
              url: "https://status.example/incidents/1",
              components: [{ id: "api", name: "API" }],
            },
          ]
        : [],
    activeMaintenances: [
      {
        name: "Next month",
        status: "NOTSTARTEDYET",
        duration: "60",
        url: "https://status.example/maintenance/3",
      },
      ...(state === "maintained"
        ? [
            {
              name: PLANNED,
              status: "INPROGRESS",
              duration: "60",
              url: "https://status.example/maintenance/2",
            },
          ]
        : []),
    ],
  };
}

instatusPage.components = (state: PageState) => ({
  components: [
    { id: "web", name: "Website", status: "OPERATIONAL" },
    { id: "api", name: "API", status: state === "broken" ? "PARTIALOUTAGE" : "OPERATIONAL" },
  ],
});

export function betterStackPage(state: PageState, now: number) {
  const stateOf = { fine: "operational", broken: "downtime", maintained: "maintenance" }[state];
  const resource = (id: string, public_name: string, status: string) => ({
    id,
    type: "status_page_resource",
    attributes: { public_name, status, resource_type: "Monitor" },
  });
  const report = (title: string, attributes: object) => ({
    id: title,
    type: "status_report",
    attributes: {
      title,
      report_type: "manual",
      starts_at: iso(now - HOUR_MS),
      ends_at: null,
      affected_resources: [{ status_page_resource_id: "2", status: stateOf }],
      ...attributes,
    },
  });
  return {
    data: { id: "9", type: "status_page", attributes: { company_name: "Example", aggregate_state: stateOf } },
    included: [
      { id: "1", type: "status_page_section", attributes: { name: "Product" } },
      resource("1", "Website", "operational"),
      resource("2", "API", stateOf),
      report("Long over", { aggregate_state: "downtime", ends_at: iso(now - HOUR_MS / 2) }),
      report("Next month", {
        report_type: "maintenance",
        aggregate_state: "maintenance",
        starts_at: iso(now + 700 * HOUR_MS),
        ends_at: iso(now + 701 * HOUR_MS),
      }),
      ...(state === "broken" ? [report(TITLE, { aggregate_state: "downtime" })] : []),
      ...(state === "maintained"
        ? [
            report(PLANNED, {
              report_type: "maintenance",
              aggregate_state: "maintenance",
              ends_at: iso(now + HOUR_MS),
            }),
          ]
        : []),
    ],
  };
}

export function openStatusPage(state: PageState, now: number) {
  const status = { fine: "success", broken: "error", maintained: "info" }[state];
  const maintenance = (name: string, from: number) => ({
    id: from,
    name,
    message: "Words that nobody reads",
    from: iso(from),
    to: iso(from + 2 * HOUR_MS),
    monitors: [],
    pageComponents: [12],
  });
  return {
    title: "Example",
    status,
    monitors: [
      { id: 1, name: "website", status: "success" },
      { id: 2, name: "api", status: state === "broken" ? "error" : "success" },
    ],
    pageComponents: [
      { id: 11, name: "Website", monitorId: 1 },
      { id: 12, name: "API", monitorId: 2 },
    ],
    maintenances: [
      maintenance("Last month", now - 700 * HOUR_MS),
      maintenance("Next month", now + 700 * HOUR_MS),
      ...(state === "maintained" ? [maintenance(PLANNED, now - HOUR_MS)] : []),
    ],
    statusReports: [
      { id: 1, title: "Long over", status: "resolved", monitors: [1], pageComponents: [11] },
      ...(state === "broken"
        ? [{ id: 2, title: TITLE, status: "investigating", monitors: [2], pageComponents: [12] }]
        : []),
    ],
  };
}

function entriesOf(state: PageState) {
  const broken = {
    title: TITLE,
    path: "incidents/1",
    html: "<p><strong>Identified</strong> - Partial outage of the API.</p><p><strong>Investigating</strong> - Look.</p>",
  };
  const planned = {
    title: PLANNED,
    path: "incidents/2",
    html: "<p><strong>In progress</strong> - The API is upgraded.</p><p><strong>Scheduled</strong> - Soon.</p>",
  };
  const over = {
    title: "Long over",
    path: "incidents/3",
    html: "<p><strong>Resolved</strong> - Done.</p><p><strong>Investigating</strong> - Major outage of the Website.</p>",
  };
  return [...(state === "broken" ? [broken] : []), ...(state === "maintained" ? [planned] : []), over];
}

const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export function rssFeed(state: PageState, now: number): string {
  const items = entriesOf(state).map(
    ({ title, path, html }) => `
    <item>
      <title>${xml(title)}</title>
      <description>${xml(html)}</description>
      <pubDate>${new Date(now - HOUR_MS).toUTCString()}</pubDate>
      <link>https://status.example/${path}</link>
      <guid>https://status.example/${path}</guid>
    </item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Example</title><link>https://status.example</link>
<description>Major outage</description>${items.join("")}</channel></rss>`;
}

export function atomFeed(state: PageState, now: number): string {
  const entries = entriesOf(state).map(
    ({ title, path, html }) => `
  <entry>
    <id>tag:status.example,2005:${path}</id>
    <published>${iso(now - 2 * HOUR_MS)}</published>
    <updated>${iso(now - HOUR_MS)}</updated>
    <link rel="alternate" type="text/html" href="https://status.example/${path}"/>
    <title>${xml(title)}</title>
    <content type="html">${xml(html)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xml:lang="en-US" xmlns="http://www.w3.org/2005/Atom"><title>Example</title>${entries.join("")}</feed>`;
}
