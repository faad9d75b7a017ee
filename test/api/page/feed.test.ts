import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PUBLIC_EVENT_TYPES } from "../../../src/schema/incident_status.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { checkAtom, checkRss } from "../../lib/feed_rules.ts";
import { setUp, Visitor } from "../client.ts";
import { inOneMinute } from "../one_minute.ts";
import { addBeating, place } from "./placed.ts";

const PUBLIC = "/api/v1/public";
const SETTINGS = "/api/v1/admin/subscribers/settings";
const INCIDENTS = "/api/v1/admin/incidents";
const HOUR_MS = 3_600_000;
const FEEDS = [
  `${PUBLIC}/incidents.rss`,
  `${PUBLIC}/incidents.atom`,
  `${PUBLIC}/team-chat.rss`,
  "/history.rss",
  "/history.atom",
  "/rss.xml",
];
let admin: Visitor;
let shop: Monitor;
let hidden: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  hidden = await addBeating(admin, "Backoffice");
  await place(admin, [shop]);
});

beforeEach(async () => {
  const all = { rssEnabled: true, allowTeamChat: true, allowedEvents: PUBLIC_EVENT_TYPES };
  await admin.put(SETTINGS, { enabled: true, ...all });
});

afterEach(async () => {
  await admin.put("/api/v1/admin/status-page-access", { private: false });
});

const read = (path: string, headers: Record<string, string> = {}) =>
  new Visitor().get<string>(path, { headers });

async function addIncident(title: string, more: object = {}): Promise<number> {
  const body = {
    title,
    status: "investigating",
    impact: "minor",
    monitorIds: [shop.id],
    body: "Looking.",
    ...more,
  };
  return (await admin.post<{ id: number }>(INCIDENTS, body)).body.id;
}

const addUpdate = (id: number, body: string, status: string) =>
  admin.post(`${INCIDENTS}/${id}/updates`, { body, status });

async function entriesOf(path: string) {
  const { status, body } = await read(path);
  expect([path, status]).toEqual([path, 200]);
  const { problems, entries } = (path.endsWith("atom") ? checkAtom : checkRss)(
    body,
    `http://uptide.test${path}`,
  );
  expect(problems).toEqual([]);
  return entries;
}

describe("the incident feeds", () => {
  it("list the most recently updated first, with all updates", async () => {
    const first = await addIncident("Slow <checkout> & more");
    await addIncident("Broken search");
    await addUpdate(first, "A full **queue**.", "identified");
    for (const path of FEEDS.filter((feed) => !feed.includes("team-chat"))) {
      const [newest, next] = await entriesOf(path);
      expect(newest).toMatchObject({
        id: `http://uptide.test/incidents/${first}`,
        url: `http://uptide.test/incidents/${first}`,
        title: "Slow <checkout> & more",
      });
      expect(newest?.html).toContain("<strong>queue</strong>");
      expect(newest?.html).toContain("<p>Looking.</p>");
      expect(newest?.html).toContain("Affects: Shop");
      expect(next?.title).toBe("Broken search");
    }
  });

  it("omit drafts and internal incidents, and include those without notifications", async () => {
    await addIncident("A draft", { draft: true });
    await addIncident("Internal trouble", { monitorIds: [hidden.id] });
    await addIncident("Both", { monitorIds: [shop.id, hidden.id] });
    await addIncident("Quiet", { notifySubscribers: false });
    for (const path of [FEEDS[0]!, FEEDS[1]!]) {
      const { body } = await read(path);
      expect(body).not.toMatch(/A draft|Internal trouble|Backoffice/);
      expect(body).toContain("Quiet");
      expect(body).toContain("Both");
    }
  });

  it("have at most fifty entries", { timeout: 60_000 }, async () => {
    for (let n = 0; n < 52; n++) await addIncident(`Number ${n}`);
    expect(await entriesOf(FEEDS[0]!)).toHaveLength(50);
    expect(await entriesOf(FEEDS[2]!)).toHaveLength(50);
  });

  it("use the page's default language", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    await admin.post("/api/v1/admin/locales/pl/set-default");
    await addIncident("Awaria");
    const { body } = await read(FEEDS[0]!);
    expect(body).toContain("<language>pl</language>");
    expect(body).toContain("Sprawdzamy");
    await admin.post("/api/v1/admin/locales/en/set-default");
    expect((await read(FEEDS[0]!)).body).toContain("<language>en</language>");
  });
});

describe("team-chat.rss", () => {
  const PATH = `${PUBLIC}/team-chat.rss`;

  it("has one item per event, with a stable id", async () => {
    const id = await addIncident("Payments");
    await addUpdate(id, "Found it.", "identified");
    await addUpdate(id, "All good.", "resolved");
    const startsAt = Date.now() + HOUR_MS;
    await admin.post("/api/v1/admin/maintenance", {
      name: "Upgrade",
      description: "A *new* disk",
      startsAt,
      endsAt: startsAt + HOUR_MS,
      monitorIds: [shop.id, hidden.id],
    });
    const [window, resolved, updated, created] = await entriesOf(PATH);
    expect(window).toMatchObject({ title: "Scheduled: Upgrade" });
    expect(window?.html).toContain("<em>new</em>");
    expect(window?.html).not.toContain("Backoffice");
    expect(resolved).toMatchObject({
      title: "Resolved: Payments",
      url: `http://uptide.test/incidents/${id}`,
    });
    expect(updated?.html).toContain("Found it.");
    expect(updated?.html).not.toContain("All good.");
    expect(created).toMatchObject({ title: "Investigating: Payments", id: `incident-${id}-created` });
    const ids = new Set([window, resolved, updated, created].map((entry) => entry?.id));
    await addIncident("Another");
    const after = (await entriesOf(PATH)).map((entry) => entry.id);
    expect([...ids].every((one) => after.includes(one ?? ""))).toBe(true);
  });

  it("omits incidents without notifications, drafts and internal incidents", async () => {
    await addIncident("Quietly told", { notifySubscribers: false });
    await addIncident("Draft of one", { draft: true });
    await addIncident("Internal one", { monitorIds: [hidden.id] });
    expect((await read(PATH)).body).not.toMatch(/Quietly told|Draft of one|Internal one|Backoffice/);
  });

  it("contains only the allowed event types, immediately after a change", async () => {
    const id = await addIncident("Filtered");
    await addUpdate(id, "Over.", "resolved");
    await read(PATH);
    await admin.put(SETTINGS, { allowedEvents: ["incident.resolved"] });
    const titles = (await entriesOf(PATH)).map(({ title }) => title);
    expect(titles).toContain("Resolved: Filtered");
    expect(titles.filter((title) => !title.startsWith("Resolved"))).toEqual([]);
  });
});

describe("every feed", () => {
  it("can be cached for a minute, and returns 304 if unchanged", async () => {
    for (const path of FEEDS) {
      const first = await read(path);
      expect(first.headers.get("Cache-Control")).toBe("public, max-age=60");
      expect(first.headers.get("Content-Type")).toMatch(/^application\/(rss|atom)\+xml; charset=utf-8$/);
      const etag = first.headers.get("ETag") ?? "";
      const again = await read(path, { "If-None-Match": etag });
      expect([path, again.status, again.body, again.headers.get("ETag")]).toEqual([path, 304, "", etag]);
    }
    const etag = (await read(FEEDS[0]!)).headers.get("ETag") ?? "";
    await addIncident("Something new");
    const changed = await read(FEEDS[0]!, { "If-None-Match": etag });
    expect([changed.status, changed.body.includes("Something new")]).toEqual([200, true]);
  });

  it("returns 404 while disabled, and on a private page", async () => {
    const statuses = async () => Promise.all(FEEDS.map(async (path) => (await read(path)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    await admin.put(SETTINGS, { rssEnabled: false });
    expect(await statuses()).toEqual([404, 404, 200, 404, 404, 404]);
    await admin.put(SETTINGS, { rssEnabled: true, allowTeamChat: false });
    expect(await statuses()).toEqual([200, 200, 404, 200, 200, 200]);
    await admin.put(SETTINGS, { allowTeamChat: true, allowedEvents: [] });
    expect(await statuses()).toEqual([200, 200, 404, 200, 200, 200]);
    await admin.put(SETTINGS, { enabled: false, allowedEvents: PUBLIC_EVENT_TYPES });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404]);
    await admin.put(SETTINGS, { enabled: true });
    await admin.put("/api/v1/admin/status-page-access", { private: true });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404]);
    for (const path of FEEDS) expect((await admin.get(path)).status).toBe(404);
  });

  it("is limited to sixty requests per minute and client", async () => {
    const replies = await inOneMinute(async () => {
      const reader = new Visitor();
      const all = [];
      for (let n = 0; n < 61; n++) all.push(await reader.get<{ error: string }>(FEEDS[n % FEEDS.length]!));
      return all;
    });
    expect(replies.slice(0, 60).map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(replies[60]?.status).toBe(429);
    expect(replies[60]?.body.error).toContain("slow down");
    expect(replies[60]?.headers.get("Retry-After")).toBe("60");
    expect((await read(FEEDS[0]!)).status).toBe(200);
  });
});
