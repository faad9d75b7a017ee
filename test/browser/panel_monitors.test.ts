import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRODUCT_VERSION } from "../../src/lib/product_version.ts";
import { startTarget, type Target } from "../system/target.ts";
import { hasChromium, keepScreen, launch, lookAt, openPerson } from "./chromium.ts";
import {
  addUser,
  chooseType,
  focused,
  follow,
  press,
  replacePassword,
  seeHeading,
  signIn,
  unfold,
  visit,
} from "./deeds.ts";
import { checkNow, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const ONE_ROUND = { timeout: 60_000 };

describe.skipIf(!hasChromium)("monitors in the panel, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let target: Target;

  beforeAll(async () => {
    [product, browser, target] = await Promise.all([startProduct(), launch(), startTarget({ delayMs: 15 })]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  afterAll(async () => {
    await target?.close();
  });

  const call = makeCall(() => admin);

  const names = async () => await admin.locator("tbody .mrow__link").allInnerTexts();
  const statusOf = (name: string) => admin.getByRole("row", { name }).locator(".status");

  /** Like the keyboard: the browser inserts the text if no handler takes the event. */
  async function paste(content: string, { isAlone = false } = {}): Promise<void> {
    await admin.getByLabel("URL", { exact: true }).focus();
    const isTaken = await admin.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      return !document.activeElement?.dispatchEvent(event);
    }, content);
    expect(isTaken).toBe(!isAlone);
    if (!isTaken) await admin.keyboard.insertText(content);
  }

  it("suggests the first step while there are no monitors", async () => {
    await admin.getByText("Add a monitor").waitFor();
    await follow(admin, "Monitors");
    await seeHeading(admin, "Monitors");
    await admin.getByText("No monitors yet").waitFor();
    await admin.getByRole("link", { name: "Add monitor" }).click();
    await seeHeading(admin, "Add a monitor");
  });

  it("shows the result of a test step by step, and saves nothing", async () => {
    await admin.getByLabel("URL", { exact: true }).fill("not an address");
    await press(admin, "Test");
    await admin.getByText("Use an http or https address").waitFor();
    expect(await admin.getByLabel("URL", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await admin.getByLabel("URL", { exact: true }).fill(`${target.address}/shop`);
    target.failing.add("/shop");
    await press(admin, "Test");
    await admin.getByText("Test failed").waitFor();
    target.failing.delete("/shop");
    await press(admin, "Test");
    await admin.getByText("Test passed").waitFor();
    expect(await admin.getByRole("list", { name: "Steps" }).getByRole("listitem").count()).toBeGreaterThan(0);
    await lookAt(admin, "monitor-new-tested");
    expect(await call<unknown[]>("GET", "/monitors")).toEqual([]);
  });

  it("keeps the typed text when the server rejects it, and asks before discarding it", async () => {
    expect(await admin.getByLabel("Name", { exact: true }).inputValue()).toBe(new URL(target.address).host);
    await admin.getByLabel("Name", { exact: true }).fill("");
    await unfold(admin, "How often");
    await admin.getByLabel("Check every").fill("5");
    await press(admin, "Add monitor");
    await admin.getByText("Fill in this field.").waitFor();
    await admin.getByText("Use 10 to 86400 seconds.").waitFor();
    expect(await admin.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect(await admin.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");
    expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe(`${target.address}/shop`);
    await lookAt(admin, "monitor-new-refused");

    await follow(admin, "Dashboard");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await seeHeading(admin, "Add a monitor");
    await admin.goBack();
    await admin.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await lookAt(admin, "monitor-leave");
    await press(admin.getByRole("dialog"), "Keep editing");
    await admin.waitForURL("**/admin/monitors/new");
    expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe(`${target.address}/shop`);
  });

  it("adds the monitor, and shows it going up and down with its target", async () => {
    await admin.getByLabel("Name", { exact: true }).fill("Shop");
    await unfold(admin, "Status page", "Tags and dependencies");
    await admin.getByLabel("Public name").fill("Buying");
    await admin.getByLabel("Public description").fill("Baskets and orders.");
    await admin.getByLabel("Check every").fill("10");
    for (const tag of ["production", "w".repeat(40)]) {
      await admin.getByLabel("Tags").fill(tag);
      await admin.keyboard.press("Enter");
    }
    await press(admin, "Add monitor");
    await seeHeading(admin, "Shop");
    await admin.locator(".page-header .status--good").waitFor(ONE_ROUND);
    target.failing.add("/shop");
    await admin.locator(".page-header .status--bad").waitFor(ONE_ROUND);
    await admin.getByText("503").first().waitFor();
    await lookAt(admin, "monitor-down");
    target.failing.delete("/shop");
    await checkNow(call, "Shop");
    await admin.locator(".page-header .status--good").waitFor(ONE_ROUND);
    await press(admin, "Check now");
    await admin.getByText(/^Checked: up, \d+ ms\.$/).waitFor();

    await admin.getByLabel("Time range").selectOption("1 hour");
    await admin.waitForURL("**?hours=1");
    await admin.getByText("Buying").waitFor();
    await admin.getByText("Show as table").click();
    await admin.getByRole("columnheader", { name: "Checks" }).waitFor();
    await lookAt(admin, "monitor");
    await admin.getByRole("tab", { name: "Timeline" }).click();
    await admin.getByText("ongoing").waitFor();
    expect(await admin.locator("tbody .status").allInnerTexts()).toEqual(["Up", "Down", "Up"]);
    await lookAt(admin, "monitor-timeline");
  });

  it("leaves room in the chart for the labels of slow responses", async () => {
    const address = /\/monitors\/\d+\/history/;
    await admin.route(address, async (route) => {
      const response = await route.fetch({ maxRetries: 2 });
      const { buckets, ...rest } = (await response.json()) as { buckets: object[] };
      const slow = { avg: 1000, p95: 4000, max: 4000, count: 1, status: "up" };
      await route.fulfill({
        response,
        json: { ...rest, buckets: buckets.map((one) => ({ ...one, ...slow })) },
      });
    });
    await admin.getByRole("tab", { name: "Overview" }).click();
    for (const [measure, highest] of [
      ["Average", "1000 ms"],
      ["Slowest", "4000 ms"],
    ] as const) {
      await admin.locator(".segments__one", { hasText: measure }).click();
      await admin.locator(".chart text", { hasText: highest }).waitFor();
      const cut = await admin.locator(".chart").evaluate((chart) => {
        const frame = chart.getBoundingClientRect();
        const labels = [...chart.querySelectorAll("text")].map((label) => label.getBoundingClientRect());
        return labels.filter(({ left, right }) => left < frame.left || right > frame.right).length;
      });
      expect(cut).toBe(0);
    }
    // A drag over the chart must not select its labels.
    const { x = 0, y = 0, width = 0, height = 0 } = (await admin.locator(".chart").boundingBox()) ?? {};
    await admin.mouse.move(x + 2, y + 8);
    await admin.mouse.down();
    await admin.mouse.move(x + width - 4, y + height - 4, { steps: 5 });
    await admin.mouse.up();
    expect(await admin.evaluate(() => getSelection()?.toString())).toBe("");
    await lookAt(admin, "monitor-slow");
    await press(admin, "Reset zoom");
    await admin.unrouteAll({ behavior: "wait" });
  });

  it("zooms into a selected range, compares it with last week and marks events", async () => {
    const monitors = await call<{ id: number; name: string }[]>("GET", "/monitors");
    const id = monitors.find(({ name }) => name === "Shop")?.id;
    await call("PATCH", `/monitors/${id}`, { publicName: "Buy" });
    await call("POST", "/incidents", {
      title: "Baskets are lost",
      status: "investigating",
      impact: "minor",
      body: "Looking.",
      monitorIds: [id],
      draft: true,
    });
    const asked: URL[] = [];
    admin.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith("/history")) asked.push(url);
    });
    for (const timeoutMs of [9000, 8000, 7000, 6000]) await call("PATCH", `/monitors/${id}`, { timeoutMs });
    await visit(admin, `/admin/monitors/${id}?hours=24`);
    const marks = admin.getByRole("list", { name: "On this chart" });
    await marks.getByText("Settings changed").first().waitFor();
    expect(await marks.getByText("Settings changed").count()).toBe(3);
    const changes = await marks.getByRole("link", { name: "All changes" }).getAttribute("href");
    expect(changes).toMatch(/^\/admin\/audit\?what=monitor&name=/);
    await marks.getByRole("link", { name: "Baskets are lost" }).waitFor();
    const { x = 0, y = 0, width = 0 } = (await admin.locator(".chart").boundingBox()) ?? {};
    await admin.mouse.move(x + width / 2, y + 60);
    await admin.mouse.down();
    await admin.mouse.move(x + width - 2, y + 60, { steps: 4 });
    await admin.mouse.up();
    await admin.getByRole("button", { name: "Reset zoom" }).waitFor();
    const findZoom = () => asked.find(({ searchParams }) => searchParams.has("to"));
    await expect.poll(findZoom).toBeDefined();
    const zoomed = findZoom()!.searchParams;
    // The chart shows at least ten minutes, and half of its width is selected.
    const minutes = (Number(zoomed.get("to")) - Number(zoomed.get("from"))) / 60_000;
    expect(minutes).toBeGreaterThan(4);
    expect(minutes).toBeLessThan(20);
    await admin.getByLabel("Compare with last week").check();
    const weekMs = 7 * 86_400_000;
    const before = String(Number(zoomed.get("to")) - weekMs);
    await expect.poll(() => asked.some((url) => url.searchParams.get("to") === before)).toBe(true);
    await admin.getByRole("region", { name: "Last 12 months" }).getByRole("listitem").last().waitFor();
    await lookAt(admin, "monitor-zoomed");
    await press(admin, "Reset zoom");
    await admin.getByText("Drag over the chart to zoom in.").waitFor();
  });

  it("offers to add several pasted targets, tests each, and keeps rejected ones", async () => {
    const count = async () => (await call<unknown[]>("GET", "/monitors")).length;
    const before = await count();
    await visit(admin, "/admin/monitors/new");
    target.failing.add("/second");
    await paste(`${target.address}/first\n${target.address}/second\n${target.address}/third`);
    const dialog = admin.getByRole("dialog", { name: "Add 3 monitors" });
    await dialog.getByText("Test failed").waitFor();
    await dialog.getByText("Test passed").nth(1).waitFor();
    await lookAt(admin, "monitor-paste");
    target.failing.delete("/second");
    await dialog.getByLabel(`${target.address}/third`, { exact: true }).uncheck();
    await dialog.getByLabel(`Name for ${target.address}/first`).fill("First");
    await dialog.getByLabel(`Name for ${target.address}/second`).fill(" ");
    await press(dialog, "Add 2 monitors");
    await dialog.getByText("Fill in this field.").waitFor();
    expect(await count()).toBe(before + 1);
    await dialog.getByLabel(`Name for ${target.address}/second`).fill("Second");
    await press(dialog, "Add 1 monitor");
    await admin.getByText("2 monitors added.").waitFor();
    await seeHeading(admin, "Monitors");
    const added = await call<{ id: number; name: string; config: { url: string } }[]>("GET", "/monitors");
    const pasted = added.filter(({ name }) => ["First", "Second"].includes(name));
    expect(pasted.map(({ name, config }) => [name, config.url]).sort()).toEqual([
      ["First", `${target.address}/first`],
      ["Second", `${target.address}/second`],
    ]);
    for (const { id } of pasted) await call("DELETE", `/monitors/${id}`);
  });

  it("fills in the form from a curl command", async () => {
    await visit(admin, "/admin/monitors/new");
    await paste(`curl -X PUT -H 'X-Team: shop' -u me:secret -d '{"a":1}' ${target.address}/put`);
    expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe(`${target.address}/put`);
    const name = admin.getByLabel("Name", { exact: true }).first();
    expect(await name.inputValue()).toBe(new URL(target.address).host);
    expect(await admin.getByLabel("Method").inputValue()).toBe("PUT");
    expect(await admin.getByLabel("Body", { exact: true }).inputValue()).toBe('{"a":1}');
    expect(await admin.getByLabel("Password", { exact: true }).inputValue()).toBe("secret");
    await admin.getByLabel("URL", { exact: true }).fill("");
    await paste(`${target.address}/alone`, { isAlone: true });
    expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe(`${target.address}/alone`);
    await follow(admin, "Monitors");
    await press(admin.getByRole("dialog"), "Leave without saving");
  });

  it("chooses the type from a pasted connection URL, and checks the monitor added with it", async () => {
    const { hostname, port } = new URL(target.address);
    await visit(admin, "/admin/monitors/new");
    await paste(`tcp://${hostname}:${port}`);
    await expect.poll(() => admin.getByLabel("Host", { exact: true }).inputValue()).toBe(hostname);
    expect(await admin.getByLabel("Port", { exact: true }).inputValue()).toBe(port);
    await press(admin, "Add monitor");
    type Listed = { id: number; config: { port: number }; currentStatus: string };
    const find = async () =>
      (await call<Listed[]>("GET", "/monitors?type=tcp")).find(({ config }) => config.port === Number(port));
    await expect.poll(async () => (await find())?.currentStatus).toBe("up");
    await call("DELETE", `/monitors/${(await find())?.id}`);
  });

  it("edits a monitor: a secret stays masked, and a dependency cycle is rejected at its field", async () => {
    const { id: vault } = await call("POST", "/vaults", { name: "Team", kind: "local", settings: {} });
    const values = { user: "probe", password: "s3cret" };
    await call("POST", `/vaults/${vault}/secrets`, { name: "probe", type: "userpass", values });
    const { id: api } = await call("POST", "/monitors", {
      name: "API",
      type: "https",
      config: {
        url: `${target.address}/api`,
        headers: { Authorization: "Bearer s3cret" },
        auth: { type: "basic", basic: { username: "probe", password: "s3cret" } },
        assertions: [{ source: "header", name: "Content-Type", operator: "exists" }],
      },
      tags: [{ label: "staging", color: "#d97706" }],
      autoIncidentMinutes: 15,
    });
    const [shop] = await call<{ id: number }[]>("GET", "/monitors?search=shop");
    await call("PUT", `/monitors/${shop!.id}/dependencies`, { dependsOnIds: [api] });

    await visit(admin, `/admin/monitors/${api}`);
    await admin.getByRole("link", { name: "Shop" }).waitFor();
    await admin.getByRole("link", { name: "Edit" }).click();
    await seeHeading(admin, "Edit API");
    expect(await admin.getByLabel("Password", { exact: true }).inputValue()).toBe("••••••••");
    expect(await admin.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("password");
    expect(await admin.getByText("Key", { exact: true }).count()).toBe(0);
    await admin.getByLabel("From a vault").waitFor();
    await lookAt(admin, "monitor-edit");

    await admin.getByLabel("Header", { exact: true }).fill("no header name");
    await press(admin, "Save");
    await admin.getByText("This isn't a valid header name.").waitFor();
    expect(await admin.getByLabel("Header", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await admin.getByLabel("Header", { exact: true }).fill("Content-Type");

    await unfold(admin, "Tags and dependencies");
    await admin.getByLabel("Depends on").fill("sho");
    await admin.keyboard.press("Enter");
    await press(admin, "Save");
    await admin.getByText("This creates a cycle").waitFor();
    await press(admin, "Remove Shop");
    await admin.getByLabel("User name").fill("watcher");
    await admin.getByLabel("From a vault").selectOption("Team: probe");
    await admin.getByText("The secret fills in User name and Password").waitFor();
    expect(await admin.getByLabel("User name").count()).toBe(0);
    expect(await admin.getByLabel("Password", { exact: true }).count()).toBe(0);
    await lookAt(admin, "monitor-vault");
    await press(admin, "Save");
    await seeHeading(admin, "API");
    const saved = await call<{ config: Record<string, unknown>; dependsOnIds: number[] }>(
      "GET",
      `/monitors/${api}`,
    );
    expect(saved.config["auth"]).toEqual({
      type: "basic",
      basic: { username: "watcher", password: "••••••••", vault: { vault: "Team", secret: "probe" } },
    });
    expect(saved.config["headers"]).toEqual({ Authorization: "••••••••" });
    expect(saved.dependsOnIds).toEqual([]);
  });

  it("turns a monitor that an agent checks into a heartbeat, and shows problems of hidden settings", async () => {
    const config = { host: "127.0.0.1", port: 9 };
    const { id } = await call("POST", "/monitors", { name: "Boiler", type: "tcp", config });
    const message = "Agents can't check monitors of the type webhook: leave agent out.";
    // Agents don't run here: only the panel sees one.
    await admin.route(`**/api/v1/admin/monitors/${id}`, async (route) => {
      if (route.request().method() === "GET") {
        const response = await route.fetch({ maxRetries: 2 });
        await route.fulfill({ response, json: { ...(await response.json()), agent: "cellar" } });
      } else {
        const problems = [{ path: "agent", message }];
        await route.fulfill({ status: 400, json: { error: message, problems } });
      }
    });
    await visit(admin, `/admin/monitors/${id}/edit`);
    await chooseType(admin, "Heartbeat");
    const [asked] = await Promise.all([
      admin.waitForRequest((request) => request.method() === "PATCH"),
      press(admin, "Save"),
    ]);
    expect(asked.postDataJSON()).toMatchObject({ type: "webhook", agent: null, locations: [] });
    await admin.getByRole("alert").getByText(`agent: ${message}`).waitFor();
    await lookAt(admin, "monitor-hidden-problem");
    await admin.unroute(`**/api/v1/admin/monitors/${id}`);
    await press(admin, "Save");
    await seeHeading(admin, "Boiler");
    await call("DELETE", `/monitors/${id}`);
  });

  it("gives a heartbeat a URL, which can be reset", async () => {
    await visit(admin, "/admin/monitors/new");
    await admin.getByLabel("Name", { exact: true }).fill("Nightly backup");
    await chooseType(admin, "Heartbeat");
    await admin.getByText("Heartbeats can't be tested here").waitFor();
    await press(admin, "Add monitor");
    await seeHeading(admin, "Nightly backup");
    const address = await admin.getByLabel("URL").inputValue();
    expect((await admin.request.get(address, { maxRetries: 2 })).status()).toBe(200);
    await admin.locator(".page-header .status--good").waitFor();
    await lookAt(admin, "monitor-heartbeat");
    await press(admin, "Reset URL");
    await press(admin.getByRole("dialog"), "Reset URL");
    await admin.getByText("Heartbeat URL reset.").waitFor();
    expect(await admin.getByLabel("URL").inputValue()).not.toBe(address);
    expect((await admin.request.get(address, { maxRetries: 2 })).status()).toBe(404);
  });

  it("never shows an older state from a response overtaken by a check", async () => {
    const { id } = await call("POST", "/monitors", { name: "Mill", type: "webhook", config: {} });
    const { heartbeatUrl } = await call<{ heartbeatUrl: string }>("GET", `/monitors/${id}`);
    await visit(admin, `/admin/monitors/${id}`);
    await seeHeading(admin, "Mill");
    await admin.locator(".page-header .status", { hasText: "Pending" }).waitFor();
    await visit(admin, "/admin/monitors");
    await admin.getByText("Live", { exact: true }).waitFor();
    await admin.getByRole("link", { name: "Mill" }).click();
    await seeHeading(admin, "Mill");

    const { promise: isRead, resolve: tellRead } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const address = new RegExp(`/api/v1/admin/monitors/${id}$`);
    await admin.route(address, async (route) => {
      const response = await route.fetch({ maxRetries: 2 });
      tellRead();
      await isReleased;
      await route.fulfill({ response });
    });
    await call("PATCH", `/monitors/${id}`, { name: "Old mill" });
    await isRead;
    expect((await admin.request.get(heartbeatUrl, { maxRetries: 2 })).status()).toBe(200);
    await admin.locator(".page-header .status--good").waitFor(ONE_ROUND);
    release();
    await seeHeading(admin, "Old mill");
    expect(await admin.locator(".page-header .status--good").count()).toBe(1);
    await admin.unrouteAll({ behavior: "wait" });
    await call("DELETE", `/monitors/${id}`);
  });

  it("keeps filters in the address, and restores them with the back button", async () => {
    for (let n = 1; n <= 6; n++) {
      await call("POST", "/monitors", {
        name: `Region ${n}`,
        type: n % 2 === 0 ? "tcp" : "https",
        intervalSecs: 10,
        config:
          n % 2 === 0
            ? { host: "127.0.0.1", port: Number(new URL(target.address).port) }
            : { url: `${target.address}/region-${n}` },
        tags: [{ label: n > 3 ? "production" : "staging", color: n > 3 ? "#0b6672" : "#d97706" }],
      });
    }
    target.failing.add("/region-5");
    await checkNow(call, "Region 5");
    await visit(admin, "/admin/monitors?search=region&type=https");
    await statusOf("Region 5").getByText("Down").waitFor(ONE_ROUND);
    await expect.poll(names, ONE_ROUND).toEqual(["Region 5", "Region 1", "Region 3"]);
    expect(await admin.getByLabel("Search").inputValue()).toBe("region");
    await admin.getByLabel("Status").selectOption("Down");
    await admin.waitForURL("**?search=region&type=https&status=down");
    await admin.getByText("1 of 9 monitors").waitFor();
    await admin.goBack();
    await admin.getByText("3 of 9 monitors").waitFor();
    await admin.getByLabel("Search").fill("nobody has this name");
    await admin.getByText("No results").waitFor();
    await lookAt(admin, "monitors-nothing");
    await press(admin, "Clear filters");
    await admin.getByText("9 monitors", { exact: true }).waitFor();
    await admin.getByLabel("Search").fill("/REGION-3");
    await expect.poll(names).toEqual(["Region 3"]);
    await admin.getByLabel("Search").fill("");
    await admin.getByText("9 monitors", { exact: true }).waitFor();
    await lookAt(admin, "monitors");
  });

  it("shows uptime and the last checks of each monitor, and twenty rows on a laptop", async () => {
    await visit(admin, "/admin/monitors");
    await admin
      .getByRole("row", { name: "Region 5" })
      .getByRole("img", { name: /\d+ not up/ })
      .waitFor();
    await admin
      .getByRole("row", { name: "Shop" })
      .getByText(/^\d+\.\d\d%$/)
      .waitFor();
    const room = await admin.evaluate(() => {
      const row = document.querySelector("tbody tr:not(.mrow--failing)")?.getBoundingClientRect();
      const top = document.querySelector("tbody")?.getBoundingClientRect().top ?? 768;
      return row ? (768 - top) / row.height : 0;
    });
    expect(room).toBeGreaterThanOrEqual(20);
  });

  it("remembers the sort order, and opens saved filters", async () => {
    const first = async () => (await names())[0];
    expect(await first()).toBe("Region 5");
    await admin.getByLabel("Sort by").selectOption("Name");
    expect(await first()).toBe("API");
    await follow(admin, "Dashboard");
    await seeHeading(admin, "Dashboard");
    await follow(admin, "Monitors");
    await admin.getByText("9 monitors", { exact: true }).waitFor();
    expect(await first()).toBe("API");
    await admin.getByLabel("Sort by").selectOption("Worst first");

    await visit(admin, "/admin/monitors?tag=staging&status=up");
    await press(admin, "Saved filters");
    await admin.getByRole("menuitem", { name: "Save these filters…" }).click();
    await press(admin.getByRole("dialog"), "Save");
    await admin.getByText("Enter a name.").waitFor();
    await lookAt(admin, "monitors-save-filter");
    await admin.getByLabel("Name", { exact: true }).fill("Staging that works");
    await admin.keyboard.press("Enter");
    await admin.getByText("Staging that works saved.").waitFor();
    await visit(admin, "/admin/monitors");
    await press(admin, "Saved filters");
    // An opened menu takes the keyboard focus.
    await expect.poll(() => focused(admin)).toBe("Staging that works");
    await admin.keyboard.press("Enter");
    await admin.waitForURL("**/admin/monitors?status=up&tag=staging");
    expect(await admin.getByLabel("Tag", { exact: true }).inputValue()).toBe("staging");
    await press(admin, "Saved filters");
    await admin.getByRole("menuitem", { name: "Delete Staging that works" }).click();
    await admin.getByText("Staging that works deleted.").waitFor();
  });

  it("groups by tag, with the worst group first", async () => {
    await visit(admin, "/admin/monitors");
    await admin.getByLabel("Group by tag").check();
    await admin.waitForURL("**?group=tag");
    const heads = admin.locator("tbody th");
    await expect
      .poll(async () => (await heads.first().innerText()).replace(/\s+/g, " "))
      .toMatch(/^production .*1 failing$/);
    expect((await heads.allInnerTexts()).at(-1)).toContain("No tag");
    await lookAt(admin, "monitors-grouped");
    const rows = admin.locator("tbody tr:not(.mrow--group)");
    const all = await rows.count();
    const fold = admin.getByRole("button", { name: /^production/ });
    await fold.click();
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await admin.reload();
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    await fold.click();
    await expect.poll(() => rows.count()).toBe(all);
    await admin.getByLabel("Group by tag").uncheck();
  });

  it("changes many at once, or none of them", async () => {
    const dialog = admin.getByRole("dialog");
    await visit(admin, "/admin/monitors?search=region");
    await admin.getByLabel("Select Region 1").check();
    await admin.getByLabel("Select Region 2").check();
    await admin.getByText("2 selected").waitFor();
    await admin.getByRole("button", { name: "Select all 6 matching monitors" }).waitFor();
    await lookAt(admin, "monitors-chosen");
    await admin.setViewportSize({ width: 390, height: 780 });
    await press(admin, "Change");
    await keepScreen(admin, "monitors-chosen-menu");
    await admin.getByRole("menuitem", { name: "Thresholds" }).click();
    await press(dialog, "Cancel");
    await expect.poll(() => focused(admin)).toBe("Change");
    await admin.setViewportSize({ width: 1280, height: 860 });
    await press(admin, "Pause");
    await lookAt(admin, "monitors-bulk-pause");
    await press(dialog, "Pause");
    await admin.getByText("2 monitors paused.").waitFor();
    await statusOf("Region 1").getByText("Paused").waitFor();
    await statusOf("Region 2").getByText("Paused").waitFor();

    await press(admin, "Interval");
    await admin.getByLabel("Check every").fill("3");
    await press(dialog, "Save");
    await dialog.getByText("Use 10 to 86400 seconds.").waitFor();
    await lookAt(admin, "monitors-bulk-refused");
    await press(dialog, "Cancel");
    await press(admin, "Add tag");
    await dialog.getByLabel("Tag", { exact: true }).fill("europe");
    await admin.keyboard.press("Enter");
    await press(dialog, "Save");
    await admin.getByText("2 monitors updated.").waitFor();
    await press(admin, "Add tag");
    await dialog.getByLabel("Tag", { exact: true }).fill("late");
    const regions = await call<{ id: number; name: string }[]>("GET", "/monitors?search=region%20");
    const chosen = regions.filter(({ name }) => /^Region [12]$/.test(name));
    for (const { id } of chosen) await call("PATCH", `/monitors/${id}`, { name: `Elsewhere ${id}` });
    await expect.poll(names, ONE_ROUND).not.toContain("Region 1");
    expect(await dialog.getByLabel("Tag", { exact: true }).inputValue()).toBe("late");
    for (const { id, name } of chosen) await call("PATCH", `/monitors/${id}`, { name });
    await press(dialog, "Cancel");
    await expect.poll(names, ONE_ROUND).toContain("Region 1");
    await admin.getByLabel("Tag", { exact: true }).selectOption("europe");
    await admin.getByText("2 of 9 monitors").waitFor();
  });

  it("deletes many selected by filter", async () => {
    for (const name of ["Old 1", "Old 2", "Old 3"])
      await call("POST", "/monitors", { name, type: "webhook" });
    await visit(admin, "/admin/monitors?search=old%20");
    await admin.getByLabel("Select Old 1").check();
    await press(admin, "Select all 3 matching monitors");
    await admin.getByText("All 3 matching monitors selected").waitFor();
    await press(admin.getByRole("region", { name: "Selected monitors" }), "Delete");
    await lookAt(admin, "monitors-bulk-delete");
    const [asked] = await Promise.all([
      admin.waitForRequest("**/monitors/bulk"),
      press(admin.getByRole("dialog"), "Delete"),
    ]);
    expect(asked.postDataJSON()).toEqual({ filter: { search: "old" }, delete: true });
    await admin.getByText("3 monitors deleted.").waitFor();
    await admin.getByText("No results").waitFor();
  });

  it("deletes a monitor after listing the consequences, and updates other sessions", async () => {
    const [six] = await call<{ id: number }[]>("GET", "/monitors?search=region%206");
    const [four] = await call<{ id: number }[]>("GET", "/monitors?search=region%204");
    await call("PUT", `/monitors/${four!.id}/dependencies`, { dependsOnIds: [six!.id] });
    const wanted = { title: "Region 6 is slow", status: "identified", impact: "minor", body: "Looking." };
    const { id } = await call<{ id: number }>("POST", "/incidents", { ...wanted, monitorIds: [six!.id] });
    await visit(admin, "/admin/monitors?search=region%206");
    await admin.getByRole("link", { name: "Region 6" }).click();
    await seeHeading(admin, "Region 6");
    await press(admin, "Delete");
    await admin.getByText("Its checks, history and uptime are deleted.").waitFor();
    await admin.getByText("Region 4 will no longer depend on it.").waitFor();
    await admin.getByText("Published incidents stay on the page under its last name.").waitFor();
    await admin.getByText("Incident “Region 6 is slow” is open and stays open").waitFor();
    await lookAt(admin, "monitor-delete");
    await press(admin.getByRole("dialog"), "Delete");
    await admin.getByText("Region 6 deleted.").waitFor();
    await call("DELETE", `/incidents/${id}`);
    await seeHeading(admin, "Monitors");
    await admin.getByText("8 monitors", { exact: true }).waitFor();
    const [gone] = await call<{ id: number }[]>("GET", "/monitors?search=region%204");
    await admin.getByRole("link", { name: "Region 4" }).waitFor();
    await call("DELETE", `/monitors/${gone!.id}`);
    await admin.getByRole("link", { name: "Region 4" }).waitFor({ state: "detached" });
  });

  it("opens every page and monitor with the keyboard alone", async () => {
    await visit(admin, "/admin");
    await seeHeading(admin, "Dashboard");
    await admin.keyboard.press("Control+k");
    await admin.getByRole("combobox", { name: "Go to a page or a monitor" }).waitFor();
    await lookAt(admin, "palette");
    await admin.keyboard.type("shop");
    await admin.getByRole("option", { name: "Shop" }).waitFor();
    await admin.keyboard.press("Enter");
    await seeHeading(admin, "Shop");
    expect(await focused(admin)).toBe("Shop");
    await admin.keyboard.press("Control+k");
    await admin.keyboard.type("a");
    await admin.keyboard.press("ArrowDown");
    await admin.keyboard.press("ArrowUp");
    await admin.keyboard.press("Escape");
    await seeHeading(admin, "Shop");
    await admin.keyboard.press("Control+k");
    await admin.keyboard.type("system");
    await admin.keyboard.press("Enter");
    await seeHeading(admin, "System health");
    await admin.getByText("None overdue").waitFor();
    await lookAt(admin, "system");
  });

  it("has keyboard shortcuts for its pages, and lists them", async () => {
    await visit(admin, "/admin");
    await seeHeading(admin, "Dashboard");
    await admin.keyboard.press("?");
    await admin.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Go to incidents").waitFor();
    await lookAt(admin, "shortcuts");
    await admin.keyboard.press("Escape");
    await admin.keyboard.type("gi");
    await seeHeading(admin, "Incidents");
    await admin.getByRole("searchbox").first().fill("gm?");
    await seeHeading(admin, "Incidents");
    expect(await admin.getByRole("dialog").count()).toBe(0);
  });

  it("turns letters as shortcuts off, also after a reload, and on again", async () => {
    const setLetters = async (isOn: boolean) => {
      await admin.getByRole("button", { name: /^Your account/ }).click();
      await admin.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
      await admin.getByRole("switch", { name: "Use letters and ? as shortcuts" }).setChecked(isOn);
      await admin.keyboard.press("Escape");
    };
    await visit(admin, "/admin");
    await setLetters(false);
    await admin.reload();
    await seeHeading(admin, "Dashboard");
    await admin.keyboard.type("?gi");
    await setLetters(true);
    await seeHeading(admin, "Dashboard");
    await admin.keyboard.type("gi");
    await seeHeading(admin, "Incidents");
  });

  it("runs actions on a monitor from the palette, and can undo them", async () => {
    const isPaused = async () =>
      (await call<{ name: string; paused: boolean }[]>("GET", "/monitors")).find(
        ({ name }) => name === "Shop",
      )?.paused;
    await visit(admin, "/admin");
    await admin.keyboard.press("Control+k");
    await admin.getByRole("combobox", { name: "Go to" }).waitFor();
    await admin.keyboard.type("pause shop");
    await admin.getByRole("option", { name: "Pause: Shop" }).waitFor();
    await lookAt(admin, "palette-action");
    await admin.keyboard.press("Enter");
    await admin.getByText("Shop paused.").waitFor();
    expect(await isPaused()).toBe(true);
    await press(admin, "Undo");
    await admin.getByText("Shop resumed.").waitFor();
    expect(await isPaused()).toBe(false);
    await admin.keyboard.press("Control+k");
    await admin.keyboard.type("baskets");
    await admin.getByRole("option", { name: "Baskets are lost" }).waitFor();
    await admin.keyboard.press("Enter");
    await seeHeading(admin, "Baskets are lost");
  });

  it("schedules, changes, ends and deletes maintenance", async () => {
    await follow(admin, "Maintenance");
    await admin.getByText("No maintenance scheduled").waitFor();
    await admin.getByRole("link", { name: "Schedule maintenance" }).click();
    await seeHeading(admin, "Schedule maintenance");
    await admin.getByLabel("Name").fill("Database upgrade");
    await admin.getByLabel("Starts").fill("2030-05-10T22:00");
    await admin.getByLabel("Ends").fill("2030-05-10T21:00");
    await press(admin, "Schedule maintenance");
    await admin.getByText("The end must be after the start.").waitFor();
    await admin.getByLabel("Ends").fill("2030-05-11T01:30");
    await admin.getByText("Duration: 3 h 30 min.").waitFor();
    await press(admin, "Schedule maintenance");
    await admin.getByText("Choose at least one monitor, or all current and future monitors.").waitFor();
    await admin.getByRole("combobox", { name: "Monitors" }).click();
    await lookAt(admin, "maintenance-new");
    await admin.getByRole("combobox", { name: "Monitors" }).fill("shop");
    await admin.keyboard.press("Enter");
    await press(admin, "Schedule maintenance");
    await seeHeading(admin, "Maintenance");
    await admin.getByText("Database upgrade scheduled.").waitFor();

    const now = Date.now();
    await call("POST", "/maintenance", {
      name: "Network work",
      description: "Short interruptions are possible.",
      startsAt: now - 3_600_000,
      endsAt: now + 7_200_000,
      allMonitors: true,
      notifySubscribers: false,
    });
    await call("POST", "/maintenance", {
      name: "Disk swap",
      startsAt: now - 90_000_000,
      endsAt: now - 86_400_000,
      allMonitors: true,
    });
    await admin.reload();
    await admin.getByRole("heading", { name: "In progress" }).waitFor();
    await admin.getByRole("heading", { name: "Scheduled" }).waitFor();
    await admin.getByRole("heading", { name: "Completed" }).waitFor();
    await lookAt(admin, "maintenance");
    await admin.getByText("Calendar", { exact: true }).click();
    await admin.getByRole("link", { name: "Network work" }).first().waitFor();
    await lookAt(admin, "maintenance-calendar");
    await visit(admin, "/admin/maintenance?view=calendar&month=2030-05");
    await admin.getByRole("link", { name: "Database upgrade" }).first().waitFor();
    expect(await admin.getByRole("link", { name: "Database upgrade" }).count()).toBe(2);
    await admin.getByRole("link", { name: "Database upgrade" }).first().click();
    await seeHeading(admin, "Edit Database upgrade");
    await admin.getByLabel("Name").fill("Database move");
    await press(admin, "Save");
    await admin.getByText("Database move saved.").waitFor();

    await admin.getByRole("button", { name: "Actions for Network work" }).click();
    await admin.getByRole("menuitem", { name: "End now" }).click();
    await press(admin.getByRole("dialog"), "End now");
    await admin.getByText("Network work ended.").waitFor();
    await admin.getByRole("heading", { name: "In progress" }).waitFor({ state: "detached" });
    await admin.getByRole("button", { name: "Actions for Database move" }).click();
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    await admin.getByText("It's cancelled and removed from the status page.").waitFor();
    await press(admin.getByRole("dialog"), "Delete");
    await admin.getByText("Database move deleted.").waitFor();
  });

  it("shows current failures on the dashboard, live", async () => {
    await follow(admin, "Dashboard");
    await admin.getByRole("navigation", { name: "Monitors by status" }).waitFor();
    target.failing.add("/region-3");
    await checkNow(call, "Region 3");
    const failing = admin.locator(".card", { has: admin.getByRole("heading", { name: "Failing now" }) });
    await failing.getByRole("link", { name: "Region 3", exact: true }).waitFor(ONE_ROUND);
    await failing.getByRole("link", { name: "Region 5", exact: true }).waitFor();
    await admin.getByRole("img", { name: /^Response time, 24 hours: \d+ ms$/ }).waitFor();
    await lookAt(admin, "dashboard-live");
    target.failing.delete("/region-3");
    await checkNow(call, "Region 3");
    await failing
      .getByRole("link", { name: "Region 3", exact: true })
      .waitFor({ state: "detached", ...ONE_ROUND });
    const tags = admin.locator(".card", { has: admin.getByRole("heading", { name: "By tag" }) });
    await tags.getByRole("link", { name: /^production/ }).click();
    await seeHeading(admin, "Monitors");
    expect(new URL(admin.url()).search).toBe("?tag=production");
  });

  it("shows an operator only what the role can open", async () => {
    const password = await addUser(admin, "otto@example.com", "Operator");
    const operator = await openPerson(browser, product.address);
    await operator.goto("/admin/system");
    await signIn(operator, { email: "otto@example.com", password });
    await operator.getByLabel("New password").waitFor();
    expect(await operator.getByLabel("Temporary password").count()).toBe(0);
    await replacePassword(operator, password, "staple under the tide");
    await operator.waitForURL("**/admin");
    await operator.getByText("Your role (operator) can't open System health.").waitFor();
    await operator.getByText(`Uptide ${PRODUCT_VERSION}`).waitFor();
    const page = operator.getByRole("link", { name: "Open status page" });
    expect(await page.getAttribute("href")).toBe("/");
    await seeHeading(operator, "Dashboard");
    await operator.keyboard.press("Control+k");
    await operator.getByRole("combobox", { name: "Go to a page or a monitor" }).waitFor();
    await operator.keyboard.type("system");
    await operator.getByText("No results.").waitFor();
    await operator.keyboard.press("Control+a");
    await operator.keyboard.type("status page");
    await operator.getByRole("option", { name: "Open status page" }).waitFor();
    await operator.context().close();
  });
});
