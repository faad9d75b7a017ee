import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { barsFrom } from "../../../src/domain/uptime/uptime.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/units.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicMonitor, PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { pageObjectUnderTest } from "../page_under_test.ts";
import { addBeating, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const TODAY = barsFrom(Date.now(), 1);
const NEWER = 110;
let admin: Visitor;
let shop: Monitor;
let blog: Monitor;
let depot: Monitor;

interface Span {
  from: number;
  to: number;
}

async function addPast(title: string, monitors: readonly Monitor[], { from, to }: Span): Promise<void> {
  const updates = [
    { at: from, status: "investigating", body: "Looking." },
    { at: to, status: "resolved", body: `${title} is over.` },
  ];
  const monitorKeys = monitors.map(({ key }) => key);
  const incident = { externalId: title, title, impact: "major", monitorKeys, startedAt: from, updates };
  const made = await admin.post(`${ADMIN}/import/history`, { source: "past", incidents: [incident] });
  expect(made).toMatchObject({ status: 200, body: { incidents: { added: 1 } } });
}

const daysAgo = (from: number, to = from): Span => ({
  from: TODAY - from * DAY_MS,
  to: TODAY - to * DAY_MS + HOUR_MS,
});

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  blog = await addBeating(admin, "Blog");
  const inner = await addBeating(admin, "Ledger");
  depot = await addBeating(admin, "Depot");
  await place(admin, [shop, blog, depot]);
  const incidents = Array.from({ length: NEWER }, (_, n) => {
    const at = TODAY - DAY_MS - n * 60_000;
    const updates = [{ at, status: "resolved", body: "Brief." }];
    return {
      externalId: `${n}`,
      title: `Brief ${n}`,
      impact: "minor",
      monitorKeys: [blog.key],
      startedAt: at,
      updates,
    };
  });
  for (const some of [incidents.slice(0, 100), incidents.slice(100)])
    await admin.post(`${ADMIN}/import/history`, { source: "busy", incidents: some });
  await addPast("Old outage", [shop, inner], daysAgo(20));
  await addPast("Long outage", [shop], daysAgo(40, 25));
  await addPast("Older outage", [shop], daysAgo(60));
  await addPast("Ancient outage", [shop], daysAgo(120, 119));
  await addPast("Whole page", [], daysAgo(22));
  await addPast("Ledger outage", [inner], daysAgo(20));
  await admin.post(`${ADMIN}/pages`, { key: "partners", name: "Partners" });
  const open = { status: "investigating", impact: "minor", body: "Looking." };
  const startedAt = TODAY - 100 * DAY_MS;
  for (const more of [
    { title: "Draft outage", draft: true, monitorIds: [shop.id] },
    { title: "Other page", monitorIds: [], pageKeys: ["partners"] },
    { title: "Still open", monitorIds: [depot.id] },
  ]) {
    const made = await admin.post(`${ADMIN}/incidents`, { ...open, startedAt, ...more });
    expect(made).toMatchObject({ status: 201 });
  }
}, 60_000);

afterEach(() => forgetPage());

async function read<T>(path: string): Promise<T> {
  forgetPage();
  const { status, body } = await new Visitor().get<T>(path);
  expect(status).toBe(200);
  return body;
}

function titlesOf({ days }: PublicMonitor["uptime"]): Record<string, string> {
  const told = days
    .filter(({ date }) => Date.parse(date) < TODAY - 2 * DAY_MS)
    .map(({ date, incidents }): [number, string] => [
      (TODAY - Date.parse(date)) / DAY_MS,
      incidents.map(({ title }) => title).join(),
    ]);
  return Object.fromEntries(told.filter(([, titles]) => titles !== ""));
}

const RECENT = {
  29: "Long outage",
  28: "Long outage",
  27: "Long outage",
  26: "Long outage",
  25: "Long outage",
  22: "Whole page",
  20: "Old outage",
};

describe("days with incidents older than those on the page", () => {
  it("name them on the page, for its own monitors only", async () => {
    const page = await read<PublicPage>("/api/v1/public/page");
    expect(page.incidents).toHaveLength(51);
    const [ofShop, ofBlog, ofDepot] = [shop, blog, depot].map(
      ({ id }) => page.monitors.find((one) => one.id === id)!,
    );
    expect(titlesOf(ofShop!.uptime)).toEqual(RECENT);
    expect(titlesOf(ofBlog!.uptime)).toEqual({ 22: "Whole page" });
    expect(titlesOf(ofDepot!.uptime)).toMatchObject({ 29: "Still open", 22: "Whole page,Still open" });
  });

  it("name them in a monitor's 90 days", async () => {
    const uptime = await read<PublicMonitor["uptime"]>(`/api/v1/public/monitor/${shop.id}/uptime?days=90`);
    const titles = titlesOf(uptime);
    expect(titles).toMatchObject({ ...RECENT, 40: "Long outage", 60: "Older outage" });
    expect(Object.keys(titles)).toHaveLength(16 + 3);
  });

  it("name them in the static copy", async () => {
    const text = await pageObjectUnderTest().copyText({ maxAgeMs: 0, wholeAt: 1 });
    const { monitors } = JSON.parse(text ?? "") as PublicPage;
    const titles = titlesOf(monitors.find(({ id }) => id === shop.id)!.uptime);
    expect(titles).toMatchObject({ ...RECENT, 40: "Long outage", 60: "Older outage" });
  });
});

describe("a monitor's page", () => {
  it("lists its incidents of the last 90 days, however many others are newer", async () => {
    const html = await read<string>(`/monitor/${shop.id}`);
    for (const title of ["Old outage", "Long outage", "Older outage"])
      expect(html).toContain(`${title} is over.`);
    for (const title of ["Ancient outage", "Ledger", "Draft outage", "Other page", "Brief"])
      expect(html).not.toContain(title);
  });
});

describe("reading older incidents", () => {
  it("searches them with indexes", async () => {
    const prepare = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "prepare");
    await read(`/monitor/${shop.id}`);
    await pageObjectUnderTest().changed();
    await read("/api/v1/public/page");
    const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /touching|\bown\b/.test(sql));
    prepare.mockRestore();
    expect(new Set(statements).size).toBe(3);
    const plans = await Promise.all(
      statements.map(async (sql) => {
        const explained = bindings.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`);
        const values = Array(sql.split("?").length - 1).fill(1);
        return (await explained.bind(...values).all<{ detail: string }>()).results;
      }),
    );
    const steps = plans.flat().map(({ detail }) => detail);
    for (const index of [
      "incidents_started",
      "incidents_open",
      "incidents_updated",
      "incident_monitors_monitor",
    ])
      expect(steps.filter((step) => step.includes(`INDEX ${index} `))).not.toEqual([]);
    expect(steps.filter((step) => step.startsWith("SCAN incident"))).toEqual([]);
  });
});
