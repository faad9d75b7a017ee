import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { follow, press, seeHeading } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

describe.skipIf(!hasChromium)("incidents in the panel, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
    const children = [];
    for (const [y, name] of ["Payments", "Checkout"].entries()) {
      const { id } = await call("POST", "/monitors", {
        name,
        type: "webhook",
        intervalSecs: 86_400,
        config: {},
      });
      children.push({ id: `monitor-${id}`, type: "monitor", monitorId: id, grid: { x: 0, y, w: 3, h: 1 } });
    }
    const { tree } = await call<{ tree: object }>("GET", "/layout");
    await call("PUT", "/layout", { tree: { ...tree, children } });
  });

  endStories(() => product);

  const call = makeCall(() => admin);

  it("are saved as a draft, with a preview of the text", async () => {
    await follow(admin, "Incidents");
    await admin.getByRole("heading", { name: "No open incidents" }).waitFor();
    await admin.getByRole("link", { name: "Report incident" }).click();
    await seeHeading(admin, "Report an incident");
    await press(admin, "Publish");
    await admin.getByText("Fill in this field.").waitFor();
    expect(await admin.getByLabel("Title").getAttribute("aria-invalid")).toBe("true");
    await admin.getByLabel("Title").fill("Payments are failing");
    await admin.getByLabel("Critical").check();
    await admin
      .getByLabel("Text", { exact: true })
      .fill("Some **cards** are refused:\n\n- Visa\n- Maestro\n\n<b>no html</b>");
    await admin.locator("label", { hasText: "Preview" }).click();
    await admin.locator(".markdown__preview strong", { hasText: "cards" }).waitFor();
    expect(await admin.locator(".markdown__preview b").count()).toBe(0);
    const leftOf = (selector: string) =>
      admin
        .locator(`.markdown__preview ${selector}`)
        .first()
        .evaluate((element) => element.getBoundingClientRect().left);
    expect((await leftOf("li")) - (await leftOf("p"))).toBeGreaterThan(12);
    await admin.getByText("Write", { exact: true }).click();
    await admin.getByLabel("Text", { exact: true }).fill("Some **cards** are refused.");
    await admin.getByLabel("Monitors", { exact: true }).fill("pay");
    await admin.keyboard.press("Enter");
    await admin.getByLabel("Save as draft").check();
    await lookAt(admin, "incident-new");
    await press(admin, "Save draft");
    await seeHeading(admin, "Payments are failing");
    await admin.getByText("Draft: visible only in the panel.").waitFor();
    await lookAt(admin, "incident-draft");
    const { items } = await call<{ items: { draft: boolean }[] }>("GET", "/incidents?state=draft");
    expect(items).toHaveLength(1);
  });

  it("are published from a draft, after naming the recipients", async () => {
    await press(admin, "Publish");
    const dialog = admin.getByRole("dialog", { name: "Publish Payments are failing?" });
    await dialog.getByText("Subscribers are notified.").waitFor();
    await lookAt(admin, "incident-publish");
    await press(dialog, "Publish");
    await admin.getByText("Incident published.").waitFor();
    expect(await admin.getByText("Draft: visible only in the panel.").count()).toBe(0);
    const { items } = await call<{ items: { draft: boolean }[] }>("GET", "/incidents?state=open");
    expect(items[0]?.draft).toBe(false);
  });

  it("get updates that change the status, and keep the text of a rejected one", async () => {
    const composer = admin.getByRole("region", { name: "Post an update" });
    await composer.getByText("Identified", { exact: true }).click();
    await press(composer, "Post update");
    await composer.getByText("Fill in this field.").waitFor();
    await composer.getByLabel("Update", { exact: true }).fill("It is the card network.");
    await composer.getByText("Status of each monitor").click();
    await composer.getByLabel("Payments", { exact: true }).selectOption({ label: "Partial outage" });
    await follow(admin, "Dashboard");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await press(composer, "Post update");
    await admin.getByText("Update posted.").waitFor();
    const updates = admin.getByRole("region", { name: "Updates" }).getByRole("listitem");
    await updates.first().getByText("It is the card network.").waitFor();
    await updates.first().getByText("Payments: Partial outage").waitFor();
    expect(await updates.count()).toBe(2);
    expect(await admin.locator(".page-header .status").innerText()).toBe("Identified");
    await lookAt(admin, "incident");
  });

  it("show what others change while they are open", async () => {
    const id = Number(/\d+$/.exec(new URL(admin.url()).pathname)?.[0]);
    const update = { status: "identified", body: "A colleague found it." };
    await call("POST", `/incidents/${id}/updates`, update);
    const updates = admin.getByRole("region", { name: "Updates" }).getByRole("listitem");
    await updates.first().getByText("A colleague found it.").waitFor();
    const { updates: posted } = await call<{ updates: { id: number; body: string }[] }>(
      "GET",
      `/incidents/${id}`,
    );
    const own = posted.find(({ body }) => body === update.body);
    await call("DELETE", `/incidents/${id}/updates/${own?.id}`);
    await updates.getByText("A colleague found it.").waitFor({ state: "detached" });
  });

  it("get corrected updates, and are resolved", async () => {
    const updates = admin.getByRole("region", { name: "Updates" }).getByRole("listitem");
    await updates
      .first()
      .getByRole("button", { name: /^Actions for update: Identified/ })
      .click();
    await admin.getByRole("menuitem", { name: "Edit" }).click();
    const dialog = admin.getByRole("dialog", { name: "Edit update" });
    await dialog.getByLabel("Text", { exact: true }).fill("It is the **card network**.");
    await lookAt(admin, "incident-correct");
    await press(dialog, "Save");
    await updates.first().locator("strong", { hasText: "card network" }).waitFor();

    const composer = admin.getByRole("region", { name: "Post an update" });
    await composer.getByText("Resolved", { exact: true }).click();
    await composer.getByText("This resolves the incident.").waitFor();
    await composer.getByLabel("Update", { exact: true }).fill("Over.");
    await press(composer, "Post update");
    await expect.poll(async () => await updates.count()).toBe(3);
    await admin.getByText("Ended", { exact: true }).waitFor();

    await updates
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    await admin.getByText("The incident keeps its status.").waitFor();
    await press(admin.getByRole("dialog"), "Delete");
    await expect.poll(async () => await updates.count()).toBe(2);
  });

  it("can change their start, end and monitors", async () => {
    await admin.getByRole("link", { name: "Edit" }).click();
    await seeHeading(admin, "Edit Payments are failing");
    await admin.getByLabel("Ended").fill("2020-01-01T10:00");
    await press(admin, "Save");
    await admin.getByText("The end can't be before the start.").waitFor();
    await admin.getByLabel("Started").fill("2020-01-01T09:00");
    await admin.getByLabel("Remind after").fill("4");
    await admin.getByLabel("Monitors", { exact: true }).fill("check");
    await admin.keyboard.press("Enter");
    await lookAt(admin, "incident-edit");
    await press(admin, "Save");
    await seeHeading(admin, "Payments are failing");
    await admin.getByText("1 h", { exact: true }).waitFor();
    await admin.getByRole("link", { name: "Checkout" }).waitFor();
  });

  it("get scheduled updates that can be changed and cancelled", async () => {
    const composer = admin.getByRole("region", { name: "Post an update" });
    await composer.getByRole("heading", { name: "Post an update" }).click();
    await composer.getByLabel("Update", { exact: true }).fill("We look once more.");
    await composer.getByLabel("Schedule for later").check();
    await composer.getByLabel(/^Post at/).fill("2020-01-01T09:00");
    await press(composer, "Schedule update");
    await composer.getByText("Choose a future time").waitFor();
    await composer.getByLabel(/^Post at/).fill("2099-01-01T09:00");
    await press(composer, "Schedule update");
    await admin.getByText("Update scheduled.").waitFor();
    const updates = admin.getByRole("region", { name: "Updates" }).getByRole("listitem");
    await updates.first().getByText("Scheduled", { exact: true }).waitFor();
    const act = async (deed: string) => {
      const menu = updates.first().getByRole("button", { name: /^Actions for/ });
      const item = admin.getByRole("menuitem", { name: deed });
      // An update that is drawn anew meanwhile closes its menu.
      await eventually(async () => {
        if (!(await item.isVisible())) await menu.click();
        await item.click({ timeout: 2000 });
      });
    };
    await act("Edit");
    const dialog = admin.getByRole("dialog", { name: "Edit scheduled update" });
    await dialog.getByLabel("Text", { exact: true }).fill("We look at it tomorrow.");
    await lookAt(admin, "incident-plan-change");
    await press(dialog, "Save");
    await updates.first().getByText("We look at it tomorrow.").waitFor();
    await lookAt(admin, "incident-planned");
    await act("Delete");
    await admin.getByText("It won't be posted.").waitFor();
    await press(admin.getByRole("dialog"), "Delete");
    await expect.poll(async () => await admin.getByText("We look at it tomorrow.").count()).toBe(0);
  });

  it("get a post-mortem that visitors can read once it is published", async () => {
    const card = admin.getByRole("region", { name: "Post-mortem" });
    await press(card, "Write a post-mortem");
    const composer = admin.getByRole("region", { name: "Post an update" });
    const status = composer.getByRole("group", { name: "New status" });
    await status.getByText("Identified", { exact: true }).click();
    await follow(admin, "Dashboard");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await status.getByText("Resolved", { exact: true }).click();
    await card.getByLabel("Text", { exact: true }).fill("# Why\n\nA **certificate** had run out.");
    await card.getByText("Preview", { exact: true }).click();
    await card.locator("strong", { hasText: "certificate" }).waitFor();
    await press(card, "Save draft");
    await admin.getByText("Post-mortem saved.").waitFor();
    await card.getByLabel("Published").check();
    await lookAt(admin, "incident-post-mortem");
    await press(card, "Publish post-mortem");
    await admin.getByText("Post-mortem published.").waitFor();
    const address =
      (await card.getByRole("link", { name: "View on status page" }).getAttribute("href")) ?? "";
    const visitor = await browser.newPage();
    await visitor.goto(new URL(address, admin.url()).href);
    await visitor.locator("strong", { hasText: "certificate" }).waitFor();
    await lookAt(visitor, "page-post-mortem");
    await visitor.getByRole("link", { name: "Back to the incident" }).click();
    await visitor.getByText("Payments: Partial outage").waitFor();
    await visitor.getByRole("link", { name: "Read the post-mortem" }).waitFor();
    await lookAt(visitor, "page-incident-says");
    await visitor.close();
  });

  it("are listed by state and found by text, with both in the address", async () => {
    await call("POST", "/incidents", {
      title: "Everything is slow",
      status: "monitoring",
      impact: "minor",
      notifySubscribers: false,
    });
    await follow(admin, "Incidents");
    await admin.getByRole("row", { name: "Everything is slow" }).getByText("Entire page").waitFor();
    await admin.getByText("Subscribers not notified").waitFor();
    await admin.getByText("All", { exact: true }).click();
    await admin.waitForURL("**?state=all");
    await admin.getByRole("link", { name: "Payments are failing" }).waitFor();
    await lookAt(admin, "incidents");
    await admin.getByPlaceholder("Titles and updates").fill("card network");
    await admin.waitForURL("**search=card+network");
    await expect.poll(async () => await admin.locator("tbody tr").count()).toBe(1);
    await admin.getByRole("link", { name: "Payments are failing" }).click();
    await admin.goBack();
    await expect.poll(async () => await admin.locator("tbody tr").count()).toBe(1);
    await admin.getByPlaceholder("Titles and updates").fill("no such words");
    await admin.getByText("No results").waitFor();
  });

  it("have templates with text in several languages", async () => {
    await admin.getByRole("link", { name: "Templates" }).click();
    await seeHeading(admin, "Incident templates");
    await admin.getByText("Built-in").waitFor();
    await admin.getByRole("link", { name: "Add template" }).click();
    await admin.getByLabel("Name", { exact: true }).fill("Provider");
    await admin.getByLabel("Title", { exact: true }).fill("{{monitor}} fails");
    await admin.getByLabel("First update").fill("Down: {{error}}");
    await admin.getByLabel("Update when resolved").fill("Was down for {{duration}}.");
    await admin.getByLabel("Language code").fill("de");
    await admin.keyboard.press("Enter");
    await admin.getByRole("tab", { name: "German" }).waitFor();
    await admin.getByLabel("Title", { exact: true }).fill("{{monitor}} ist ausgefallen");
    await lookAt(admin, "incident-template");
    await press(admin, "Add template");
    await seeHeading(admin, "Incident templates");
    await admin.getByRole("row", { name: "Provider" }).getByText("German").waitFor();
    await lookAt(admin, "incident-templates");
    const templates = await call<{ name: string; locales: unknown }[]>("GET", "/incident-templates");
    expect(templates.find(({ name }) => name === "Provider")?.locales).toEqual({
      de: { title: "{{monitor}} ist ausgefallen" },
    });
    await admin.getByRole("button", { name: "Actions for Provider" }).click();
    await admin.getByRole("menuitem", { name: "Make default" }).click();
    await admin.getByText("Provider is now the default.").waitFor();
  });

  it("are deleted after listing the consequences", async () => {
    await follow(admin, "Incidents");
    await admin.getByRole("link", { name: "Everything is slow" }).click();
    await seeHeading(admin, "Everything is slow");
    await press(admin, "Delete");
    const dialog = admin.getByRole("dialog", { name: "Delete Everything is slow?" });
    await dialog.getByText("Links to it stop working. No one is notified.").waitFor();
    await press(dialog, "Delete");
    await seeHeading(admin, "Incidents");
    await admin.getByRole("heading", { name: "No open incidents" }).waitFor();
  });
});
