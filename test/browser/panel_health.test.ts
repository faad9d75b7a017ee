import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type HttpPeer, startHttp } from "../system/http_peer.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { follow, press, seeHeading } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const HOUR_MS = 3_600_000;
const NOTES = "https://releases.example/v99.1.0";
const RELEASE = { tag_name: "v99.1.0", html_url: NOTES, published_at: "2026-05-30T10:00:00Z" };

describe.skipIf(!hasChromium)("the panel's view of the service, in Chromium", () => {
  let releases: HttpPeer;
  let product: OwnProduct;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    releases = await startHttp((_request, response) => response.end(JSON.stringify([RELEASE])));
    // The platform's plans have limits.
    const variables = { UPDATE_URL: `${releases.origin}/releases`, RUNS_LOCALLY: "false" };
    [product, browser] = await Promise.all([startProduct({ variables }), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => ({
    ...product,
    stop: async () => void (await Promise.all([product.stop(), releases.stop()])),
  }));

  const call = makeCall(() => admin);
  const part = (name: string) =>
    admin
      .getByRole("region", { name: "Components" })
      .getByRole("listitem")
      .filter({
        has: admin.getByRole("heading", { name, exact: true }),
      });

  it("lists every part, with the worst first and advice", async () => {
    await call("POST", "/monitors", { name: "Backup", type: "webhook", config: {} });
    await call("POST", "/notifications/channels", {
      name: "Pager",
      type: "webhook",
      config: { url: "https://hook.example/" },
    });
    // An open page would read the database during the write.
    await admin.goto("about:blank");
    await product.store(`
      INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
        due_at, max_attempts, message, created_at, last_error)
      SELECT id, 'x', name, type, '', 'alert', 'failed', 1, 3, '{}', ${Date.now()}, 'It returned 500.' FROM channels`);
    await product.passMinute();
    await admin.goto("/admin/system");
    await seeHeading(admin, "System health");
    await part("Channels").getByText("Failing").waitFor();
    await part("Channels").getByText("The last message failed for 1 channel: Pager.").waitFor();
    await part("Channels").getByText("Open the channel, send a test message").waitFor();
    await part("Monitors").getByText("Needs attention").waitFor();
    await part("Housekeeping").getByText("OK", { exact: true }).waitFor();
    const names = await admin
      .getByRole("region", { name: "Components" })
      .getByRole("heading", { level: 3 })
      .allInnerTexts();
    expect(names[0]).toBe("Channels");
    expect(names).toHaveLength(16);
    await admin
      .getByRole("row", { name: /Database rows read/ })
      .getByText("5,000,000")
      .waitFor();
    await admin.getByText("Requests from visitors, the panel and API clients aren't included").waitFor();
    await lookAt(admin, "health");
  });

  it("saves URLs for a self-test, and channels to notify", async () => {
    const form = admin.getByRole("form", { name: "Self-test" });
    await form.getByLabel("Reliable URLs").fill("https://one.example/\nftp://two.example/\n");
    await press(form, "Save self-test");
    await form.getByText("Use an http or https address").first().waitFor();
    await form.getByLabel("Reliable URLs").fill(`${releases.origin}/\n\nhttps://two.example/\n`);
    await form.getByLabel("Test when this many checks fail at once").fill("40");
    await form.getByLabel("Channels to notify").fill("Pag");
    await form.getByRole("option", { name: /Pager/ }).click();
    await press(form, "Save self-test");
    await admin.getByText("Self-test saved.").waitFor();
    const stored = await call<{ urls: string[]; share: number; channelIds: number[] }>("GET", "/self-test");
    expect(stored).toMatchObject({ urls: [`${releases.origin}/`, "https://two.example/"], share: 40 });
    expect(stored.channelIds).toHaveLength(1);
    // An open page would read the database during the write.
    await admin.goto("about:blank");
    const since = Date.now() - 90_000;
    await product.store(`INSERT INTO settings (name, value, updated_at)
      VALUES ('own_trouble', '{"since":${since},"lastAt":${Date.now()},"isTold":true,"overAt":null}', 1)`);
    await admin.goto("/admin/system");
    await part("Self-test").getByText("Failing", { exact: true }).waitFor();
    await form.getByText("own network has been down since").waitFor();
    await lookAt(admin, "self-test");
    await admin.goto("about:blank");
    await product.store("DELETE FROM settings WHERE name = 'own_trouble'");
    await admin.goto("/admin/system");
    await part("Self-test").getByText("OK", { exact: true }).waitFor();
  });

  it("reports a newer release on System health and on the dashboard", async () => {
    const see = async () => {
      await admin.getByText("Uptide 99.1.0 is available.").first().waitFor();
      await admin.getByText("git pull && npm ci && npm run deploy").first().waitFor();
      expect(await admin.getByRole("link", { name: "Release notes" }).getAttribute("href")).toBe(NOTES);
    };
    await see();
    await follow(admin, "Dashboard");
    await seeHeading(admin, "Dashboard");
    await see();
  });

  it("refreshes every 15 seconds", async () => {
    await admin.clock.install();
    await admin.goto("/admin/system");
    await part("Housekeeping").waitFor();
    // The page has stopped loading here, before the database is written from outside.
    await admin.getByRole("button", { name: "Save self-test" }).waitFor();
    await expect.poll(() => admin.locator(".skeleton").count()).toBe(0);
    await product.store("DELETE FROM deliveries");
    await admin.clock.runFor(15_000);
    await part("Channels").getByText("OK", { exact: true }).waitFor();
  });

  it("loads the dashboard in five requests, with maintenance, incidents and live monitors", async () => {
    const now = Date.now();
    const window = (name: string, startsAt: number) =>
      call("POST", "/maintenance", {
        name,
        description: "",
        allMonitors: true,
        monitorIds: [],
        notifySubscribers: false,
        startsAt,
        endsAt: startsAt + 2 * HOUR_MS,
      });
    await window("Disk swap", now - HOUR_MS);
    await window("Network work", now + HOUR_MS);
    await call("POST", "/incidents", {
      title: "Payments are failing",
      status: "identified",
      impact: "major",
      draft: true,
    });
    const asked = new Set<string>();
    const note = (request: { url(): string }) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/v1/admin/")) asked.add(pathname.slice("/api/v1/admin".length));
    };
    admin.on("request", note);
    await admin.goto("/admin");
    const card = (name: string) =>
      admin.locator(".card", { has: admin.getByRole("heading", { name, exact: true }) });
    await card("Maintenance").getByText("Disk swap").waitFor();
    await card("Maintenance")
      .getByRole("listitem")
      .filter({ hasText: "Network work" })
      .getByText("starts")
      .waitFor();
    await card("Open incidents").getByRole("link", { name: "Payments are failing" }).waitFor();
    await card("Open incidents").getByText("Draft").waitFor();
    await card("Uptime, 30 days").waitFor();
    await card("Responses per hour").waitFor();
    await admin.getByText("Live", { exact: true }).waitFor();
    admin.off("request", note);
    expect([...asked].sort()).toEqual([
      "/dashboard",
      "/dashboard/trends",
      "/monitors/events",
      "/monitors/short",
      "/on-call",
    ]);
    await lookAt(admin, "dashboard-full");
  });

  it("searches the audit log by name, and downloads the results", async () => {
    await follow(admin, "Audit log");
    await seeHeading(admin, "Audit log");
    await admin.getByLabel("Name", { exact: true }).fill("disk");
    await admin.getByText("Payments are failing").waitFor({ state: "detached" });
    await admin.getByText("Disk swap").waitFor();
    const time = admin.locator("tbody time");
    await time.hover();
    await expect.poll(() => time.locator("..").getAttribute("title")).toMatch(/20\d\d.*:\d\d:\d\d/);
    await lookAt(admin, "audit-name");
    const details = admin.locator("tbody summary");
    await details.click();
    const topOf = async (locator: typeof time) => (await locator.boundingBox())?.y ?? 0;
    await admin.getByRole("definition").first().waitFor();
    expect(Math.abs((await topOf(time)) - (await topOf(details)))).toBeLessThan(5);
    await details.click();
    const [download] = await Promise.all([admin.waitForEvent("download"), press(admin, "Download CSV")]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/ada@example\.com,Create,maintenance,\d+,Disk swap,/);
  });
});
