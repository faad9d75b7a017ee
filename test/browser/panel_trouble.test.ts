import type { Browser, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt, takeFaults } from "./chromium.ts";
import { press, seeHeading, visit } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const BROKEN = { status: 500, json: { error: "Something went wrong. Request ID: 1." } };

describe.skipIf(!hasChromium)("the panel while requests fail, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  const call = makeCall(() => admin);
  const fault = () => admin.getByRole("alert").filter({ hasText: "Couldn't load this" });
  const live = () => admin.getByText("Live", { exact: true });
  const filters = () => admin.locator("main search");

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  async function fail(path: string, answer = async (route: Route) => await route.fulfill(BROKEN)) {
    await admin.route(`**/api/v1/admin${path}`, answer);
  }

  /** The browser reports each of them, as it should. */
  async function recover(): Promise<void> {
    await admin.unrouteAll();
    expect(takeFaults().filter((one) => !/status of 50\d|ERR_FAILED/.test(one))).toEqual([]);
  }

  it("shows no filters of an empty list while it loads", async () => {
    const held = Promise.withResolvers<void>();
    await fail("/notifications/channels", async (route) => {
      await held.promise;
      await route.continue();
    });
    await visit(admin, "/admin/channels");
    await admin.getByText("Loading").waitFor({ state: "attached" });
    expect(await filters().count()).toBe(0);
    held.resolve();
    await admin.getByRole("heading", { name: "No channels yet" }).waitFor();
    await recover();
  });

  it("never calls a list live that couldn't be loaded, and loads it without a click later", async () => {
    await call("POST", "/notifications/channels", { name: "Ops", type: "ntfy", config: { topic: "ops" } });
    await call("POST", "/monitors", { name: "Shop", type: "webhook", config: {} });
    await visit(admin, "/admin/monitors");
    await live().waitFor();
    await fail("/notifications/channels*");
    await visit(admin, "/admin/channels");
    await fault().waitFor();
    expect(await live().count()).toBe(0);
    expect(await filters().count()).toBe(0);
    await lookAt(admin, "trouble-list");
    await recover();
    await admin.getByRole("link", { name: "Ops" }).waitFor();
    await live().waitFor();
    await filters().waitFor();
  });

  it("doesn't call the monitors live either", async () => {
    await fail("/monitors/short");
    await admin.goto("/admin/monitors");
    await fault().waitFor();
    await admin.waitForResponse((response) => response.url().endsWith("/short") && !response.ok());
    expect(await live().count()).toBe(0);
    await recover();
    await admin.getByRole("link", { name: "Shop" }).waitFor();
    await live().waitFor();
  });

  it("shows every error in a card, and moves the focus to the title after a retry", async () => {
    for (const path of ["/admin/maintenance", "/admin/mail", "/admin/users", "/admin/monitors/1"]) {
      await fail("/**");
      await visit(admin, path);
      await fault().first().waitFor();
      for (const one of await fault().all())
        expect(await one.evaluate((it) => getComputedStyle(it.closest(".card") ?? it).borderStyle)).toBe(
          "solid",
        );
      await lookAt(admin, `trouble${path.replaceAll("/", "-")}`);
      await recover();
      const retry = fault().first().getByRole("button", { name: "Try again" });
      await retry.focus();
      await admin.keyboard.press("Enter");
      await retry.waitFor({ state: "detached" });
      expect(await admin.evaluate(() => document.activeElement?.tagName), path).toBe("H1");
    }
  });

  it("gives up reading what never arrives, instead of loading forever", async () => {
    await admin.clock.install();
    await fail("/incident-templates", async () => {});
    await visit(admin, "/admin/incidents/templates");
    await seeHeading(admin, "Incident templates");
    await admin.getByText("Loading").waitFor({ state: "attached" });
    await admin.clock.fastForward(31_000);
    await fault().getByText("Can't reach the server.").waitFor();
    await recover();
    await press(fault(), "Try again");
    await admin.getByRole("table", { name: "Incident templates" }).waitFor();
    await admin.clock.resume();
  });

  it("keeps a failed click announced until it is read or tried again", async () => {
    await admin.goto("/admin/monitors/1");
    await fail("/monitors/1/pause");
    const toast = admin.getByRole("region", { name: "Notifications" }).getByRole("alert");
    const pause = admin.getByRole("button", { name: "Pause", exact: true });
    await admin.clock.install();
    await pause.click();
    await toast.getByText("Something went wrong. Request ID: 1.").waitFor();
    await lookAt(admin, "trouble-toast");
    await admin.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1);
    await recover();
    await pause.click();
    await admin.getByText("Shop paused.").waitFor();
    expect(await toast.count()).toBe(0);
    await admin.clock.resume();
  });

  it("says that a change may have been made when its response is lost, also once the server responds", async () => {
    await visit(admin, "/admin/actions/new");
    await admin.getByLabel("Name", { exact: true }).first().fill("Restart");
    await admin.getByLabel("URL", { exact: true }).fill("https://deploy.example.com/restart");
    await fail("/actions", async (route) => {
      await route.fetch({ maxRetries: 2 });
      await route.abort();
    });
    await admin.route("**/health", async (route) => await route.abort());
    await press(admin, "Add action");
    const unsure = admin.getByRole("alert").filter({ hasText: "It may have done this already" });
    await unsure.waitFor();
    const back = admin.waitForResponse("**/health");
    await recover();
    await back;
    // The browser may report the last failed request only now.
    await recover();
    const name = admin.getByLabel("Name", { exact: true }).first();
    expect(await name.inputValue()).toBe("Restart");
    await name.fill("Restart the shop");
    expect(await unsure.count()).toBe(1);
    expect(await call<object[]>("GET", "/actions")).toHaveLength(1);
  });
});
