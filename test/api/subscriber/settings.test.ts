import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LayoutTree } from "../../../src/schema/layout.ts";
import type { SubscriptionOptions } from "../../../src/schema/subscription_settings.ts";
import { addToken, addUser, bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";

const SETTINGS = "/api/v1/admin/subscribers/settings";
const LAYOUT = "/api/v1/admin/layout";
const OPTIONS = "/api/v1/public/subscriptions/options";
const DEFAULTS = {
  enabled: false,
  allowEmail: true,
  allowWebhook: false,
  allowTeamChat: true,
  rssEnabled: true,
  apiEnabled: true,
  allowedEvents: ["incident.created", "incident.updated", "incident.resolved", "maintenance.scheduled"],
  allowComponentScope: true,
};
let admin: Visitor;
let shopId: number;

beforeAll(async () => {
  admin = await setUp();
  const shop = await addBeating(admin, "Shop");
  const hidden = await addBeating(admin, "Backoffice");
  shopId = shop.id;
  for (const { id } of [shop, hidden])
    await admin.patch(`/api/v1/admin/monitors/${id}`, { tags: [{ label: `tag-${id}`, color: "#112233" }] });
  await place(admin, [shop]);
});

beforeEach(async () => {
  await admin.put(SETTINGS, DEFAULTS);
});

const options = async (visitor = new Visitor()) =>
  (await visitor.get<Record<string, unknown> & { methods: object }>(OPTIONS)).body;

describe("the subscription settings", () => {
  it("are disabled by default", async () => {
    await bindings.DB.prepare("DELETE FROM settings WHERE name = 'subscription_settings'").run();
    expect((await admin.get(SETTINGS)).body).toMatchObject(DEFAULTS);
  });

  it("keep omitted settings, and return each event type once in a fixed order", async () => {
    await admin.put(SETTINGS, { enabled: true, allowWebhook: true });
    const allowedEvents = ["maintenance.scheduled", "incident.created", "incident.created"];
    const reply = await admin.put(SETTINGS, { allowedEvents });
    expect(reply.body).toMatchObject({
      ...DEFAULTS,
      enabled: true,
      allowWebhook: true,
      allowedEvents: ["incident.created", "maintenance.scheduled"],
    });
  });

  it("reject unknown values", async () => {
    const reply = await admin.put(SETTINGS, { allowedEvents: ["monitor.down"], enabled: "yes" });
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain("allowedEvents[0]");
  });

  it("are accessible to operators and tokens with permission only", async () => {
    expect((await (await addUser("operator")).visitor.put(SETTINGS, {})).status).toBe(200);
    expect((await (await addUser("branding")).visitor.get(SETTINGS)).status).toBe(403);
    expect((await (await addToken(admin, ["subscribers:read"])).get(SETTINGS)).status).toBe(200);
    expect((await (await addToken(admin, ["subscribers:read"])).put(SETTINGS, {})).status).toBe(403);
  });

  it("keep all of several simultaneous changes", async () => {
    await Promise.all([
      admin.put(SETTINGS, { enabled: true }),
      admin.put(SETTINGS, { rssEnabled: false }),
      admin.put(SETTINGS, { allowWebhook: true }),
    ]);
    expect((await admin.get(SETTINGS)).body).toMatchObject({
      enabled: true,
      rssEnabled: false,
      allowWebhook: true,
    });
  });
});

describe("the subscription options", () => {
  it("are empty while subscriptions are disabled", async () => {
    expect(await options()).toMatchObject({
      enabled: false,
      methods: { email: false, webhook: false, teamChat: false, rss: false, api: false },
      events: [],
      components: [],
      teamChatCommand: null,
    });
  });

  it("omit email, webhooks and components until email can be sent", async () => {
    await admin.put(SETTINGS, { enabled: true, allowWebhook: true });
    expect(await options()).toMatchObject({
      enabled: true,
      methods: { email: false, webhook: false, teamChat: true, rss: true, api: true },
      components: [],
      teamChatCommand: "/feed subscribe http://uptide.test/api/v1/public/team-chat.rss",
      urls: {
        rss: "http://uptide.test/api/v1/public/incidents.rss",
        atom: "http://uptide.test/api/v1/public/incidents.atom",
        summary: "http://uptide.test/api/v1/public/summary.json",
        components: "http://uptide.test/api/v1/public/components.json",
      },
    });
  });

  it("include email, webhooks and components once email is set up", async () => {
    await admin.put(SETTINGS, { enabled: true, allowWebhook: true });
    await admin.put("/api/v1/admin/notifications/smtp", {
      host: "mail.example",
      fromAddress: "a@example.com",
    });
    expect(await options()).toMatchObject({
      methods: { email: true, webhook: true },
      components: [{ id: shopId, name: "Shop", group: "Shop", tags: [`tag-${shopId}`] }],
    });
    const { tree } = (await admin.get<{ tree: LayoutTree }>(LAYOUT)).body;
    const children = tree.children.map((node) => ({ ...node, locales: { de: { label: "Laden" } } }));
    await admin.post("/api/v1/admin/locales", { code: "de", name: "Deutsch" });
    await admin.put(LAYOUT, { tree: { ...tree, children } });
    const groupIn = async (query: string, headers = {}) => {
      const { body } = await new Visitor().send<SubscriptionOptions>("GET", `${OPTIONS}${query}`, {
        headers,
      });
      return body.components[0]?.group;
    };
    expect(await groupIn("?lang=de")).toBe("Laden");
    expect(await groupIn("", { Cookie: "uptide-lang=de" })).toBe("Laden");
    expect(await groupIn("?lang=en")).toBe("Shop");
    await admin.put(SETTINGS, { allowComponentScope: false });
    expect(await options()).toMatchObject({ methods: { email: true }, components: [] });
    await admin.put(SETTINGS, { allowedEvents: [] });
    expect(await options()).toMatchObject({ methods: { email: false, teamChat: false, rss: true } });
  });

  it("appear in the page's menu", async () => {
    await admin.put(SETTINGS, { enabled: true, apiEnabled: false });
    const html = (await new Visitor().get<string>("/")).body;
    expect(html).toContain('href="/api/v1/public/incidents.rss"');
    expect(html).not.toContain('href="/api/v1/public/summary.json"');
    await admin.put(SETTINGS, { enabled: false });
    expect((await new Visitor().get<string>("/")).body).not.toContain("incidents.rss");
  });

  it("require a session on a private page, without feeds and the status API", async () => {
    await admin.put(SETTINGS, { enabled: true });
    await admin.put("/api/v1/admin/status-page-access", { private: true });
    expect((await new Visitor().get(OPTIONS)).status).toBe(401);
    const { visitor } = await addUser("viewer");
    expect(await options(visitor)).toMatchObject({
      enabled: true,
      methods: { email: true, teamChat: false, rss: false, api: false },
    });
    await admin.put("/api/v1/admin/status-page-access", { private: false });
  });
});
