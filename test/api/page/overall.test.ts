import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/lib/units.ts";
import { collectCopy } from "../../../src/page/mirror/copy.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import type { StatusSummary } from "../../../src/schema/status_api.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { pageIdUnderTest } from "../page_under_test.ts";
import { addBeating, beat, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const PUBLIC = "/api/v1/public";
let admin: Visitor;
let shop: Monitor;
let mail: Monitor;
const undo: (() => Promise<unknown>)[] = [];

type Overall = PublicPage["overall"]["status"];
type Status = { status: { indicator: string; description: string } };

/** A page counts as set up only with a block. */
const NOTE = [{ id: "note", type: "text", markdown: "Welcome" }];

const SAID: Record<Overall, { banner: string; summary: string; badge: string; indicator: string }> = {
  operational: {
    banner: "All systems operational",
    summary: "operational",
    badge: "operational",
    indicator: "none",
  },
  degraded: { banner: "Degraded performance", summary: "has_issues", badge: "degraded", indicator: "minor" },
  partial_outage: {
    banner: "Partial outage",
    summary: "has_issues",
    badge: "partial outage",
    indicator: "major",
  },
  major_outage: {
    banner: "Major outage",
    summary: "has_issues",
    badge: "major outage",
    indicator: "critical",
  },
  under_maintenance: {
    banner: "Under maintenance",
    summary: "under_maintenance",
    badge: "maintenance",
    indicator: "maintenance",
  },
  pending: {
    banner: "Waiting for the first results",
    summary: "operational",
    badge: "no data",
    indicator: "none",
  },
};

beforeAll(async () => {
  admin = await setUp();
  await admin.put(`${ADMIN}/subscribers/settings`, { enabled: true, rssEnabled: true, apiEnabled: true });
  shop = await addBeating(admin, "Shop");
  mail = await addBeating(admin, "Mail");
});

afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

async function post(path: string, body: object): Promise<void> {
  const made = await admin.post<{ id: number }>(`${ADMIN}/${path}`, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  undo.push(() => admin.delete(`${ADMIN}/${path}/${made.body.id}`));
}

const openIncident = (impact: string, monitorIds: number[]) =>
  post("incidents", { title: "Trouble", status: "investigating", impact, monitorIds, body: "Looking." });

const runWindow = (more: object) =>
  post("maintenance", { name: "Work", startsAt: Date.now() - 1000, endsAt: Date.now() + HOUR_MS, ...more });

async function read() {
  const visitor = new Visitor();
  const get = async <T>(path: string) => {
    forgetPage();
    return (await visitor.get<T>(path)).body;
  };
  const now = Date.now();
  const copy = new Map(
    (await collectCopy(bindings, { now, wholeAt: now }, pageIdUnderTest())).map(({ path, body }) => [
      path,
      body,
    ]),
  );
  const textOf = (path: string) => new TextDecoder().decode(copy.get(path));
  const jsonOf = <T>(path: string) => JSON.parse(textOf(path)) as T;
  const bannerIn = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1];
  return {
    page: {
      overall: (await get<PublicPage>(`${PUBLIC}/page`)).overall.status,
      banner: bannerIn(await get<string>("/")),
      summary: (await get<StatusSummary>(`${PUBLIC}/summary.json`)).page.status,
      badge: /: ([^:<]*)<\/title>/.exec(await get<string>(`${PUBLIC}/badge/page.svg`))?.[1],
      ...(await get<Status>("/api/v2/status.json")).status,
    },
    copy: {
      overall: jsonOf<PublicPage>("snapshot.json").overall.status,
      banner: bannerIn(textOf("index.html")),
      summary: jsonOf<StatusSummary>("api/v1/public/summary.json").page.status,
      ...jsonOf<Status>("api/v2/status.json").status,
    },
    feed: (await get<string>(`${PUBLIC}/incidents.rss`)).includes("Investigating"),
  };
}

async function expectOverall(overall: Overall, { isOpen = false } = {}): Promise<void> {
  const { banner, summary, badge, indicator } = SAID[overall];
  const everywhere = { overall, banner, summary, indicator, description: banner };
  expect(await read()).toEqual({ page: { ...everywhere, badge }, copy: everywhere, feed: isOpen });
}

describe("the overall status, on the page, in its data and in the static copy", () => {
  it("follows incidents on a page without monitors, and is operational without incidents", async () => {
    await place(admin, [], NOTE);
    await expectOverall("operational");
    await openIncident("critical", []);
    await expectOverall("major_outage", { isOpen: true });
  });

  it("is operational without placed monitors, even with an incident on other monitors", async () => {
    await place(admin, [], NOTE);
    await openIncident("critical", [shop.id]);
    await expectOverall("operational");
  });

  it("is maintenance if nothing else is wrong, with or without monitors", async () => {
    await place(admin, [], NOTE);
    await runWindow({ allMonitors: true });
    await expectOverall("under_maintenance");
    await place(admin, [shop, mail]);
    await expectOverall("under_maintenance");
  });

  it("reflects an open incident rather than maintenance, even for monitors in maintenance", async () => {
    await place(admin, [shop, mail]);
    await runWindow({ monitorIds: [shop.id] });
    await expectOverall("under_maintenance");
    await openIncident("major", [shop.id]);
    await expectOverall("partial_outage", { isOpen: true });
  });

  it("reflects a failing monitor rather than another's maintenance", async () => {
    await place(admin, [shop, mail]);
    await runWindow({ monitorIds: [shop.id] });
    undo.push(() => beat(admin, mail, "up"));
    await beat(admin, mail, "degraded");
    await expectOverall("degraded");
  });

  it("isn't operational during an open incident, even if its component is", async () => {
    await place(admin, [shop, mail]);
    await post("incidents", {
      title: "Trouble",
      status: "investigating",
      impact: "major",
      body: "Looking.",
      components: [{ monitorId: shop.id, status: "operational" }],
    });
    await expectOverall("degraded", { isOpen: true });
  });

  it("is pending only while a placed monitor has no result", async () => {
    const fresh = await addBeating(admin, "New", null);
    undo.push(() => admin.delete(`${ADMIN}/monitors/${fresh.id}`));
    await place(admin, [shop, fresh]);
    await expectOverall("pending");
    await place(admin, [shop]);
    await expectOverall("operational");
  });
});
