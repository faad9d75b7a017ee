import { beforeAll, describe, expect, it } from "vitest";
import { collectCopy } from "../../../src/page/mirror/copy.ts";
import type { Incident } from "../../../src/schema/incident.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/incidents";
const PUBLIC = "/api/v1/public";
const BODY = "## Why\n\nA **certificate** had run out.";
const POLISH = { pl: { body: "Certyfikat **wygasł**." } };
let admin: Visitor;
let shop: Monitor;
let inner: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  inner = await addBeating(admin, "Ledger");
  await place(admin, [shop]);
  await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
  await admin.put("/api/v1/admin/subscribers/settings", { enabled: true });
});

const open = async (body: object = {}) => {
  const given = { title: "Shop is down", status: "resolved", impact: "major", monitorIds: [shop.id] };
  return (await admin.post<Incident>(ROOT, { ...given, body: "Over.", ...body })).body;
};
const write = async (id: number, body: object) =>
  await admin.put<Incident>(`${ROOT}/${id}/post-mortem`, { body: BODY, ...body });
const visit = async <T = string>(path: string) => await new Visitor().get<T>(path);
const eventsOf = async (id: number) =>
  (
    await bindings.DB.prepare("SELECT id, type FROM public_events WHERE incident_id = ? ORDER BY id")
      .bind(id)
      .all<{ id: string; type: string }>()
  ).results;

describe("a post-mortem", () => {
  it("is visible only to the team while it is a draft", async () => {
    const { id, updatedAt } = await open();
    const { status, body } = await write(id, { locales: POLISH });
    expect([status, body.postMortem]).toEqual([200, { body: BODY, locales: POLISH, publishedAt: null }]);
    expect(body.updatedAt).toBe(updatedAt);
    const paths = ["/", "/history", `/incidents/${id}`, `/incidents/${id}?lang=pl`, `${PUBLIC}/page`];
    for (const path of [
      ...paths,
      `${PUBLIC}/incidents/${id}`,
      `${PUBLIC}/incidents.rss`,
      `${PUBLIC}/team-chat.rss`,
    ])
      expect([
        path,
        /certificate|Certyfikat|\/post-mortem/.test(JSON.stringify((await visit(path)).body)),
      ]).toEqual([path, false]);
    expect((await visit(`/incidents/${id}/post-mortem`)).status).toBe(404);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["incident.created"]);
  });

  it("has a page in each language once published, and appears in links, feeds and the static copy", async () => {
    const { id } = await open();
    const publishedAt = Date.now();
    await write(id, { locales: POLISH, publishedAt });
    const page = await visit(`/incidents/${id}/post-mortem`);
    expect(page.status).toBe(200);
    expect(page.body).toContain("Post-mortem: Shop is down");
    expect(page.body).toContain("<strong>certificate</strong>");
    const polish = (await visit(`/incidents/${id}/post-mortem/?lang=pl`)).body;
    expect(polish).toContain("<strong>wygasł</strong>");
    expect(polish).not.toContain("certificate");
    expect((await visit(`/incidents/${id}`)).body).toContain(`href="/incidents/${id}/post-mortem"`);
    const { postMortem } = (await visit<PublicIncident>(`${PUBLIC}/incidents/${id}?lang=pl`)).body;
    expect(postMortem).toMatchObject({
      body: POLISH.pl.body,
      publishedAt: new Date(publishedAt).toISOString(),
    });
    for (const feed of ["incidents.rss", "incidents.atom", "team-chat.rss"])
      expect([feed, (await visit(`${PUBLIC}/${feed}`)).body.includes("certificate")]).toEqual([feed, true]);
    expect((await visit(`${PUBLIC}/team-chat.rss`)).body).toContain(`/incidents/${id}/post-mortem`);
    const now = Date.now();
    const files = await collectCopy(bindings, { now, wholeAt: now });
    const texts = new Map(files.map(({ path, body }) => [path, new TextDecoder().decode(body)]));
    expect(texts.get(`incidents/${id}/post-mortem/index.html`)).toContain("<strong>certificate</strong>");
    expect(texts.get(`pl/incidents/${id}/post-mortem/index.html`)).toContain("<strong>wygasł</strong>");
    expect(texts.get(`pl/incidents/${id}/index.html`)).toContain(`href="/pl/incidents/${id}/post-mortem/"`);
  });

  it("is announced once, corrected in feeds when edited, and removed when unpublished or deleted", async () => {
    const { id } = await open();
    await write(id, { publishedAt: Date.now() });
    await write(id, { body: "It was the network.", publishedAt: Date.now() });
    expect(await eventsOf(id)).toEqual([
      { id: `incident-${id}-created`, type: "incident.created" },
      { id: `incident-${id}-post-mortem`, type: "incident.postmortem" },
    ]);
    const chat = async () => (await visit(`${PUBLIC}/team-chat.rss`)).body;
    expect(await chat()).toContain("It was the network.");
    await write(id, { body: "It was the network.", publishedAt: null });
    expect((await visit(`/incidents/${id}/post-mortem`)).status).toBe(404);
    expect(await chat()).not.toContain("It was the network.");
    await write(id, { body: "It was the network, again.", publishedAt: Date.now() });
    expect(await eventsOf(id)).toHaveLength(2);
    expect((await admin.delete(`${ROOT}/${id}/post-mortem`)).status).toBe(204);
    expect((await visit(`/incidents/${id}/post-mortem`)).status).toBe(404);
    expect(await chat()).not.toContain("It was the network");
    expect((await admin.delete(`${ROOT}/${id}/post-mortem`)).status).toBe(404);
  });

  it("is hidden with its incident", async () => {
    const hidden = await open({ monitorIds: [inner.id] });
    expect((await write(hidden.id, { publishedAt: Date.now() })).status).toBe(200);
    expect((await visit(`/incidents/${hidden.id}/post-mortem`)).status).toBe(404);
    const draft = await open({ draft: true });
    expect((await write(draft.id, {})).status).toBe(200);
    expect((await write(draft.id, { publishedAt: Date.now() })).status).toBe(409);
    expect((await visit("/incidents/999999/post-mortem")).status).toBe(404);
  });

  it("is not announced if its incident's subscribers aren't notified, and can't be published in the future", async () => {
    const { id } = await open({ notifySubscribers: false });
    expect((await write(id, { publishedAt: Date.now() + 3_600_000 })).status).toBe(400);
    expect((await write(id, { body: " " })).status).toBe(400);
    expect((await write(id, { publishedAt: Date.now() })).status).toBe(200);
    expect(await eventsOf(id)).toEqual([]);
    expect((await visit(`/incidents/${id}/post-mortem`)).status).toBe(200);
  });
});
