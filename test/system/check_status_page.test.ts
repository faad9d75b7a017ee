import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/lib/units.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import {
  atomFeed,
  betterStackPage,
  incidentIoPage,
  incidentIoProxy,
  instatusPage,
  openStatusPage,
  rssFeed,
  statuspagePage,
} from "./status_page_documents.ts";
import { checkOf, useKeep, useProber } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();
const check = checkOf(prober, "status_page", (config) => config);
const now = Date.now();

/** Other paths return HTML with the opposite status, as many hosts of single-page apps do. */
async function startPage(documents: Record<string, object | string | number>): Promise<HttpPeer> {
  return await keep(
    startHttp((_, response, { url }) => {
      const found = documents[url];
      if (typeof found === "number") response.writeHead(found).end();
      else if (found === undefined)
        response.end("<html><title>Everything is on fire: major outage</title></html>");
      else response.end(typeof found === "string" ? found : JSON.stringify(found));
    }),
  );
}

const FORMATS: [
  format: string,
  make: (state: "fine" | "broken" | "maintained") => Record<string, object | string>,
  said: { broken: string; maintained: string },
][] = [
  [
    "statuspage",
    (state) => ({ "/api/v2/summary.json": statuspagePage(state) }),
    {
      broken: 'Major problem with API, API: Europe: "Slow & failing requests" https://stspg.io/abc',
      maintained: 'Under maintenance: "New database" https://stspg.io/def',
    },
  ],
  [
    "incident_io",
    (state) => ({ "/api/v1/summary": incidentIoPage(state) }),
    {
      broken: 'Major problem: "Slow & failing requests" https://status.example/incidents/1',
      maintained: 'Under maintenance: "New database" https://status.example/maintenance/2',
    },
  ],
  [
    "instatus",
    (state) => ({
      "/summary.json": instatusPage(state),
      "/v2/components.json": instatusPage.components(state),
    }),
    {
      broken: 'Major problem: "Slow & failing requests" https://status.example/incidents/1',
      maintained: 'Under maintenance: "New database" https://status.example/maintenance/2',
    },
  ],
  [
    "better_stack",
    (state) => ({ "/index.json": betterStackPage(state, now) }),
    {
      broken: 'Critical problem with API: "Slow & failing requests" ORIGIN',
      maintained: 'Under maintenance: "New database" ORIGIN',
    },
  ],
  [
    "openstatus",
    (state) => ({ "/feed/json": openStatusPage(state, now) }),
    {
      broken: 'Critical problem with API: "Slow & failing requests" ORIGIN',
      maintained: 'Under maintenance: "New database" ORIGIN',
    },
  ],
  [
    "feed",
    (state) => ({ "/history.rss": rssFeed(state, now) }),
    {
      broken: 'Major problem: "Slow & failing requests" https://status.example/incidents/1',
      maintained: 'Under maintenance: "New database" https://status.example/incidents/2',
    },
  ],
  [
    "feed",
    (state) => ({ "/history.atom": atomFeed(state, now) }),
    {
      broken: 'Major problem: "Slow & failing requests" https://status.example/incidents/1',
      maintained: 'Under maintenance: "New database" https://status.example/incidents/2',
    },
  ],
];

describe.each(FORMATS)("a status page in the format %s", (format, make, said) => {
  it("is read with the format auto and its own: operational, broken and in maintenance", async () => {
    for (const chosen of ["auto", format]) {
      const { origin } = await startPage(make("fine"));
      const fine = await check({ url: origin, format: chosen });
      expect(fine).toMatchObject({ status: "up", message: "Operational.", isOwnFault: false });
      const broken = await startPage(make("broken"));
      expect(await check({ url: broken.origin, format: chosen })).toMatchObject({
        status: "down",
        isOwnFault: false,
        message: said.broken.replace("ORIGIN", broken.origin),
      });
      const maintained = await startPage(make("maintained"));
      expect(await check({ url: maintained.origin, format: chosen })).toMatchObject({
        status: "up",
        isMaintained: true,
        isOwnFault: false,
        message: said.maintained.replace("ORIGIN", maintained.origin),
      });
    }
  });

  it("is limited to the configured components", async () => {
    const { origin } = await startPage(make("broken"));
    const website = await check({ url: origin, format, components: [" WEBSITE "] });
    expect(website).toMatchObject({ status: "up", message: "Operational." });
    const api = await check({ url: origin, format, components: ["API"] });
    expect(api).toMatchObject({ status: "down" });
    expect(api.message).toContain('"Slow & failing requests"');
  });
});

describe("a status_page check", () => {
  it("has no data for an unreadable page, and gives the reason", async () => {
    const gone = await startHttp(() => undefined);
    await gone.stop();
    const refused = await check({ url: gone.origin });
    expect(refused).toMatchObject({ isOwnFault: true, hasNoData: true });
    expect(refused.message).toMatch(
      /^The status page can't be read, so the state of the service is unknown: .*refused/,
    );
    const silent = await keep(startHttp(() => undefined));
    expect(await check({ url: silent.origin }, 300)).toMatchObject({ isOwnFault: true, hasNoData: true });
    const html = await startPage({});
    expect(await check({ url: html.origin })).toMatchObject({
      isOwnFault: true,
      hasNoData: true,
      message: expect.stringContaining("unknown: it has no known format."),
    });
    const broken = await startPage({ "/api/v2/summary.json": 503 });
    expect(await check({ url: broken.origin, format: "statuspage" })).toMatchObject({
      isOwnFault: true,
      message: expect.stringContaining("unknown: it responded with status 503."),
    });
    const page = await startPage({ "/api/v2/summary.json": statuspagePage("broken") });
    expect(await check({ url: page.origin, components: ["Phones"] })).toMatchObject({
      isOwnFault: true,
      message: expect.stringContaining("it has no component named Phones. It has Website, API, API: Europe."),
    });
  });

  it("reports minor problems as degraded, or ignores them when configured", async () => {
    const summary = statuspagePage("broken");
    const minor = { ...summary, status: { indicator: "minor" } };
    const { origin } = await startPage({ "/api/v2/summary.json": minor });
    expect(await check({ url: origin })).toMatchObject({ status: "degraded" });
    const ignored = await check({ url: origin, minImpact: "major" });
    expect(ignored).toMatchObject({
      status: "up",
      message: 'Minor problem, ignored here: "Slow & failing requests" https://stspg.io/abc',
    });
  });

  it("reads a page in a folder, and remembers the detected format", async () => {
    const { origin, requests } = await startPage({ "/p/eu/api/v2/summary.json": statuspagePage("fine") });
    expect(await check({ url: `${origin}/p/eu/` })).toMatchObject({ status: "up" });
    const first = requests.length;
    expect(await check({ url: `${origin}/p/eu/` })).toMatchObject({ status: "up" });
    expect(requests.slice(first).map(({ url }) => url)).toEqual(["/p/eu/api/v2/summary.json"]);
  });

  it("treats resolved, planned and old feed items as over, whatever else they contain", async () => {
    const item = (title: string, body: string, hoursAgo = 1) =>
      `<item><title>${title}</title><link>https://status.example/i</link>
        <pubDate>${new Date(now - hoursAgo * HOUR_MS).toUTCString()}</pubDate>
        <description><![CDATA[${body}]]></description></item>`;
    const isOver = [
      item("[RESOLVED] Increased error rates", "Major outage"),
      item("Resolved - API", "Investigating: major outage."),
      item("API", "<strong>Resolved</strong> - Done.<br/><strong>Investigating</strong> - Major outage."),
      item("API", "<b>Status: Resolved</b><br/>Major outage"),
      item("API", "<strong>Investigating</strong> - Major outage.", 73),
      item("Scheduled maintenance of the API", "<strong>Scheduled</strong> - Major outage."),
    ];
    const feed = (items: string[]) => `<rss><channel>${items.join("")}</channel></rss>`;
    const calm = await startPage({ "/rss": feed(isOver) });
    expect(await check({ url: `${calm.origin}/rss` })).toMatchObject({
      status: "up",
      message: "Operational.",
    });
    const open = item(
      "API",
      "<strong>Monitoring</strong> - Wait.<br/><strong>Investigating</strong> - Major outage.",
    );
    const busy = await startPage({ "/rss": feed([...isOver, open]) });
    expect(await check({ url: `${busy.origin}/rss` })).toMatchObject({
      status: "down",
      message: 'Critical problem: "API" https://status.example/i',
    });
    const unclosed = item("Accounts closed by mistake", "<strong>Investigating</strong> - Look.");
    const odd = await startPage({ "/rss": feed([unclosed]) });
    expect(await check({ url: `${odd.origin}/rss` })).toMatchObject({ status: "degraded" });
  });

  it("links only to web addresses", async () => {
    const summary = statuspagePage("broken");
    const incidents = summary.incidents.map((one) => ({ ...one, shortlink: "javascript:alert(1)" }));
    const { origin } = await startPage({ "/api/v2/summary.json": { ...summary, incidents } });
    const { message } = await check({ url: origin });
    expect(message).toContain(origin);
    expect(message).not.toContain("javascript");
  });
});

describe("an incident.io page", () => {
  it("is read through its own proxy, with all components", async () => {
    let state: "fine" | "broken" = "fine";
    const page: HttpPeer = await keep(
      startHttp((_, response, { url }) => {
        if (url === `/proxy/127.0.0.1:${page.port}`) response.end(JSON.stringify(incidentIoProxy(state)));
        else response.end(JSON.stringify({ page: {}, status: { indicator: "critical" }, components: [] }));
      }),
    );
    const config = { url: page.origin, components: ["API"] };
    expect(await check(config)).toMatchObject({ status: "up", message: "Operational." });
    state = "broken";
    expect(await check(config)).toMatchObject({
      status: "degraded",
      message: `Minor problem with API: "Slow & failing requests" ${page.origin}`,
    });
  });
});
