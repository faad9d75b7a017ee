import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../system/start/product.ts";
import { hasChromium, launch, lookAt, openPerson, takeFaults } from "./chromium.ts";
import { press, seeHeading, setUp, signIn, visit } from "./deeds.ts";
import { ADMIN, endStories, openUser } from "./panel_fixture.ts";
import { type Product, startOwnProduct } from "./product.ts";

const OTHER = { email: "olga@example.com", password: "another horse battery" };

/** The stream may have reported the end already, with the dialog over the button. */
async function pressUnderDialog(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).dispatchEvent("click");
}

describe.skipIf(!hasChromium)("the panel without a session or a server, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let start: { stateDir: string; port: number };

  beforeAll(async () => {
    start = { stateDir: mkdtempSync(join(tmpdir(), "uptide-session-")), port: await freePort() };
    [product, browser] = await Promise.all([startOwnProduct(start), launch()]);
    await setUp(product, ADMIN);
    admin = await openPerson(browser, product.address);
    await admin.clock.install();
    await admin.goto("/admin");
    await signIn(admin, ADMIN);
    await seeHeading(admin, "Dashboard");
    const other = await openUser(admin, { ...OTHER, role: "operator" });
    await other.context().close();
  });

  endStories(() => product);

  afterAll(async () => {
    rmSync(start.stateDir, { recursive: true, force: true });
  });

  async function endSession(page: Page): Promise<void> {
    await page.request.post("/api/v1/auth/logout", { headers: { Origin: product.address }, maxRetries: 2 });
  }

  async function signInAgain(page: Page, who: typeof ADMIN): Promise<void> {
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByLabel("Email address").fill(who.email);
    await dialog.getByLabel("Password", { exact: true }).fill(who.password);
    await press(dialog, "Sign in");
  }

  it("never shows an empty screen while the session is loading", async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await admin.route("**/api/v1/auth/session", async (route) => {
      await asked;
      await route.continue();
    });
    await admin.goto("/admin/maintenance/new");
    await admin.getByText("Opening the panel").waitFor();
    answer();
    await seeHeading(admin, "Schedule maintenance");
    await admin.unrouteAll({ behavior: "wait" });
  });

  it("starts by itself after its code failed to load", async () => {
    const withStart = "**/assets/start-*.js";
    await admin.route(withStart, (route) => route.abort());
    await admin.goto("/admin/maintenance/new");
    await admin.getByRole("alert").filter({ hasText: "Can't reach the server" }).waitFor();
    await admin.unroute(withStart);
    await admin.clock.runFor(3000);
    await seeHeading(admin, "Schedule maintenance");
    expect(takeFaults().length).toBeGreaterThan(0);
  });

  it("signs in over a form, and saves the typed text", async () => {
    await admin.goto("/admin/incidents/templates/new");
    await admin.getByLabel("Name", { exact: true }).fill("Network outage");
    await admin.getByLabel("Title", { exact: true }).fill("The network is down");
    await admin.getByLabel("First update", { exact: true }).fill("We are looking into it.");
    await admin.getByLabel("Update when resolved", { exact: true }).fill("The problem is fixed.");
    await endSession(admin);
    await pressUnderDialog(admin, "Add template");
    await admin.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    expect(await admin.getByLabel("Email address").inputValue()).toBe(ADMIN.email);
    await lookAt(admin, "session-ended");
    await signInAgain(admin, ADMIN);
    await admin.getByText("Network outage added.").waitFor();
    await admin.getByRole("link", { name: "Network outage" }).waitFor();
  });

  it("goes straight to the sign-in without typed text, and returns afterwards", async () => {
    await admin.goto("/admin/mail");
    await seeHeading(admin, "Email server");
    await endSession(admin);
    // The page's stream ends with the session, so it notices without a press.
    await seeHeading(admin, "Sign in");
    await admin.getByText("Your session has ended").waitFor();
    await signIn(admin, ADMIN);
    await seeHeading(admin, "Email server");
  });

  it("keeps the tab's typed text across a sign-in with a provider, without secrets", async () => {
    await admin.goto("/admin/mail");
    await admin.getByLabel("Host").fill("smtp.example.com");
    await admin.getByLabel("Password", { exact: true }).fill("never kept");
    await admin.route("**/api/v1/auth/config", async (route) => {
      const sso = { enabled: true, buttonLabel: "Sign in with Acme" };
      await route.fulfill({ json: { passwordLogin: true, sso } });
    });
    await admin.route("**/api/v1/auth/oidc/login?*", async (route) => {
      await route.fulfill({ status: 302, headers: { Location: "/admin/mail" } });
    });
    await endSession(admin);
    await pressUnderDialog(admin, "Save");
    const dialog = admin.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByRole("link", { name: "Sign in with Acme" }).click();
    await seeHeading(admin, "Sign in");
    expect(await admin.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("never kept");
    await signIn(admin, ADMIN);
    await admin.getByText("Your unsaved changes were restored").waitFor();
    expect(await admin.getByLabel("Host").inputValue()).toBe("smtp.example.com");
    expect(await admin.getByLabel("Password", { exact: true }).inputValue()).toBe("");
    await lookAt(admin, "session-restored");
  });

  it("says that a layout was restored until it is published", async () => {
    await admin.goto("/admin/page");
    await admin.getByRole("button", { name: /^Divider/ }).click();
    await endSession(admin);
    await pressUnderDialog(admin, "Save and publish");
    await admin.getByRole("dialog").getByRole("link", { name: "Sign in with Acme" }).click();
    await signIn(admin, ADMIN);
    await visit(admin, "/admin/page");
    await admin.getByText("Your unsaved changes were restored").waitFor();
    await press(admin, "Save and publish");
    await admin.getByText("Page published.").waitFor();
    expect(await admin.getByText("Your unsaved changes were restored").count()).toBe(0);
    await admin.goto("/admin/mail");
    await admin.getByLabel("Host").fill("smtp.example.com");
  });

  it("never shows that text to another user", async () => {
    await endSession(admin);
    await pressUnderDialog(admin, "Save");
    await admin.getByRole("dialog").getByRole("link", { name: "Sign in with Acme" }).click();
    await seeHeading(admin, "Sign in");
    await signIn(admin, OTHER);
    await admin.getByLabel("Host").waitFor();
    expect(await admin.getByLabel("Host").inputValue()).toBe("");
    expect(await admin.evaluate(() => sessionStorage.getItem("uptide.drafts"))).toBeNull();
    await admin.unrouteAll({ behavior: "wait" });
  });

  it("starts fresh if another user signs in over the form, here or in another tab", async () => {
    await admin.goto("/admin/maintenance/new");
    await admin.getByLabel("Name", { exact: true }).fill("Olga's own");
    // The stream ends with the session, so the page notices without a press.
    await endSession(admin);
    await signInAgain(admin, ADMIN);
    await seeHeading(admin, "Dashboard");
    await admin.goto("/admin/maintenance/new");
    expect(await admin.getByLabel("Name", { exact: true }).inputValue()).toBe("");

    await admin.getByLabel("Name", { exact: true }).fill("Ada's own");
    const tab = await admin.context().newPage();
    await tab.goto("/admin");
    await seeHeading(tab, "Dashboard");
    await tab.getByRole("button", { name: "Your account" }).click();
    await tab.getByRole("menuitem", { name: "Sign out" }).click();
    await admin.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await signIn(tab, OTHER);
    await seeHeading(admin, "Dashboard");
    await admin.getByRole("button", { name: `Your account: ${OTHER.email}` }).waitFor();
    await tab.close();
  });

  it("explains a failed sign-in with a provider on the page it started from", async () => {
    await admin.goto("/admin/login?error=sso_failed&returnTo=%2Fadmin%2Faccount%3Ftab%3Dtwo-factor");
    await seeHeading(admin, "Your settings");
    await admin.getByText("Sign-in failed, so nothing was changed.").waitFor();
    expect(new URL(admin.url()).search).toBe("?tab=two-factor");
  });

  it("times out a silent stream of checks, and continues with the next", async () => {
    await admin.request.post("/api/v1/admin/monitors", {
      headers: { Origin: product.address },
      maxRetries: 2,
      data: { name: "Backup", type: "webhook", config: {} },
    });
    let asked = 0;
    await admin.route("**/api/v1/admin/monitors/events", async (route) => {
      if (++asked > 1) await route.continue();
    });
    const first = admin.waitForRequest("**/api/v1/admin/monitors/events");
    await admin.goto("/admin");
    await first;
    await admin.getByText("Connecting…").waitFor();
    await admin.clock.fastForward(41_000);
    await admin.getByText("Live", { exact: true }).waitFor();
    expect(asked).toBe(2);
    await admin.unroute("**/api/v1/admin/monitors/events");
  });

  it("reports after half a minute that the server is unreachable, and retries less and less often", async () => {
    await admin.goto("/admin");
    await admin.getByText("Live", { exact: true }).waitFor();
    await product.stop();
    await admin.getByText("Connecting…").waitFor();
    let asked = 0;
    admin.on("request", (request) => {
      if (new URL(request.url()).pathname.startsWith("/admin/") === false) asked++;
    });
    await admin.clock.fastForward(31_000);
    const banner = admin.getByRole("alert").filter({ hasText: "Uptide has been unreachable since" });
    await banner.waitFor();
    await admin.getByRole("status").filter({ hasText: "Current status unknown" }).waitFor();
    expect(await admin.getByText("Nothing is failing", { exact: true }).count()).toBe(0);
    takeFaults();
    await lookAt(admin, "away");

    // This page was never open, so its code doesn't load either.
    await visit(admin, "/admin/reports");
    const unopened = admin.getByRole("alert").filter({ hasText: "Can't reach the server" });
    await unopened.getByRole("button", { name: "Try again" }).waitFor();
    await lookAt(admin, "away-unopened");
    asked = 0;
    for (let minute = 0; minute < 10; minute++) await admin.clock.runFor(60_000);
    // Each refreshing card sends four requests a minute, and the reconnect check sends one.
    expect(asked).toBeLessThan(60);

    product = await startOwnProduct(start);
    await admin.clock.fastForward(61_000);
    await admin.getByRole("button", { name: "Download CSV" }).waitFor();
    expect(await unopened.count()).toBe(0);
    const sheets = admin.locator('link[rel="stylesheet"][href*="/ReportPage"]');
    expect(
      await sheets.evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).sheet !== null)),
    ).toEqual([true]);
    expect(await banner.count()).toBe(0);
    expect(takeFaults().filter((fault) => !fault.includes("ERR_CONNECTION"))).toEqual([]);
  });
});
