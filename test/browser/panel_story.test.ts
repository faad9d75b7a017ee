import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTarget, type Target } from "../system/target.ts";
import { hasChromium, keepScreen, launch, lookAt, openPerson } from "./chromium.ts";
import { chooseType, follow, press, seeHeading, unfold } from "./deeds.ts";
import { ADMIN, endStories } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const ONE_ROUND = { timeout: 60_000 };
/** Visitors see changes a few seconds later. */
const SOON = { timeout: 60_000, interval: 500 };

/** The tests run in order, and use only the panel and never the API. */
describe.skipIf(!hasChromium)("from an empty instance to a resolved incident, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let visitor: Page;
  let target: Target;

  beforeAll(async () => {
    [product, browser, target] = await Promise.all([startProduct(), launch(), startTarget({ delayMs: 15 })]);
    admin = await openPerson(browser, product.address);
    visitor = await openPerson(browser, product.address);
  });

  endStories(() => product);

  afterAll(async () => {
    await target?.close();
  });

  const firstSteps = () => admin.getByRole("region", { name: "Get started in three steps" });
  const nextStep = () => firstSteps().locator('[aria-current="step"] h3').innerText();

  async function seeOnPage(text: string): Promise<void> {
    await expect
      .poll(async () => {
        await visitor.goto("/");
        return await visitor.locator("body").innerText();
      }, SOON)
      .toContain(text);
  }

  it("sets up the instance, and shows the first step", async () => {
    await admin.goto("/");
    await seeHeading(admin, "Set up Uptide");
    await keepScreen(admin, "story-01-set-up");
    await admin.getByLabel("Email address").fill(ADMIN.email);
    await admin.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await press(admin, "Create administrator");
    await seeHeading(admin, "Dashboard");
    await firstSteps().waitFor();
    expect(await nextStep()).toBe("Add a monitor");
    await keepScreen(admin, "story-02-first-steps");
  });

  it("adds the first monitor, tested before it is saved", async () => {
    await firstSteps().getByRole("link", { name: "Add your first monitor" }).click();
    await seeHeading(admin, "Add a monitor");
    await admin.getByLabel("Name", { exact: true }).fill("Shop");
    await admin.getByLabel("URL", { exact: true }).fill(`${target.address}/shop`);
    await unfold(admin, "How often");
    await admin.getByLabel("Check every").fill("10");
    await press(admin, "Test");
    await admin.getByText("Test passed").waitFor();
    await keepScreen(admin, "story-03-monitor-tested");
    await press(admin, "Add monitor");
    await seeHeading(admin, "Shop");
    await admin.locator(".page-header .status--good").waitFor(ONE_ROUND);
    await keepScreen(admin, "story-04-monitor-up");
    await follow(admin, "Dashboard");
    await expect.poll(nextStep).toBe("Set up alerts");
    await lookAt(admin, "dashboard-first-steps");
  });

  it("adds a channel, tested before it is saved", async () => {
    await firstSteps().getByRole("link", { name: "Add your first channel" }).click();
    await seeHeading(admin, "Add a channel");
    await chooseType(admin, "Webhook");
    await admin.getByLabel("Name", { exact: true }).first().fill("On-call team");
    await admin.getByLabel("URL", { exact: true }).fill(`${target.address}/alerts`);
    await press(admin, "Send test");
    await admin.getByText("Test message accepted.").waitFor();
    expect(target.posted.at(-1)?.path).toBe("/alerts");
    await admin.getByLabel("All current and future monitors").uncheck();
    await keepScreen(admin, "story-05-channel");
    await press(admin, "Add channel");
    await seeHeading(admin, "Channels");
    await admin.getByRole("row", { name: "On-call team" }).getByText("None").waitFor();
  });

  it("shows that this channel has no monitors, until one is selected", async () => {
    await follow(admin, "Dashboard");
    await admin.getByText("No one will be notified yet").waitFor();
    expect(await nextStep()).toBe("Set up alerts");
    await lookAt(admin, "dashboard-silent-channel");
    await firstSteps().getByRole("link", { name: "Open channels" }).click();
    await seeHeading(admin, "Channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await seeHeading(admin, "Edit On-call team");
    await admin.getByLabel("Monitors", { exact: true }).fill("sho");
    await admin.keyboard.press("Enter");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    await admin.getByRole("row", { name: "On-call team" }).getByText("1 monitor").waitFor();
    await follow(admin, "Dashboard");
    await expect.poll(nextStep).toBe("Publish your status page");
    await keepScreen(admin, "story-06-two-steps-taken");
  });

  it("adds the monitor to the page, and visitors see it", async () => {
    await firstSteps().getByRole("link", { name: "Open page builder" }).click();
    await seeHeading(admin, "Page builder");
    await press(admin, "Add the monitor");
    await keepScreen(admin, "story-07-page-builder");
    await press(admin, "Save and publish");
    await admin.getByText("All changes published").waitFor();
    await seeOnPage("Shop");
    await keepScreen(visitor, "story-08-page-published");
    await follow(admin, "Dashboard");
    await admin.getByText("Nothing is failing", { exact: true }).waitFor();
    await expect.poll(async () => await firstSteps().count()).toBe(0);
  });

  it("shows the failure everywhere, and alerts", async () => {
    const before = target.posted.length;
    target.failing.add("/shop");
    await admin.getByText("1 monitor is failing", { exact: true }).waitFor(ONE_ROUND);
    await keepScreen(admin, "story-09-dashboard-failing");
    await expect.poll(() => target.posted.length, ONE_ROUND).toBeGreaterThan(before);
    expect(target.posted.at(-1)).toMatchObject({ path: "/alerts" });
    expect(target.posted.at(-1)?.body).toContain("Shop");

    await admin.getByRole("region", { name: "Failing now" }).getByRole("link", { name: "Shop" }).click();
    await seeHeading(admin, "Shop");
    await admin.locator(".page-header .status--bad").waitFor();
    await keepScreen(admin, "story-10-monitor-down");
    await follow(admin, "Deliveries");
    const row = admin.getByRole("row", { name: "Alert: Shop" });
    await row.getByText("Delivered").waitFor(ONE_ROUND);
    await keepScreen(admin, "story-11-delivery");
    await seeOnPage("Down");
    await keepScreen(visitor, "story-12-page-down");
  });

  it("publishes an incident, and visitors see it", async () => {
    await follow(admin, "Incidents");
    await admin.getByRole("link", { name: "Report incident" }).click();
    await seeHeading(admin, "Report an incident");
    await press(admin, "Shop");
    await admin.getByLabel("Title").fill("The shop does not open");
    await admin.getByLabel("Major").check();
    await admin.getByLabel("Text", { exact: true }).fill("We are looking into it.");
    await keepScreen(admin, "story-13-incident-new");
    await press(admin, "Publish");
    await seeHeading(admin, "The shop does not open");
    await keepScreen(admin, "story-14-incident");
    await seeOnPage("The shop does not open");
    await visitor.getByText("We are looking into it.").waitFor();
    await keepScreen(visitor, "story-15-page-incident");
  });

  it("resolves the incident once the shop has recovered", async () => {
    target.failing.delete("/shop");
    await press(admin, "Mark resolved");
    const dialog = admin.getByRole("dialog", { name: "Mark resolved" });
    expect(await dialog.getByLabel("Update", { exact: true }).inputValue()).toBe(
      "This incident is resolved.",
    );
    await lookAt(admin, "incident-resolve");
    await dialog.getByLabel("Update", { exact: true }).fill("The shop opens again.");
    await press(dialog, "Mark resolved");
    await admin.getByText("Ended", { exact: true }).waitFor();
    await keepScreen(admin, "story-16-incident-over");
    await seeOnPage("The shop opens again.");
    await follow(admin, "Dashboard");
    await admin.getByText("Nothing is failing", { exact: true }).waitFor(ONE_ROUND);
    await keepScreen(admin, "story-17-dashboard-over");
    await seeOnPage("Resolved");
    await expect
      .poll(async () => {
        await visitor.goto("/");
        return await visitor.getByText("Down", { exact: true }).count();
      }, SOON)
      .toBe(0);
    await keepScreen(visitor, "story-18-page-over");
  });
});
