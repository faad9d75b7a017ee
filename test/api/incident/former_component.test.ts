import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collectCopy } from "../../../src/page/mirror/copy.ts";
import type { Incident } from "../../../src/schema/incident.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicIncident, PublicPage } from "../../../src/schema/public_page.ts";
import type { StatusSummary } from "../../../src/schema/status_api.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { startFanouts } from "../../../src/service/subscriber/announce.ts";
import { addSubscriber } from "../../durable/subscriber/audience.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";

const ADMIN = "/api/v1/admin";
const PUBLIC = "/api/v1/public";
const PUBLIC_NAME = "Shop for all";
let admin: Visitor;
let shop: Monitor;
let mail: Monitor;
let inner: Monitor;

beforeAll(async () => {
  admin = await setUp();
  await admin.put(`${ADMIN}/subscribers/settings`, { enabled: true, allowWebhook: true });
});

beforeEach(async () => {
  const { items } = (await admin.get<{ items: Incident[] }>(`${ADMIN}/incidents`)).body;
  for (const { id } of items) await admin.delete(`${ADMIN}/incidents/${id}`);
  for (const { id } of (await admin.get<Monitor[]>(`${ADMIN}/monitors`)).body)
    await admin.delete(`${ADMIN}/monitors/${id}`);
  [shop, mail, inner] = [
    await addBeating(admin, "shop-prod-1"),
    await addBeating(admin, "Mail"),
    await addBeating(admin, "Inner"),
  ];
  await admin.patch(`${ADMIN}/monitors/${shop.id}`, { publicName: PUBLIC_NAME });
  await place(admin, [shop, mail]);
});

async function open(title: string, more: object): Promise<number> {
  const given = { title, status: "investigating", impact: "critical", body: "Looking.", ...more };
  const made = await admin.post<Incident>(`${ADMIN}/incidents`, given);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id;
}

async function read<T>(path: string): Promise<T> {
  forgetPage();
  return (await new Visitor().get<T>(path)).body;
}

const titles = async () => (await read<PublicPage>(`${PUBLIC}/page`)).incidents.map(({ title }) => title);

describe("a deleted monitor's incidents", () => {
  it("stay public with the monitor's last public name, without a link", async () => {
    const reported = { components: [{ monitorId: shop.id, status: "partial_outage" }] };
    const id = await open("Checkout is down", { monitorIds: [shop.id, mail.id], ...reported });
    await admin.delete(`${ADMIN}/monitors/${shop.id}`);

    const components = [
      { id: mail.id, name: "Mail" },
      { id: shop.id, name: PUBLIC_NAME },
    ];
    const page = await read<PublicPage>(`${PUBLIC}/page`);
    expect(page.monitors.map(({ name }) => name)).toEqual(["Mail"]);
    expect(page.incidents).toMatchObject([{ id, components }]);
    expect(page.incidents[0]?.updates[0]?.components).toEqual([
      { id: shop.id, name: PUBLIC_NAME, status: "partial_outage" },
    ]);
    expect(page.overall.status).toBe("major_outage");
    expect(await read<PublicIncident>(`${PUBLIC}/incidents/${id}`)).toMatchObject({ components });
    expect((await read<StatusSummary>(`${PUBLIC}/summary.json`)).activeIncidents).toMatchObject([
      { id, components },
    ]);
    for (const path of [
      "/history",
      `/incidents/${id}`,
      `${PUBLIC}/incidents.rss`,
      `${PUBLIC}/team-chat.rss`,
    ]) {
      const text = await read<string>(path);
      expect([path, text.includes(PUBLIC_NAME), text.includes("shop-prod-1")]).toEqual([path, true, false]);
      expect(text).not.toMatch(new RegExp(`<a [^>]*>[^<]*${PUBLIC_NAME}`));
    }
    const copy = await collectCopy(bindings, { now: Date.now(), wholeAt: Date.now() });
    const copied = copy.find(({ path }) => path === `incidents/${id}/index.html`);
    expect(new TextDecoder().decode(copied?.body)).toContain(PUBLIC_NAME);
  });

  it("keep the monitor's name in team chat, and notify its subscribers when resolved", async () => {
    const id = await open("Checkout is down", { monitorIds: [shop.id] });
    await admin.delete(`${ADMIN}/monitors/${shop.id}`);
    await addSubscriber({ monitorIds: [shop.id] });
    const count = `${ADMIN}/subscribers/count?type=incident.resolved&monitorIds=${shop.id}`;
    expect((await admin.get<{ count: number }>(count)).body.count).toBe(1);
    const resolved = { body: "Moved.", status: "resolved" };
    const reply = await admin.post<Incident>(`${ADMIN}/incidents/${id}/updates`, resolved);
    expect(reply.body).toMatchObject({
      monitorIds: [],
      pageWide: false,
      status: "resolved",
      formerComponents: [{ id: shop.id, name: PUBLIC_NAME }],
    });
    expect(await read<string>(`${PUBLIC}/team-chat.rss`)).toContain("Resolved: Checkout is down");
    await startFanouts(bindings, Date.now());
    const reported = await bindings.DB.prepare(
      "SELECT scope, finished_at FROM fanouts ORDER BY id DESC LIMIT 1",
    ).first<{ scope: string; finished_at: number | null }>();
    expect(reported).toMatchObject({ finished_at: null });
    expect(JSON.parse(reported?.scope ?? "")).toEqual({ monitorIds: [shop.id], tags: [] });
  });

  it("stay public when several monitors are deleted at once", async () => {
    const id = await open("Both are down", { monitorIds: [shop.id, mail.id, inner.id] });
    await admin.post(`${ADMIN}/monitors/bulk`, { ids: [shop.id, mail.id, inner.id], delete: true });
    expect((await read<PublicPage>(`${PUBLIC}/page`)).incidents).toMatchObject([
      {
        id,
        components: [
          { id: shop.id, name: PUBLIC_NAME },
          { id: mail.id, name: "Mail" },
        ],
      },
    ]);
  });

  it("stay hidden if they are drafts or their monitors weren't on a page", async () => {
    await open("A draft", { monitorIds: [shop.id], draft: true });
    await open("Of the inside", { monitorIds: [inner.id] });
    await open("Of what was taken off", { monitorIds: [mail.id] });
    await place(admin, [shop]);
    for (const { id } of [shop, mail, inner]) await admin.delete(`${ADMIN}/monitors/${id}`);
    expect(await titles()).toEqual([]);
    expect(await read<string>(`${PUBLIC}/incidents.rss`)).not.toContain("Of ");
  });

  it("lose the monitor's name when they are changed to cover the whole page", async () => {
    const id = await open("Checkout is down", { monitorIds: [shop.id, inner.id] });
    await admin.delete(`${ADMIN}/monitors/${shop.id}`);
    await admin.patch(`${ADMIN}/incidents/${id}`, { monitorIds: [mail.id] });
    expect((await read<PublicPage>(`${PUBLIC}/page`)).incidents[0]?.components).toHaveLength(2);
    const { body } = await admin.patch<Incident>(`${ADMIN}/incidents/${id}`, { monitorIds: [] });
    expect(body).toMatchObject({ pageWide: true, formerComponents: [] });
    expect((await read<PublicPage>(`${PUBLIC}/page`)).incidents[0]?.components).toEqual([]);
  });
});
