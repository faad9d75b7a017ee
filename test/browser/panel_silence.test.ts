import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../system/start/product.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { chooseType, follow, press, seeHeading, unfold, visit } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";

describe.skipIf(!hasChromium)("monitors that alert nobody, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const call = makeCall(() => admin);

  const mark = () => admin.getByRole("row", { name: "Backup" }).getByText("No alerts");
  const onDashboard = () => admin.getByText("1 monitor has no alerts.");
  const onPage = () => admin.getByText("No channel is set");

  async function addMonitor(name: string): Promise<void> {
    await chooseType(admin, "Heartbeat");
    await admin.getByLabel("Name", { exact: true }).fill(name);
    await press(admin, "Add monitor");
    await seeHeading(admin, name);
  }

  it("are marked in the list, on their page and on the dashboard", async () => {
    await call("POST", "/notifications/channels", {
      name: "On-call team",
      type: "webhook",
      config: { url: "https://hook.example.com/in" },
    });
    await visit(admin, "/admin/monitors/new");
    await seeHeading(admin, "Add a monitor");
    await addMonitor("Backup");
    await onPage().waitFor();
    await lookAt(admin, "silent-detail");
    await follow(admin, "Monitors");
    await mark().waitFor();
    await lookAt(admin, "silent-list");
    await follow(admin, "Dashboard");
    await onDashboard().waitFor();
    await lookAt(admin, "silent-dashboard");
  });

  it("lose the mark once a channel is linked, on the monitor's or the channel's page", async () => {
    await follow(admin, "Monitors");
    await admin.getByRole("link", { name: "Backup", exact: true }).click();
    await onPage().getByRole("link", { name: "Choose channels" }).click();
    await admin.getByRole("combobox", { name: "Channels" }).fill("on-call");
    await admin.getByRole("option", { name: "On-call team" }).waitFor();
    await admin.keyboard.press("Enter");
    await press(admin, "Save channels");
    await onPage().waitFor({ state: "detached" });
    await follow(admin, "Monitors");
    await admin.getByRole("row", { name: "Backup" }).waitFor();
    await mark().waitFor({ state: "detached" });
    await follow(admin, "Dashboard");
    await admin.getByText("Nothing is failing").first().waitFor();
    expect(await onDashboard().count()).toBe(0);

    await follow(admin, "Channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await seeHeading(admin, "Edit On-call team");
    await press(admin, "Remove Backup");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    await follow(admin, "Monitors");
    await mark().waitFor();
    await follow(admin, "Channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await admin.getByLabel("Monitors", { exact: true }).fill("back");
    await admin.keyboard.press("Enter");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    await follow(admin, "Monitors");
    await mark().waitFor({ state: "detached" });
  });

  it("are avoided by a default channel in the form of a new monitor, which can be removed", async () => {
    await follow(admin, "Channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await admin.getByRole("switch", { name: "Default for new monitors" }).check();
    await lookAt(admin, "channel-default");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    await visit(admin, "/admin/monitors/new");
    await admin.locator(".fold").getByText("On-call team").waitFor();
    await unfold(admin, "Alerts");
    await admin.getByRole("button", { name: "Remove On-call team" }).waitFor();
    expect(await admin.getByText("so no one will be notified").count()).toBe(0);
    await lookAt(admin, "monitor-default-channel");
    await addMonitor("Shop");
    const channels = await call<{ name: string; monitorIds: number[] }[]>("GET", "/notifications/channels");
    expect(channels[0]?.monitorIds).toHaveLength(2);
    await visit(admin, "/admin/monitors/new");
    await unfold(admin, "Alerts");
    await press(admin, "Remove On-call team");
    await admin.getByText("so no one will be notified").waitFor();
    await addMonitor("Mill");
    await onPage().waitFor();
  });

  it("don't exist with a channel for all monitors, which is fixed in the form", async () => {
    await follow(admin, "Channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await admin.getByRole("switch", { name: "All current and future monitors" }).check();
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    await follow(admin, "Monitors");
    await admin.getByRole("row", { name: "Mill" }).waitFor();
    await admin.getByText("No alerts").waitFor({ state: "detached" });
    await visit(admin, "/admin/monitors/new");
    await seeHeading(admin, "Add a monitor");
    await unfold(admin, "Alerts");
    await admin.getByText("On-call team", { exact: true }).waitFor();
    expect(await admin.getByRole("button", { name: "Remove On-call team" }).count()).toBe(0);
    expect(await admin.getByRole("combobox", { name: "Channels" }).count()).toBe(0);
    expect(await admin.getByText("so no one will be notified").count()).toBe(0);
    await lookAt(admin, "monitor-fixed-channel");
    await addMonitor("Yard");
    expect(await onPage().count()).toBe(0);
  });
});
