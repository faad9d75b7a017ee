import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { LayoutTree } from "../../src/schema/layout.ts";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import { follow, press, seeHeading, visit } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

describe.skipIf(!hasChromium)("the page builder, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const call = makeCall(() => admin);

  const stored = async () => (await call<{ tree: LayoutTree }>("GET", "/layout")).tree;
  const canvas = () => admin.getByRole("list", { name: "Page blocks" });
  const block = (name: string | RegExp) => canvas().getByRole("button", { name });
  const blocksInOrder = async () =>
    await canvas()
      .locator("> li > .built__choose")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  const boxOf = async (locator: Locator) =>
    (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const status = () => admin.locator('p[role="status"]').last();
  const labelOfFocused = () => admin.evaluate(() => document.activeElement?.getAttribute("aria-label"));

  async function drag(from: Locator, to: { x: number; y: number }): Promise<void> {
    const box = await boxOf(from);
    await admin.mouse.move(box.x + Math.min(40, box.width / 2), box.y + box.height / 2);
    await admin.mouse.down();
    await admin.mouse.move(to.x - 8, to.y, { steps: 4 });
    await admin.mouse.move(to.x, to.y, { steps: 2 });
    await admin.mouse.up();
  }

  it("adds all monitors to an empty page, and undoes it", async () => {
    await follow(admin, "Page builder");
    await seeHeading(admin, "Page builder");
    await admin.getByText("You have no monitors yet").waitFor();
    for (const [name, type] of [
      ["API", "tcp"],
      ["Shop", "tcp"],
      ["Backup job", "webhook"],
    ] as const) {
      const config = type === "tcp" ? { host: "127.0.0.1", port: 9 } : {};
      await call("POST", "/monitors", { name, type, intervalSecs: 3600, paused: true, config });
    }
    await admin.reload();
    await seeHeading(admin, "Page builder");
    await lookAt(admin, "page-builder-empty");
    // Clicks where the button is: on a phone, the tools must not cover it.
    await admin.setViewportSize({ width: 390, height: 780 });
    const tools = admin.locator(".builder__tools");
    expect(await tools.isVisible()).toBe(false);
    await admin.getByText("Add", { exact: true }).click();
    await tools.waitFor();
    await press(admin, "Hide tools");
    const add = await boxOf(admin.getByRole("button", { name: "Add all 3 monitors" }));
    await admin.mouse.click(add.x + add.width / 2, add.y + add.height / 2);
    await block("Monitor API, full width").waitFor();
    await admin.setViewportSize({ width: 1280, height: 860 });
    expect(await blocksInOrder()).toEqual([
      "Monitor API, full width",
      "Monitor Backup job, full width",
      "Monitor Shop, full width",
      "Incidents, full width",
    ]);
    expect(await labelOfFocused()).toBe("Monitor API, full width");
    await press(admin, "Undo");
    await admin.getByText("Your page is empty").waitFor();
    await press(admin, "Redo");
    await block("Monitor API, full width").waitFor();
  });

  it("opens the menu of a block that isn't selected with the keyboard", async () => {
    await block(/^Incidents/).focus();
    await admin.keyboard.press("Tab");
    await admin.keyboard.press("Enter");
    const first = admin.getByRole("menuitem").first();
    await first.waitFor();
    expect(await first.evaluate((it) => it === document.activeElement)).toBe(true);
    await admin.keyboard.press("Escape");
    expect(await labelOfFocused()).toBe("Actions for Incidents");
  });

  it("moves, resizes and deletes with the keyboard, announces each change, and undoes it", async () => {
    await block(/^Monitor API/).focus();
    await admin.keyboard.press("ArrowDown");
    expect((await blocksInOrder())[1]).toBe("Monitor API, full width");
    expect(await status().textContent()).toBe("Moved: Monitor API, full width.");
    await admin.keyboard.press("ArrowRight");
    expect(await status().textContent()).toBe("Can't move any further.");
    await admin.keyboard.press("Shift+ArrowLeft");
    await admin.keyboard.press("Shift+ArrowLeft");
    expect(await status().textContent()).toBe("1 of 3 columns wide.");
    await admin.keyboard.press("ArrowRight");
    expect((await blocksInOrder())[1]).toBe("Monitor API, column 2");
    await block(/^Incidents/).focus();
    await admin.keyboard.press("Delete");
    expect(await block(/^Incidents/).count()).toBe(0);
    expect(await status().textContent()).toBe("Incidents deleted.");
    await admin.keyboard.press("Control+z");
    await block(/^Incidents/).waitFor();
    await admin.keyboard.press("Control+Shift+z");
    expect(await block(/^Incidents/).count()).toBe(0);
    await admin.keyboard.press("Control+z");
  });

  it("moves a block next to another, and a monitor into a group, with the mouse", async () => {
    await block(/^Monitor Shop/).focus();
    await admin.keyboard.press("Shift+ArrowLeft");
    await press(admin, "Actions for Monitor Shop");
    await admin.getByRole("menuitem", { name: "Narrower" }).click();
    const api = await boxOf(block(/^Monitor API/));
    await drag(block(/^Monitor Shop/), { x: api.x + api.width * 1.5, y: api.y + api.height / 4 });
    expect(await block(/^Monitor Shop/).getAttribute("aria-label")).toBe("Monitor Shop, column 3");
    expect((await boxOf(block(/^Monitor Shop/))).y).toBe((await boxOf(block(/^Monitor API/))).y);

    await press(admin, "Done");
    const top = await boxOf(block(/^Monitor Backup job/));
    await drag(admin.getByRole("button", { name: /^Group/ }), { x: top.x + 90, y: top.y + 10 });
    expect((await blocksInOrder())[0]).toBe("Group New group, full width");
    await admin.getByLabel("Heading", { exact: true }).fill("Core services");
    const inside = await boxOf(canvas().locator("[data-members]"));
    await drag(block(/^Monitor Backup job/), { x: inside.x + 60, y: inside.y + inside.height / 2 });
    await block("Monitor Backup job, 1 of 1 in Core services").waitFor();
    await block(/^Monitor API/).click();
    await press(admin, "Actions for Monitor API");
    await admin.getByRole("menuitem", { name: "Move into Core services" }).click();
    await block("Monitor API, 2 of 2 in Core services").waitFor();
    await admin.keyboard.press("ArrowUp");
    await block("Monitor API, 1 of 2 in Core services").waitFor();
    await lookAt(admin, "page-builder-group");
  });

  it("offers charts only for monitors with a response time, and edits contents", async () => {
    await press(admin, "Done");
    expect(await admin.getByRole("button", { name: "Add Chart of Backup job" }).count()).toBe(0);
    await press(admin, "Add Chart of Shop");
    await press(admin, "Settings for Chart of Shop");
    await admin.getByLabel("Time range").selectOption("7 days");
    await admin.getByLabel("Height").selectOption("Small");
    await press(admin, "Done");
    await admin.getByRole("button", { name: /^Text/ }).click();
    await press(admin, "Save and publish");
    await admin
      .getByText("The block “Text Write something for your visitors.” still has the sample text")
      .waitFor();
    expect(await canvas().locator(".built--bad").count()).toBe(1);
    expect((await stored()).children).toEqual([]);
    await lookAt(admin, "page-builder-sample");
    await admin.getByLabel("Text", { exact: true }).fill("## Welcome\n\nThis is **ours**.");
    await expect.poll(() => canvas().locator(".built--bad").count()).toBe(0);
    expect(await admin.getByText("The page wasn't saved.").count()).toBe(0);
    await lookAt(admin, "page-builder-text");
  });

  it("adds several in a row from the search, and moves and deletes selected ones together", async () => {
    await press(admin, "Done");
    const before = await blocksInOrder();
    await admin.getByPlaceholder("Search monitors").fill("back");
    const add = admin.getByTitle("Add Card of Backup job");
    await add.focus();
    await admin.keyboard.press("Enter");
    await admin.keyboard.press("Enter");
    await admin.getByText("Added: Monitor Backup job").waitFor();
    expect(await admin.getByPlaceholder("Search monitors").inputValue()).toBe("back");
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await blocksInOrder()).toEqual([
      ...before,
      "Monitor Backup job, full width",
      "Monitor Backup job, full width",
    ]);
    await lookAt(admin, "page-builder-many-added");

    const last = (at: number) => canvas().locator("> li > .built__choose").nth(at);
    await last(before.length).click({ position: { x: 60, y: 20 } });
    await last(before.length + 1).focus();
    await admin.keyboard.press("Control+Space");
    await admin.getByRole("heading", { name: "2 blocks selected" }).waitFor();
    await lookAt(admin, "page-builder-chosen");
    await admin.keyboard.press("ArrowUp");
    expect(await status().textContent()).toBe("2 blocks moved.");
    expect((await blocksInOrder()).slice(-3)).toEqual([
      ...["Monitor Backup job, full width", "Monitor Backup job, full width"],
      before.at(-1),
    ]);
    await admin.getByLabel("Move into group").selectOption("Core services");
    await block("Monitor Backup job, 4 of 4 in Core services").waitFor();
    await press(admin, "Undo");
    await last(0).focus();
    await admin.keyboard.press("Control+a");
    await admin.getByRole("heading", { name: `${before.length + 2} blocks selected` }).waitFor();
    await admin.keyboard.press("Escape");
    await last(before.length - 1).click({ position: { x: 60, y: 20 } });
    await last(before.length).click({ position: { x: 60, y: 20 }, modifiers: ["Control"] });
    await admin.keyboard.press("Delete");
    expect(await blocksInOrder()).toEqual(before);
  });

  it("previews the page in light, dark and on a phone", async () => {
    await admin.getByText("Preview", { exact: true }).click();
    await admin.waitForURL("**/admin/page?view=preview");
    const preview = admin.frameLocator('iframe[title="Status page preview"]');
    await preview.getByRole("heading", { name: "Welcome", includeHidden: true }).waitFor();
    expect(await preview.locator("html").getAttribute("data-theme")).toBe("light");
    const background = () =>
      preview.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await lookAt(admin, "page-builder-preview");
    await admin.getByText("Dark", { exact: true }).click();
    await admin.getByText("Phone", { exact: true }).click();
    expect(await background()).not.toBe(light);
    expect(await preview.locator("body").evaluate(() => window.innerWidth)).toBe(390);
    await lookAt(admin, "page-builder-preview-phone");
    await admin.goBack();
    await canvas().waitFor();
  });

  it("asks before discarding unsaved changes, and publishes saved ones", async () => {
    await follow(admin, "Dashboard");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await press(admin, "Save and publish");
    await admin.getByText("Page published.").waitFor();
    await admin.getByText("All changes published").waitFor();
    const kinds = (await stored()).children.map(({ type }) => type);
    expect(kinds.toSorted()).toEqual(["chart", "group", "incidents", "monitor", "text"]);
    expect(await blocksInOrder()).toHaveLength(5);
    const visitor = await openPerson(browser, product.address);
    await expect
      .poll(
        async () => {
          await visitor.goto("/");
          return await visitor.locator(".svc-group-label").allTextContents();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toEqual(["Core services"]);
    await visitor.getByRole("heading", { name: "Welcome" }).waitFor();
    expect(await visitor.locator(".svc-monitor-name").allTextContents()).toEqual([
      "API",
      "Backup job",
      "Shop",
    ]);
  });

  it("saves a heading in another language, and shows it there", async () => {
    await call("POST", "/locales", { code: "pl", name: "Polski", published: true });
    await admin.reload();
    await block(/^Group Core/).click({ position: { x: 30, y: 20 } });
    await admin.getByLabel("Heading in Polish").fill("Usługi");
    await block(/^Text Welcome/).click({ position: { x: 30, y: 10 } });
    await admin.getByLabel("Text in Polish").fill("## Witaj");
    await lookAt(admin, "page-builder-languages");
    await press(admin, "Save and publish");
    await admin.getByText("All changes published").waitFor();
    const html = async (lang: string) => await (await fetch(`${product.address}/?lang=${lang}`)).text();
    await expect.poll(() => html("pl"), { timeout: 60_000, interval: 500 }).toContain("Witaj");
    expect(await html("pl")).toContain("Usługi");
    expect(await html("en")).not.toContain("Usługi");
    await visit(admin, "/admin/maintenance/new");
    await admin.getByLabel("Name in Polish").fill("Prace");
    await lookAt(admin, "maintenance-languages");
    await admin.getByLabel("Name", { exact: true }).fill("Works");
    await admin.getByRole("switch", { name: "All current and future monitors" }).check();
    await press(admin, "Schedule maintenance");
    await seeHeading(admin, "Maintenance");
    const [planned] = await call<{ locales: object }[]>("GET", "/maintenance");
    expect(planned?.locales).toEqual({ pl: { name: "Prace" } });
    await visit(admin, "/admin/page");
    await block(/^Group Core/).waitFor();
  });

  it("lists what is deleted with a group", async () => {
    await block(/^Group Core/).focus();
    await admin.keyboard.press("Delete");
    const dialog = admin.getByRole("dialog", { name: "Delete group Core services?" });
    await dialog.getByText("Its 2 items are deleted too.", { exact: false }).waitFor();
    await lookAt(admin, "page-builder-delete");
    await press(dialog, "Delete");
    await block(/^Group Core/).waitFor({ state: "detached" });
    await press(admin, "Undo");
    await block(/^Group Core/).waitFor();
  });

  it("shows the server's error at its block, and keeps the layout", async () => {
    await block(/^Group Core/).click({ position: { x: 30, y: 20 } });
    await admin.getByLabel("Heading", { exact: true }).fill("");
    await press(admin, "Save and publish");
    await admin.getByText("The page wasn't saved.").waitFor();
    expect(await admin.getByLabel("Heading", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect(await canvas().locator(".built--bad").count()).toBe(1);
    await lookAt(admin, "page-builder-refused");
    await admin.getByLabel("Heading", { exact: true }).fill("Core");
    await press(admin, "Save and publish");
    await admin.getByText("All changes published").waitFor();
    expect(await canvas().locator(".built--bad").count()).toBe(0);
  });

  it("adds to the selected group, and adds the same block again at the same pointer position", async () => {
    for (const [name, status] of [
      ["Late job", "down"],
      ["Night job", "up"],
    ] as const) {
      const job = { name, type: "webhook", intervalSecs: 3600, config: {} };
      const { heartbeatUrl } = await call<{ heartbeatUrl: string }>("POST", "/monitors", job);
      await fetch(`${product.address}${new URL(heartbeatUrl).pathname}?status=${status}`);
    }
    const groups = () => block(/^Group New group/);
    for (const width of [360, 1440]) {
      await admin.setViewportSize({ width, height: 860 });
      await admin.reload();
      await canvas().waitFor();
      if (width === 360) await press(admin, "Show tools");
      const add = admin.getByRole("complementary").getByRole("button", { name: /^Group/ });
      await add.scrollIntoViewIfNeeded();
      const { x, y, height } = await boxOf(add);
      for (const count of [1, 2]) {
        await admin.mouse.click(x + 30, y + height / 2);
        await expect.poll(() => groups().count()).toBe(count);
      }
    }
    await groups()
      .first()
      .click({ position: { x: 30, y: 12 } });
    await admin.getByText("Add", { exact: true }).click();
    await admin.getByText("Click to add monitors and text to New group").waitFor();
    await admin.getByTitle("Add Card of Late job").click();
    await admin.getByTitle("Add Card of Night job").click();
    await block("Monitor Late job, 1 of 2 in New group").waitFor();
    await block("Monitor Night job, 2 of 2 in New group").waitFor();
  });

  it("previews an unpublished page with statuses and its own look", async () => {
    const card = (name: string) => canvas().locator(".svc-monitor-card", { hasText: name });
    await card("Late job").getByText("Down").waitFor();
    await card("Night job").getByText("Operational").waitFor();
    await lookAt(admin, "page-builder-statuses");
    await admin.setViewportSize({ width: 1440, height: 860 });
    await admin.getByText("Preview", { exact: true }).click();
    const preview = admin.frameLocator('iframe[title="Status page preview"]');
    await preview.getByRole("heading", { name: /outage/, includeHidden: true }).waitFor();
    await preview.locator(".svc-monitor-card", { hasText: "Late job" }).getByText("Down").waitFor();
    const frame = admin.locator("iframe");
    const room = await frame.evaluate((own) => own.parentElement?.clientWidth);
    await expect.poll(async () => Math.round((await boxOf(frame)).width)).toBe(room);
    await lookAt(admin, "page-builder-preview-statuses");
    await admin.goBack();
  });
});
