import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Page } from "../../../durable/page/page.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";
import { breakDatabase } from "../broken_database.ts";
import { bindings, handle, ORIGIN, setUp, Visitor } from "../client.ts";
import { pageObjectUnderTest, readLastCopy } from "../page_under_test.ts";
import { place } from "./placed.ts";

const PUBLIC = "/api/v1/public";
const MONITORS = "/api/v1/admin/monitors";
const NOTICE = "because the database isn't responding";
const failing = new Set<string>();
let admin: Visitor;
let mend = () => {};

beforeAll(async () => {
  admin = await setUp();
  await admin.put("/api/v1/admin/subscribers/settings", {
    enabled: true,
    rssEnabled: true,
    apiEnabled: true,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { hostname } = new URL(new Request(input, init).url);
    return failing.has(hostname) ? new Response("no", { status: 503 }) : new Response("ok");
  });
});

afterEach(async () => {
  mend();
  vi.useRealTimers();
  failing.clear();
  for (const { id } of (await admin.get<Monitor[]>(MONITORS)).body) await admin.delete(`${MONITORS}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const pageObject = () => pageObjectUnderTest();

async function evictPage(): Promise<void> {
  forgetPage();
  await runInDurableObject(pageObject(), (_page: Page, state) => state.abort("evicted")).catch(() => {});
}

async function add(name: string): Promise<Monitor> {
  const config = { url: `https://${name}.example/`, certExpiry: { enabled: false } };
  const made = await admin.post<Monitor>(MONITORS, { name, type: "https", config, intervalSecs: 60 });
  await eventually(async () => {
    const { body } = await admin.get<Monitor>(`${MONITORS}/${made.body.id}`);
    expect(body.lastCheckedAt).not.toBeNull();
  });
  return made.body;
}

async function passMinute(): Promise<void> {
  const begunAt = Date.now();
  const end = begunAt + 60_000;
  for (;;) {
    const { alarmAt } = await watch().health();
    if (alarmAt === null || alarmAt >= end) break;
    vi.useFakeTimers({ now: Math.max(Date.now(), alarmAt) + 1, toFake: ["Date"] });
    await runDurableObjectAlarm(watch());
  }
  vi.useFakeTimers({ now: end, toFake: ["Date"] });
  await eventually(async () => {
    const { lastChecks } = await watch().health();
    for (const { at } of lastChecks) expect(at).toBeGreaterThanOrEqual(begunAt);
  });
}

async function read<T = PublicPage>(path = `${PUBLIC}/page`): Promise<T> {
  forgetPage();
  const { status, body } = await new Visitor().get<T>(path);
  if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

function statusesOf({ monitors }: PublicPage): Record<string, string> {
  return Object.fromEntries(monitors.map(({ name, status }) => [name, status]));
}

async function begin(): Promise<PublicPage> {
  await place(admin, [await add("a"), await add("b")]);
  const before = await read();
  expect(statusesOf(before)).toEqual({ a: "up", b: "up" });
  await eventually(async () => {
    const copy = await readLastCopy();
    expect(await copy?.json()).toMatchObject({ page: { takenAt: before.takenAt } });
  });
  return before;
}

describe("the page without its database", () => {
  it("shows current statuses and the age of other data, to new visitors and in the stream", async () => {
    const { takenAt } = await begin();
    const streamed = await follow();
    mend = breakDatabase();
    for (let minute = 1; minute <= 10; minute++) {
      if (minute === 3) failing.add("a.example");
      if (minute === 6) failing.delete("a.example");
      if (minute === 8) failing.add("b.example");
      await passMinute();
      const expected = { a: minute >= 3 && minute < 6 ? "down" : "up", b: minute >= 8 ? "down" : "up" };
      const warm = await read();
      expect([minute, statusesOf(warm)]).toEqual([minute, expected]);
      const isBad = Object.values(expected).includes("down");
      expect(warm.overall.status).toBe(isBad ? "partial_outage" : "operational");
    }
    expect(await read()).toMatchObject({ takenAt, fault: "database_away" });
    const html = await read<string>("/");
    expect(html).toContain(NOTICE);
    expect(html).toContain(`datetime="${takenAt}"`);
    expect(html).not.toMatch(/class="[^"]*is-stale/);
    expect(await streamed(4)).toEqual(["a down", "a up", "b down"]);
    mend();
    await passMinute();
    await eventually(async () => expect((await read()).fault).toBeUndefined());
    expect(await read<string>("/")).not.toContain(NOTICE);
  });

  it("shows the same without recent views", async () => {
    const { takenAt } = await begin();
    mend = breakDatabase();
    failing.add("a.example");
    await passMinute();
    await evictPage();
    const html = await read<string>("/");
    expect(html).toContain(NOTICE);
    expect(html).toContain(`datetime="${takenAt}"`);
    const cold = await read();
    expect(cold).toMatchObject({ takenAt, fault: "database_away", overall: { status: "partial_outage" } });
    expect(statusesOf(cold)).toEqual({ a: "down", b: "up" });
    failing.delete("a.example");
    await passMinute();
    expect(statusesOf(await read())).toEqual({ a: "up", b: "up" });
  });

  it("shows statuses older than their schedule allows as unknown", async () => {
    await begin();
    mend = breakDatabase();
    vi.useFakeTimers({ now: Date.now() + 600_000, toFake: ["Date"] });
    await evictPage();
    const html = await read<string>("/");
    expect(html).toContain(NOTICE);
    expect(html).toContain("Current status unknown");
    expect(await read()).toMatchObject({ overall: { status: "pending" } });
    expect(statusesOf(await read())).toEqual({ a: "pending", b: "pending" });
    expect((await read()).monitors.map(({ responseMs }) => responseMs)).toEqual([null, null]);
  });

  it("still serves the status API and feeds", async () => {
    await admin.post("/api/v1/admin/incidents", {
      title: "Slow",
      status: "investigating",
      impact: "minor",
      monitorIds: [],
      body: "Told.",
    });
    await begin();
    mend = breakDatabase();
    failing.add("b.example");
    await passMinute();
    await evictPage();
    const { components } = await read<{ components: { name: string; status: string }[] }>(
      `${PUBLIC}/components.json`,
    );
    expect(JSON.stringify(components)).toMatch(/"name":"b","status":"major_outage"/);
    expect(await read(`${PUBLIC}/summary.json`)).toMatchObject({ page: { status: "has_issues" } });
    expect(await read<string>("/history.atom")).toContain("Slow");
  });

  it("responds with an error if it has no data", async () => {
    await begin();
    mend = breakDatabase();
    await evictPage();
    const refused = await new Visitor().get(`${PUBLIC}/incidents?page=9`);
    expect([refused.status, refused.body]).toEqual([
      503,
      { error: "The database isn't responding.", fault: "database_away" },
    ]);
  });
});

async function follow(): Promise<(count: number) => Promise<string[]>> {
  const response = await handle(new Request(`${ORIGIN}${PUBLIC}/events`));
  const reader = response.body!.getReader();
  const names = new Map((await read()).monitors.map(({ id, name }) => [id, name]));
  let text = "";
  const listTold = () =>
    [...text.matchAll(/event: monitor.status\ndata: (.*)\n\n/g)].map(([, data = "{}"]) => {
      const { monitorId, status } = JSON.parse(data) as { monitorId: number; status: string };
      return `${names.get(monitorId)} ${status}`;
    });
  return async (count) => {
    while (listTold().length < count - 1) text += new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    return listTold();
  };
}
