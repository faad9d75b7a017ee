import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { follow, press, seeHeading, visit } from "./deeds.ts";
import { endStories, makeCall, openAdmin, openUser } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const SUBSCRIBERS = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
  INSERT INTO subscribers (type, destination, email, status, locale, events, monitor_ids, seal_name, manage_token,
    manage_hash, unsubscribe_hash, created_at, confirmed_at, failures, last_error, webhook_headers)
  SELECT CASE i % 2 WHEN 0 THEN 'email' ELSE 'webhook' END,
    CASE i % 2 WHEN 0 THEN 'person' || i || '@example.com' ELSE 'https://hooks.example.com/' || i END,
    'person' || i || '@example.com',
    CASE i WHEN 3 THEN 'disabled' WHEN 4 THEN 'unsubscribed' WHEN 6 THEN 'pending' ELSE 'active' END,
    'en', '["incident.created","maintenance.scheduled"]', CASE i WHEN 2 THEN '[1]' ELSE '[]' END,
    's' || i, 't', 'm' || i, 'u' || i, 1760000000000, 1760000000000, CASE i WHEN 3 THEN 5 ELSE 0 END,
    CASE i WHEN 3 THEN 'The address returned 500.' END, CASE i WHEN 3 THEN '{"X-Key":"sealed"}' ELSE '{}' END
  FROM n`;
const FANOUT = `
  INSERT INTO fanouts (id, event_id, event_type, title, scope, at, cursor, finished_at, created_at)
  VALUES (1, 'told', 'incident.created', 'Payments fail', '{"all":true}', 1760000000000, NULL, 1, 1760000000000)`;
const DELIVERIES = `
  INSERT INTO subscriber_deliveries (id, status, attempt_count, max_attempts, due_at, attempts, response_status,
    last_error, created_at, delivered_at)
  SELECT 1000000000 + id, CASE id WHEN 3 THEN 'failed' WHEN 4 THEN 'cancelled' ELSE 'delivered' END, 4, 4, 1,
    CASE id WHEN 3 THEN '[{"at":1760000000000,"ok":false,"error":"The address returned 500.","responseStatus":500,"ms":31}]'
      ELSE '[]' END,
    CASE id WHEN 3 THEN 500 END, CASE id WHEN 3 THEN 'The address returned 500.' END, 1760000000000,
    CASE WHEN id NOT IN (3, 4) THEN 1760000000000 END
  FROM subscribers WHERE id < 30`;

describe.skipIf(!hasChromium)("subscribers in the panel, in Chromium", () => {
  let product: OwnProduct;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const call = makeCall(() => admin);
  const rows = () => admin.locator("tbody tr");

  it("are linked from an empty list to settings that name what is missing", async () => {
    await follow(admin, "Subscribers");
    await admin.getByText("No subscribers yet").waitFor();
    await admin.getByRole("link", { name: "Settings", exact: true }).first().click();
    await seeHeading(admin, "Subscription settings");
    await admin.getByText("They need an email server, and none is set up.").waitFor();
    expect(await admin.getByRole("link", { name: "Set up email server" }).getAttribute("href")).toBe(
      "/admin/mail",
    );
    await admin.getByRole("switch", { name: "Allow visitors to subscribe" }).check();
    await admin.getByRole("switch", { name: "Webhook" }).check();
    await admin.getByLabel("Resolutions").uncheck();
    await lookAt(admin, "subscription-settings");
    await press(admin, "Save");
    await admin.getByText("Subscription settings saved.").waitFor();
    expect(await call("GET", "/subscribers/settings")).toMatchObject({
      enabled: true,
      allowWebhook: true,
      allowedEvents: ["incident.created", "incident.updated", "maintenance.scheduled"],
      missing: ["smtp"],
    });
  });

  it("have settings that report another user's save without losing either change", async () => {
    await call("PUT", "/subscribers/settings", { rssEnabled: false });
    await admin.getByRole("switch", { name: "Team chat feed" }).uncheck();
    await press(admin, "Save");
    await admin.getByText("RSS and Atom").nth(1).waitFor();
    await lookAt(admin, "subscription-settings-conflict");
    await press(admin, "Keep mine and save");
    // The message of the previous save may still be visible.
    await expect
      .poll(() => call("GET", "/subscribers/settings"))
      .toMatchObject({ rssEnabled: false, allowTeamChat: false });
  });

  it("have a page of feeds and badges with URLs, snippets, responses and switches", async () => {
    const monitor = await call<{ id: number }>("POST", "/monitors", {
      name: "Web [shop]",
      type: "webhook",
      config: {},
    });
    const children = [{ id: "m", type: "monitor", monitorId: monitor.id }];
    await call("PUT", "/layout", { tree: { id: "root", type: "page", children } });
    await follow(admin, "Feeds and badges");
    await seeHeading(admin, "Feeds and badges");
    const section = (title: string) =>
      admin.locator(".section", { has: admin.getByRole("heading", { name: title, exact: true }) });
    const rss = section("RSS and Atom");
    await rss.getByText("This is off, so").waitFor();
    expect(await rss.getByRole("button", { name: "Show response" }).count()).toBe(0);
    await rss.getByRole("switch").check();
    await admin.getByText("RSS and Atom turned on.").waitFor();
    await press(rss, "Show response");
    await rss.getByText("<rss").waitFor();
    await rss.getByLabel("URL", { exact: true }).first().selectOption("Atom");
    await rss.getByText("<feed").waitFor();
    await rss.getByText("HTML", { exact: true }).click();
    await rss.getByText(`type="application/atom+xml" title="Status Page"`).waitFor();
    await press(section("Status API"), "Show response");
    await section("Status API").getByText(`"activeIncidents"`).waitFor();
    const badges = section("Badges");
    const sizeOf = () => badges.locator("img").evaluate((img) => (img as HTMLImageElement).naturalHeight);
    await expect.poll(sizeOf).toBe(20);
    await badges.getByLabel("Status of").selectOption("Web [shop]");
    await badges.getByLabel("Style").selectOption("Large");
    await expect.poll(sizeOf).toBe(30);
    await badges.getByText("Markdown", { exact: true }).click();
    const badge = `${product.address}/api/v1/public/badge/${monitor.id}.svg?style=large`;
    await badges.getByText(`[![Web \\[shop\\]](${badge})](${product.address}/)`).waitFor();
    const embed = section("Status on your website");
    await embed.getByLabel("Position").selectOption("Bar at the top");
    await embed.getByText(`<script src="${product.address}/embed.js" data-position="top" async>`).waitFor();
    await embed.frameLocator("iframe").locator("uptide-status a").waitFor();
    await embed.getByText("Frame", { exact: true }).click();
    await embed.getByLabel("Websites that can frame /embed").fill("https://example.com/shop");
    await press(embed, "Save websites");
    await embed.getByText("Use a website without a path").first().waitFor();
    await embed.getByLabel("Websites that can frame /embed").fill("https://example.com");
    await press(embed, "Save websites");
    await admin.getByText("Websites saved.").waitFor();
    await expect
      .poll(() => call("GET", "/subscribers/settings"))
      .toMatchObject({ embedOrigins: ["https://example.com"] });
    await section("Subscriptions").getByRole("switch").uncheck();
    await rss.getByText("Subscriptions are off, so").waitFor();
    await lookAt(admin, "feeds-off");
    await section("Subscriptions").getByRole("switch").check();
    await rss.getByText("Subscriptions are off, so").waitFor({ state: "detached" });
  });

  it("are listed with filters and pages in the address", async () => {
    // An open page would read the database during the write.
    await admin.goto("about:blank");
    await product.store(SUBSCRIBERS);
    await product.store(FANOUT);
    await product.store(DELIVERIES);
    await admin.goto("/admin/subscribers");
    await expect.poll(() => rows().count()).toBe(25);
    await lookAt(admin, "subscribers");
    await press(admin, "Next");
    await admin.waitForURL("**/admin/subscribers?page=2");
    await expect.poll(() => rows().count()).toBe(15);
    await admin.getByLabel("Status").selectOption("Paused");
    await admin.waitForURL("**?status=disabled");
    await expect.poll(() => rows().count()).toBe(1);
    await admin.getByText("5 failed deliveries in a row").waitFor();
    await press(rows(), "https://hooks.example.com/3");
    const panel = admin.getByRole("dialog", { name: "https://hooks.example.com/3" });
    await panel.getByText("X-Key").waitFor();
    await lookAt(admin, "subscriber");
    await admin.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await press(admin, "Clear filters");
    await admin.getByLabel("Search").fill("PERSON1");
    await admin.waitForURL("**?search=PERSON1");
    await expect.poll(() => rows().count()).toBe(11);
    await admin.getByLabel("Method").selectOption("Email");
    await expect.poll(() => rows().count()).toBe(5);
  });

  it("are exported as filtered or as selected", async () => {
    const linesOf = async (name: string) => {
      const [file] = await Promise.all([admin.waitForEvent("download"), press(admin, name)]);
      expect(file.suggestedFilename()).toBe("subscribers.csv");
      return (await readFile(await file.path(), "utf8")).split("\r\n").slice(1, -1);
    };
    expect(await linesOf("Export CSV")).toHaveLength(5);
    await admin.getByLabel("Select person12@example.com").check();
    await admin.getByLabel("Select person14@example.com").check();
    await admin.getByText("2 selected").waitFor();
    await lookAt(admin, "subscribers-chosen");
    const chosen = await linesOf("Export selected");
    expect(chosen.map((line) => line.split(",")[2])).toEqual([
      "person12@example.com",
      "person14@example.com",
    ]);
    await press(admin, "Clear");
    await admin.getByText("2 selected").waitFor({ state: "detached" });
  });

  it("have deliveries that show each attempt, and failed ones can be retried", async () => {
    await press(admin, "Actions for person12@example.com");
    await admin.getByRole("menuitem", { name: "View deliveries" }).click();
    await seeHeading(admin, "Subscriber deliveries");
    await admin.getByText("Showing one subscriber only.").waitFor();
    await expect.poll(() => rows().count()).toBe(1);
    await admin.getByRole("link", { name: "Show all" }).click();
    await expect.poll(() => rows().count()).toBe(25);
    await admin.getByLabel("Status").selectOption("Failed");
    await admin.waitForURL("**?status=failed");
    await expect.poll(() => rows().count()).toBe(1);
    await lookAt(admin, "subscriber-deliveries");
    await press(admin, "New incident: Payments fail");
    const panel = admin.getByRole("dialog", { name: "New incident: Payments fail" });
    await panel.getByText("HTTP 500").waitFor();
    await panel.getByRole("list").getByText("Failed").waitFor();
    await lookAt(admin, "subscriber-delivery");
    // The subscriber is paused, so the retry is dropped.
    await press(panel, "Retry now");
    await panel.getByText("Cancelled", { exact: true }).waitFor();
    await admin.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await admin.getByText("No results").waitFor();
  });

  it("are erased after listing the erased data", async () => {
    await visit(admin, "/admin/subscribers?search=person12@");
    await press(admin, "Actions for person12@example.com");
    await admin.getByRole("menuitem", { name: "Erase" }).click();
    const dialog = admin.getByRole("dialog", { name: "Erase this subscriber?" });
    await dialog.getByText("All records of messages sent to it are erased.").waitFor();
    await lookAt(admin, "subscriber-erase");
    await press(dialog, "Erase");
    await admin.getByText("Subscriber erased.").waitFor();
    await admin.getByText("No results").waitFor();
    await lookAt(admin, "subscribers-nothing");
  });

  it("show the last page when the only row of a later one is erased", async () => {
    const { total } = await call<{ total: number }>("GET", "/subscribers?limit=1");
    const pages = Math.ceil(total / 25);
    await visit(admin, `/admin/subscribers?page=${pages + 1}`);
    await admin.waitForURL(`**/admin/subscribers?page=${pages}`);
    await expect.poll(() => rows().count()).toBe(total - 25 * (pages - 1));
  });

  it("are counted as recipients while monitors are selected", async () => {
    await call("POST", "/monitors", { name: "Other", type: "webhook", config: {} });
    const children = [1, 2].map((id) => ({ id: `m${id}`, type: "monitor", monitorId: id }));
    await call("PUT", "/layout", { tree: { id: "root", type: "page", children } });
    await visit(admin, "/admin/incidents/new");
    await admin.getByText("36 subscribers will be notified.").waitFor();
    await admin.getByLabel("Monitors", { exact: true }).fill("other");
    await admin.getByRole("option", { name: "Other" }).click();
    await admin.getByText("35 subscribers will be notified.").waitFor();
    await admin.getByRole("switch", { name: "Save as draft" }).check();
    await admin.getByText("35 subscribers will be notified.").waitFor({ state: "detached" });
    await admin.getByRole("switch", { name: "Save as draft" }).uncheck();
    await lookAt(admin, "incident-audience");
    await admin.goto("/admin/maintenance/new");
    await admin.getByRole("switch", { name: "All current and future monitors" }).check();
    await admin.getByText("36 subscribers will be notified.").waitFor();
    await lookAt(admin, "maintenance-audience");
  });

  it("are available to operators, also in the palette, and loading errors are shown", async () => {
    const operator = await openUser(admin, { email: "olga@example.com", role: "operator" });
    await operator.goto("/admin");
    await seeHeading(operator, "Dashboard");
    await operator.keyboard.press("Control+k");
    await operator.getByPlaceholder("Page or monitor").fill("subscription sett");
    await operator.keyboard.press("Enter");
    await seeHeading(operator, "Subscription settings");
    await operator.route("**/api/v1/admin/subscribers?*", (route) =>
      route.fulfill({ status: 429, json: { error: "Come again in a minute." } }),
    );
    await follow(operator, "Subscribers");
    await operator.getByText("Come again in a minute.").waitFor();
  });
});
