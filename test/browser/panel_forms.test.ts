import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt, takeFaults } from "./chromium.ts";
import { chooseType, follow, press, seeHeading, unfold, visit } from "./deeds.ts";
import { ADMIN, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

describe.skipIf(!hasChromium)("forms and messages in the panel, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const call = makeCall(() => admin);

  it("report all problems at once, and remove each message when it is fixed", async () => {
    await admin.goto("/admin/monitors/new");
    await seeHeading(admin, "Add a monitor");
    await admin.getByLabel("URL", { exact: true }).fill("nowhere");
    await press(admin, "Add monitor");
    await admin.getByText("Fill in this field.").waitFor();
    await admin.getByText("Use an http or https address").waitFor();
    await lookAt(admin, "monitor-refused-at-once");
    await admin.getByLabel("Name", { exact: true }).fill("Shop");
    expect(await admin.getByText("Fill in this field.").count()).toBe(0);
    expect(await admin.getByText("Use an http or https address").count()).toBe(1);
    await admin.getByLabel("URL", { exact: true }).fill("https://shop.example.com");
    expect(await admin.getByText("Use an http or https address").count()).toBe(0);
    await admin.getByLabel("Name", { exact: true }).pressSequentially("Shop ".repeat(50));
    await press(admin, "Add monitor");
    await admin.getByText("Use at most 200 characters.").waitFor();
  });

  it("stop saying that the server can't be reached when it responds again", async () => {
    await admin.goto("/admin/actions/new");
    await admin.getByLabel("Name", { exact: true }).first().fill("Restart");
    await admin.getByLabel("URL", { exact: true }).fill("https://deploy.example.com/restart");
    await admin.context().setOffline(true);
    await press(admin, "Add action");
    const notice = admin.getByRole("alert").filter({ hasText: "Can't reach the server" });
    await notice.waitFor();
    await admin.context().setOffline(false);
    await notice.waitFor({ state: "detached" });
    await admin.getByLabel("URL", { exact: true }).fill("");
    await admin.getByLabel("Name", { exact: true }).first().fill("");
    expect(takeFaults().filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  });

  it("say what no longer exists, and offer no retry", async () => {
    await admin.goto("/admin/monitors/99999/edit");
    await admin.getByRole("heading", { level: 2, name: "Not found" }).waitFor();
    await admin.getByText("No such monitor. It may have been deleted.").waitFor();
    await lookAt(admin, "monitor-missing");
    expect(await admin.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await admin.getByRole("main").getByRole("link", { name: "Monitors" }).click();
    await seeHeading(admin, "Monitors");
  });

  it("link to the documentation of the selected type", async () => {
    await admin.goto("/admin/monitors/new");
    await seeHeading(admin, "Add a monitor");
    const addressOf = (about: string) =>
      admin.getByRole("link", { name: `Documentation: ${about}` }).getAttribute("href");
    expect(await addressOf("Add a monitor")).toMatch(/\/docs\/monitors\.md$/);
    expect(await addressOf("What to check")).toMatch(/\/docs\/monitors\.md#https$/);
    await chooseType(admin, "TCP port");
    await expect.poll(() => addressOf("What to check")).toMatch(/\/docs\/monitors\.md#tcp$/);
  });

  it("select channels for a new monitor, and warn if nobody is notified", async () => {
    await call("POST", "/notifications/channels", {
      name: "On-call team",
      type: "webhook",
      config: { url: "https://hook.example.com/in" },
    });
    await admin.goto("/admin/monitors/new");
    await seeHeading(admin, "Add a monitor");
    await chooseType(admin, "Heartbeat");
    await admin.getByLabel("Name", { exact: true }).fill("Backup");
    await admin.getByText("so no one will be notified").waitFor();
    await lookAt(admin, "monitor-channels");
    await unfold(admin, "Alerts");
    await admin.getByRole("combobox", { name: "Channels" }).fill("on-call");
    await admin.getByRole("option", { name: "On-call team" }).waitFor();
    await admin.keyboard.press("Enter");
    expect(await admin.getByText("so no one will be notified").count()).toBe(0);
    await press(admin, "Add monitor");
    await seeHeading(admin, "Backup");
    const [channel] = await call<{ monitorIds: number[] }[]>("GET", "/notifications/channels");
    expect(channel?.monitorIds).toHaveLength(1);
  });

  it("send only changed fields", async () => {
    const sent: unknown[] = [];
    admin.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.postDataJSON());
    });
    await admin.getByRole("link", { name: "Edit" }).click();
    await seeHeading(admin, "Edit Backup");
    await admin.getByLabel("Name", { exact: true }).fill("Nightly backup");
    await press(admin, "Save");
    await seeHeading(admin, "Nightly backup");
    const [body] = sent as [Record<string, unknown>];
    expect(Object.keys(body).filter((name) => name !== "version")).toEqual(["name"]);
    admin.removeAllListeners("request");
  });

  it("keep the time zone of disabled quiet hours", async () => {
    await visit(admin, "/admin/channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await seeHeading(admin, "Edit On-call team");
    const zone = admin.getByLabel("Time zone");
    await admin.getByRole("switch", { name: "Quiet hours" }).check();
    await zone.fill("Europe/Warsaw");
    await admin.getByRole("switch", { name: "Quiet hours" }).uncheck();
    await admin.getByLabel("Name", { exact: true }).first().fill("Night watch");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    const [channel] = await call<{ name: string; alertPolicy: { quietHours: { timezone: string } } }[]>(
      "GET",
      "/notifications/channels",
    );
    expect(channel).toMatchObject({ name: "Night watch", alertPolicy: { quietHours: { timezone: "UTC" } } });
  });

  it("warn about unknown placeholders, suggest the nearest, and insert known ones", async () => {
    await visit(admin, "/admin/incidents/templates/new");
    await seeHeading(admin, "Add an incident template");
    await admin.getByLabel("Title", { exact: true }).fill("{{monitr}} is down");
    await admin.getByText("Unknown placeholder {{monitr}}").waitFor();
    await admin.getByText("Did you mean {{monitor}}?").waitFor();
    await lookAt(admin, "template-placeholders");
    const title = admin.getByLabel("Title", { exact: true });
    await title.fill("Down: ");
    await admin.locator(".field", { has: title }).getByText("Available placeholders").click();
    await press(admin, "{{monitor}}");
    expect(await title.inputValue()).toBe("Down: {{monitor}}");
    expect(await admin.getByText("Unknown placeholder").count()).toBe(0);

    await admin.goto("/admin/actions/new");
    await admin.getByLabel("Body", { exact: true }).fill('{"text": "{{monitor_nam}} {{status}}"}');
    await admin.getByText("Did you mean {{monitor_name}}?").waitFor();
    await lookAt(admin, "action-placeholders");
    await admin.getByLabel("Body", { exact: true }).fill("");
    await admin.goto("/admin/channels/new");
    await chooseType(admin, "Webhook");
    await admin.getByLabel("Body", { exact: true }).fill('{"text": "{{summry}}"}');
    await admin.getByText("Did you mean {{summary}}?").waitFor();
    await admin.getByLabel("Body", { exact: true }).fill("");
  });

  it("know placeholders that only actions have", async () => {
    await admin.goto("/admin/actions/new");
    await admin
      .getByLabel("Body", { exact: true })
      .fill('{"since": "{{down_since}}", "text": "{{down_sinc}}"}');
    await admin.getByText("Did you mean {{down_since}}?").waitFor();
    expect(await admin.getByText("Unknown placeholder").count()).toBe(1);
    await admin.getByLabel("Body", { exact: true }).fill("");
  });

  it("show a warning of the server for fields without their own", async () => {
    await admin.goto("/admin/actions/new");
    await admin.getByLabel("Name", { exact: true }).first().fill("Restart");
    await admin.getByLabel("URL", { exact: true }).fill("https://deploy.example.com/{{monitor_ky}}");
    await admin.getByText("Did you mean {{monitor_key}}?").waitFor();
    const headers = admin.getByRole("group", { name: "Headers" });
    await press(headers, "Add");
    await headers.getByLabel("Name", { exact: true }).fill("X-Reason");
    await headers.getByLabel("Value", { exact: true }).fill("{{eror_message}}");
    await press(admin, "Add action");
    await seeHeading(admin, "Actions");
    const notifications = admin.getByRole("region", { name: "Notifications" });
    await notifications.getByText("the nearest is {{error_message}}").waitFor();
    expect(await notifications.getByText("{{monitor_ky}}").count()).toBe(0);
    await lookAt(admin, "saved-with-warning");
    await press(notifications, "Close");
  });

  it("move the end of a window together with its start", async () => {
    await admin.goto("/admin/maintenance/new");
    await admin.getByLabel("Ends").fill("2030-05-10T23:30");
    await admin.getByLabel("Starts").fill("2030-05-10T22:00");
    await admin.getByLabel("Starts").fill("2030-05-12T08:00");
    expect(await admin.getByLabel("Ends").inputValue()).toBe("2030-05-12T09:30");
    await admin.getByLabel("Starts").fill("2030-05-12T08:30");
    expect(await admin.getByLabel("Ends").inputValue()).toBe("2030-05-12T09:30");
    await admin.getByLabel("Starts").fill("");
    await press(admin, "Schedule maintenance");
    await admin.getByText("Choose a date and time.").waitFor();
    await admin.getByText("Fill in this field.").waitFor();
    await admin.getByLabel("Starts").fill("2030-05-12T08:30");
    expect(await admin.getByText("Choose a date and time.").count()).toBe(0);
  });

  it("schedule recurring maintenance, and skip and move single occurrences", async () => {
    await admin.goto("/admin/maintenance/new");
    await admin.getByLabel("Name", { exact: true }).fill("Nightly work");
    await admin.getByLabel("Starts").fill("2031-05-06T02:30");
    await admin.getByLabel("Ends", { exact: true }).fill("2031-05-06T03:30");
    await admin.getByLabel("Repeats", { exact: true }).selectOption("Monthly");
    await admin.getByLabel("On", { exact: true }).selectOption("The first Tuesday");
    await admin.getByText("Jun 3, 2031").waitFor();
    await admin.getByLabel("Repeats", { exact: true }).selectOption("Weekly");
    await admin.getByRole("checkbox", { name: "Thursday" }).check();
    await admin.getByText("May 8, 2031").waitFor();
    await admin.getByRole("switch", { name: "All current and future monitors" }).check();
    await lookAt(admin, "maintenance-recurring-form");
    await press(admin, "Schedule maintenance");
    await seeHeading(admin, "Maintenance");
    await admin.getByText("Every week").waitFor();
    await lookAt(admin, "maintenance-recurring-list");
    await admin.getByRole("link", { name: "Nightly work", exact: true }).click();
    const rows = admin.getByRole("table", { name: "Upcoming occurrences" }).getByRole("row");
    await rows.filter({ hasText: "May 8" }).getByRole("button").click();
    await admin.getByRole("menuitem", { name: "Skip" }).click();
    await rows.filter({ hasText: "May 8" }).getByText("Skipped").waitFor();
    await rows.filter({ hasText: "May 6" }).getByRole("button").click();
    await admin.getByRole("menuitem", { name: "Move" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Starts").fill("2031-05-07T02:30");
    await dialog.getByLabel("Ends").fill("2031-05-07T04:30");
    await lookAt(admin, "maintenance-occurrence-move");
    await press(dialog, "Move");
    await rows.filter({ hasText: "May 7" }).getByText("Moved").waitFor();
    await lookAt(admin, "maintenance-occurrences");
    await admin.getByLabel("Name", { exact: true }).fill("Nightly patches");
    await press(admin, "Save");
    await admin.getByText("Nightly patches saved.").waitFor();
    const [planned] = await call<{ skipped: number[]; occurrences: { moved: boolean }[] }[]>(
      "GET",
      "/maintenance",
    );
    expect([planned?.skipped.length, planned?.occurrences[0]?.moved]).toEqual([1, true]);
    const [{ id } = { id: 0 }] = await call<{ id: number }[]>("GET", "/maintenance");
    await call("DELETE", `/maintenance/${id}`);
  });

  it("say that a month has no maintenance when only the next month's first days have some", async () => {
    const startsAt = Date.parse("2031-03-01T10:00:00Z");
    const { id } = await call("POST", "/maintenance", {
      name: "Power work",
      startsAt,
      endsAt: startsAt + 3_600_000,
      allMonitors: true,
    });
    await admin.goto("/admin/maintenance?view=calendar&month=2031-02");
    await admin.getByRole("link", { name: "Power work" }).waitFor();
    await admin.getByText("Nothing scheduled in February 2031.").waitFor({ timeout: 3000 });
    await call("DELETE", `/maintenance/${id}`);
  });

  it("warn before and after publishing about an incident that visitors can't see", async () => {
    await visit(admin, "/admin/incidents/new");
    await admin.getByLabel("Title", { exact: true }).fill("Backups fail");
    expect(await admin.getByText("Visitors can't see this incident.").count()).toBe(0);
    await admin.getByRole("combobox", { name: "Monitors" }).fill("nightly");
    await admin.getByRole("option", { name: "Nightly backup" }).waitFor();
    await admin.keyboard.press("Enter");
    await admin.getByText("Visitors can't see this incident.").waitFor();
    await lookAt(admin, "incident-unseen-form");
    await admin.getByRole("switch", { name: "Save as draft" }).check();
    await press(admin, "Save draft");
    await seeHeading(admin, "Backups fail");
    await admin.getByText("Visitors can't see this incident.").first().waitFor();
    await press(admin, "Publish");
    await admin.getByRole("dialog").getByText("Visitors can't see this incident.").waitFor();
    await press(admin.getByRole("dialog"), "Publish");
    await admin.getByText("Incident published.").waitFor();
    await lookAt(admin, "incident-unseen");
    await follow(admin, "Incidents");
    await admin.getByText("Not on the page").waitFor();
    await lookAt(admin, "incidents-unseen");
    const [monitor] = await call<{ id: number }[]>("GET", "/monitors");
    const { tree } = await call<{ tree: { children: object[] } }>("GET", "/layout");
    const block = { id: "m1", type: "monitor", monitorId: monitor?.id, grid: { x: 0, y: 0, w: 3, h: 1 } };
    await call("PUT", "/layout", { tree: { ...tree, children: [...tree.children, block] } });
    await admin.reload();
    await admin.getByRole("link", { name: "Backups fail" }).waitFor();
    expect(await admin.getByText("Not on the page").count()).toBe(0);
  });

  it("warn about maintenance that visitors can't see", async () => {
    const { tree } = await call<{ tree: object }>("GET", "/layout");
    await call("PUT", "/layout", { tree: { ...tree, children: [] } });
    await visit(admin, "/admin/maintenance/new");
    await admin.getByLabel("Name", { exact: true }).fill("New disks");
    await admin.getByRole("combobox", { name: "Monitors" }).waitFor();
    expect(await admin.getByText("Visitors won't see this maintenance.").count()).toBe(0);
    await admin.getByRole("combobox", { name: "Monitors" }).fill("nightly");
    await admin.getByRole("option", { name: "Nightly backup" }).waitFor();
    await admin.keyboard.press("Enter");
    await admin.getByText("Visitors won't see this maintenance.").waitFor();
    await lookAt(admin, "maintenance-unseen-form");
    await press(admin, "Schedule maintenance");
    await admin.getByText("Not on the page").waitFor();
    await lookAt(admin, "maintenance-unseen");
    const [window] = await call<{ id: number }[]>("GET", "/maintenance");
    await call("DELETE", `/maintenance/${window?.id}`);
    await call("PUT", "/layout", { tree });
  });

  it("keep the focus after an action removes its own button", async () => {
    await follow(admin, "Page builder");
    await admin
      .getByRole("button", { name: /Nightly backup/ })
      .first()
      .click();
    await press(admin, "Done");
    expect(await admin.evaluate(() => document.activeElement?.id)).toMatch(/^block-/);

    await admin.goto("/admin/account?tab=two-factor");
    await press(admin, "Turn on");
    await admin.getByLabel("Current password").fill(ADMIN.password);
    await press(admin, "Continue");
    await admin.getByRole("img").waitFor();
    expect(await admin.evaluate(() => document.activeElement?.getAttribute("autocomplete"))).toBe(
      "one-time-code",
    );
  });

  it("keep the focus while a part of a monitor's page loads its code", async () => {
    await admin.goto("/admin/monitors");
    const tagOfFocused = () => admin.evaluate(() => document.activeElement?.tagName);
    await admin.getByRole("link", { name: "Nightly backup" }).first().click();
    await admin.getByRole("heading", { level: 2, name: "Notified" }).waitFor();
    expect(await tagOfFocused()).toBe("H1");
    const alerts = admin.getByRole("tab", { name: "Alerts" });
    await alerts.focus();
    await admin.keyboard.press("Enter");
    await admin.getByRole("region", { name: "Alerts", exact: true }).waitFor();
    expect(await alerts.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it("return the focus when a dialog, the palette or the navigation closes", async () => {
    await visit(admin, "/admin/channels");
    const menu = admin.getByRole("button", { name: /^Actions for/ }).first();
    const expectFocus = async (expected: Locator) =>
      await expect.poll(() => expected.evaluate((it) => it === document.activeElement)).toBe(true);
    const ask = async () => {
      await menu.focus();
      await admin.keyboard.press("Enter");
      await admin.getByRole("menuitem", { name: "Delete" }).click();
      await admin.getByRole("dialog").waitFor();
    };
    await ask();
    await admin.keyboard.press("Escape");
    await expectFocus(menu);
    await ask();
    await press(admin.getByRole("dialog"), "Cancel");
    await expectFocus(menu);

    const find = admin.getByRole("button", { name: /^Go to/ });
    await find.focus();
    await admin.keyboard.press("Enter");
    await admin.getByRole("combobox", { name: "Go to a page or a monitor" }).waitFor();
    await admin.keyboard.press("Escape");
    await expectFocus(find);

    await admin.setViewportSize({ width: 390, height: 800 });
    const open = admin.getByRole("button", { name: "Open menu" });
    await open.click();
    await press(admin.getByRole("dialog", { name: "Panel" }), "Close");
    await expectFocus(open);
    await admin.setViewportSize({ width: 1280, height: 860 });
  });

  it("keep the dashboard's figures when a refresh fails, and show their age", async () => {
    const page = await admin.context().newPage();
    await page.clock.install();
    await page.goto("/admin");
    const card = page.locator(".card", { has: page.getByRole("heading", { name: "Maintenance" }) });
    await card.getByText("No maintenance in progress or scheduled.").waitFor();
    // Fails until the click, because a successful refresh of the page's own would remove the button.
    await page.evaluate("document.addEventListener('click', () => { window.hasClicked = true; }, true)");
    await page.route("**/api/v1/admin/dashboard", async (route) => {
      if (await page.evaluate("window.hasClicked")) await route.continue();
      else await route.fulfill({ status: 503, json: { error: "Not now." } });
    });
    await page.clock.runFor(75_000);
    const notice = page.getByText(/Last updated .*Not now\./);
    await notice.waitFor();
    await card.getByText("No maintenance in progress or scheduled.").waitFor();
    await lookAt(page, "dashboard-old");
    await press(page, "Try again");
    await notice.waitFor({ state: "detached" });
    await page.close();
  });

  it("don't claim that all is well while a monitor is down", async () => {
    await admin.goto("/admin/incidents");
    // On a slow machine earlier heartbeats are overdue and fail too.
    for (const other of await call<{ id: number }[]>("GET", "/monitors"))
      await call("DELETE", `/monitors/${other.id}`);
    const { id } = await call("POST", "/monitors", { name: "Gone", type: "webhook", config: {} });
    const { heartbeatUrl } = await call<{ heartbeatUrl: string }>("GET", `/monitors/${id}`);
    const incidents = await call<{ items: { id: number }[] }>("GET", "/incidents?state=open");
    for (const incident of incidents.items) await call("DELETE", `/incidents/${incident.id}`);
    await fetch(`${heartbeatUrl}?status=down`);
    await admin.goto("/admin/incidents");
    await admin.getByText("No open incidents, but 1 monitor is failing").waitFor({ timeout: 60_000 });
    expect(await admin.getByText("No open incidents", { exact: true }).count()).toBe(0);
    await lookAt(admin, "incidents-failing");
  });
});
