import { createHash } from "node:crypto";
import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PanelClient } from "../system/panel_client.ts";
import { closePeople, hasChromium, launch, lookAt, openPerson, takeFaults } from "./chromium.ts";
import { type Product, startProduct } from "./product.ts";

interface Made {
  id: number;
  heartbeatUrl: string;
}

describe.skipIf(!hasChromium)("the public page of the product, in Chromium", () => {
  let browser: Browser;
  let product: Product;
  let panel: PanelClient;
  let shop: Made;
  let search: Made;

  beforeAll(async () => {
    [browser, product] = await Promise.all([launch(), startProduct()]);
    panel = await PanelClient.open(product.address);
    shop = await addMonitor("Shop");
    search = await addMonitor("Search");
    const card = ({ id }: Made) => ({ id: `m${id}`, type: "monitor", monitorId: id });
    const group = { id: "front", type: "group", label: "Front", children: [card(shop), card(search)] };
    const tree = { id: "root", type: "page", children: [group, { id: "list", type: "incidents" }] };
    await panel.send("PUT", "/api/v1/admin/layout", { tree });
    await panel.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: true });
  }, 180_000);

  afterEach(() => {
    expect(takeFaults()).toEqual([]);
  });

  afterAll(async () => {
    await closePeople();
    await product?.stop();
  });

  async function addMonitor(name: string): Promise<Made> {
    const body = { name, type: "webhook", config: {}, intervalSecs: 3600 };
    const made = await panel.post<Made>("/api/v1/admin/monitors", body);
    await beat(made, "up");
    return made;
  }

  async function beat({ heartbeatUrl }: Made, status: string): Promise<void> {
    const reply = await fetch(`${heartbeatUrl}?status=${status}&ms=25`);
    expect(reply.status).toBe(200);
  }

  const openIncident = (title: string) =>
    panel.post<{ id: number }>("/api/v1/admin/incidents", {
      title,
      status: "investigating",
      impact: "major",
      monitorIds: [shop.id],
      body: "We are **looking** into it.",
    });

  it("shows a failure and an incident live, and links to the incident and the history", async () => {
    const visitor = await openPerson(browser, product.address);
    const streams = visitor.waitForResponse((response) => response.url().endsWith("/events"));
    await visitor.goto("/");
    await visitor.getByRole("heading", { level: 1, name: "All systems operational" }).waitFor();
    await streams;
    const card = visitor.locator(".svc-monitor-card", { hasText: "Shop" });
    await beat(shop, "down");
    await card.getByText("Down", { exact: true }).first().waitFor();
    await visitor.getByRole("heading", { level: 1, name: "Partial outage" }).waitFor();
    await card.locator(".pct", { hasNotText: "100%" }).waitFor();
    const { id } = await openIncident("Payments are refused");
    await visitor.locator(".svc-incidents-section").getByText("Payments are refused").first().waitFor();
    await lookAt(visitor, "product_page_trouble");
    await visitor
      .locator(".svc-incidents-section")
      .getByRole("link", { name: "Payments are refused" })
      .first()
      .click();
    await visitor.waitForURL(`**/incidents/${id}`);
    await visitor.getByRole("heading", { level: 1, name: "Payments are refused" }).waitFor();
    await panel.post(`/api/v1/admin/incidents/${id}/updates`, {
      body: "The cause is found.",
      status: "identified",
    });
    await visitor.getByText("The cause is found.").waitFor();
    await lookAt(visitor, "product_incident");
    await visitor.goto("/history");
    await visitor.getByRole("heading", { level: 1, name: "Incident history" }).waitFor();
    await visitor.getByText("Payments are refused").first().waitFor();
    await lookAt(visitor, "product_history");
    await visitor.getByRole("link", { name: "Subscribe" }).click();
    await visitor.getByRole("dialog").getByRole("button", { name: "Feeds" }).click();
    expect(await visitor.getByLabel("RSS feed").inputValue()).toBe(
      `${product.address}/api/v1/public/incidents.rss`,
    );
    await visitor.goto("/nothing/here");
    await visitor.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    await visitor.goto("/?lang=pl");
    await visitor.getByText("Nie działa").first().waitFor();
    await visitor.goto(`/incidents/${id}`);
    await visitor.getByText("Znamy przyczynę").first().waitFor();
    await visitor.context().close();
  });

  it("opens no dialog at /subscribe when subscriptions are off", async () => {
    const visitor = await openPerson(browser, product.address);
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: false });
    const scripts: string[] = [];
    visitor.on("request", (one) => one.resourceType() === "script" && scripts.push(one.url()));
    const streams = visitor.waitForResponse((response) => response.url().endsWith("/events"));
    await visitor.goto("/subscribe");
    await visitor.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    await streams;
    expect(scripts).toHaveLength(1);
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: true });
    await visitor.context().close();
  });

  it("shows everything without JavaScript too", async () => {
    const { id } = await openIncident("Without scripts");
    const context = await browser.newContext({ baseURL: product.address, javaScriptEnabled: false });
    const visitor: Page = await context.newPage();
    await visitor.goto("/");
    await visitor
      .locator(".svc-monitor-card", { hasText: "Search" })
      .getByText("Operational")
      .first()
      .waitFor();
    await visitor.getByRole("link", { name: "Without scripts" }).first().click();
    await visitor.getByRole("heading", { level: 1, name: "Without scripts" }).waitFor();
    expect(await visitor.locator("strong", { hasText: "looking" }).count()).toBe(1);
    await visitor.goto("/history");
    await visitor.getByText("Without scripts").first().waitFor();
    expect(visitor.url()).toContain("/history");
    await panel.send("DELETE", `/api/v1/admin/incidents/${id}`);
    await context.close();
  });

  it("is compressed, complete, and not sent again while unchanged", async () => {
    const headers = { "Accept-Encoding": "gzip" };
    const plain = await (await fetch(product.address, { headers: { "Accept-Encoding": "identity" } })).text();
    const reply = await fetch(product.address, { headers });
    expect(reply.headers.get("Content-Encoding")).toBe("gzip");
    expect(await reply.text()).toBe(plain);
    const raw = await rawBytes(product.address);
    expect(gunzipSync(raw).toString()).toBe(plain);
    expect(raw.length).toBeLessThan(plain.length / 2);
    const again = await fetch(product.address, {
      headers: { ...headers, "If-None-Match": reply.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it("includes its style sheet in a first view, but not when it reloads itself", async () => {
    const first = await fetch(product.address);
    const html = await first.text();
    const [, sheet = "", style = ""] = /<style data-sheet="([^"]+)">([\s\S]*?)<\/style>/.exec(html) ?? [];
    expect(html).not.toContain('rel="stylesheet"');
    expect(style).toBe(await (await fetch(new URL(sheet, product.address))).text());
    const hash = createHash("sha256").update(style).digest("base64");
    expect(first.headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
    const again = await (await fetch(new URL("/?after=0", product.address))).text();
    expect(again).not.toContain("<style data-sheet");
    expect(again).toContain(`<link rel="stylesheet" href="${sheet}"`);
    const context = await browser.newContext({ baseURL: product.address });
    const visitor = await context.newPage();
    const requested: string[] = [];
    visitor.on("request", (request) => requested.push(request.resourceType()));
    await visitor.goto("/");
    const header = visitor.locator(".svc-header");
    expect(await header.evaluate((one) => getComputedStyle(one).display)).toBe("flex");
    expect(requested).not.toContain("stylesheet");
    await context.close();
  });

  it("shows an incident without a reload for its style sheet", async () => {
    const context = await browser.newContext({ baseURL: product.address });
    const visitor = await context.newPage();
    await visitor.clock.install();
    await visitor.goto("/");
    await visitor.evaluate(() => Object.assign(window, { isSame: true }));
    const { id } = await openIncident("Live and styled");
    await visitor.getByText("Live and styled").first().waitFor();
    // The page reloads for a new look after a few seconds.
    await visitor.clock.runFor(10_000);
    await visitor.waitForLoadState();
    expect(await visitor.evaluate(() => "isSame" in window)).toBe(true);
    await panel.send("DELETE", `/api/v1/admin/incidents/${id}`);
    await context.close();
  });

  it("signs a user with a second factor into a private page in place", async () => {
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: true });
    const { temporaryPassword } = await panel.post<{ temporaryPassword: string }>("/api/v1/admin/users", {
      email: "viewer@example.com",
      role: "operator",
    });
    const visitor = await openPerson(browser, product.address);
    await visitor.goto("/history");
    await visitor.getByRole("heading", { level: 1, name: "This status page is private" }).waitFor();
    await lookAt(visitor, "product_sign_in");
    const signIn = async (password: string) => {
      await visitor.getByLabel("Email address").fill("viewer@example.com");
      await visitor.getByLabel("Password", { exact: true }).fill(password);
      await visitor.getByRole("button", { name: "Sign in" }).click();
    };
    await signIn("not this one");
    await visitor.getByText("Wrong email address or password.").waitFor();
    await signIn(temporaryPassword);
    await visitor.getByLabel("New password").fill("a password of mine");
    await lookAt(visitor, "product_sign_in_new_password");
    await visitor.getByRole("button", { name: "Save password" }).click();
    await visitor.getByRole("heading", { level: 1, name: "Incident history" }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe("/history");

    const secret = await turnOnCodes(visitor);
    await visitor.context().clearCookies();
    await visitor.goto("/");
    await signIn("a password of mine");
    await visitor.getByLabel("Code from your authenticator app").fill("000000");
    await lookAt(visitor, "product_sign_in_code");
    await visitor.getByRole("button", { name: "Continue" }).click();
    await visitor.getByText("The code is wrong or has expired.").waitFor();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await visitor.getByLabel("Code from your authenticator app").fill(code);
    await visitor.getByRole("button", { name: "Continue" }).click();
    await visitor.locator(".svc-monitor-card", { hasText: "Shop" }).waitFor();
    await lookAt(visitor, "product_private_page");
    await visitor.getByRole("button", { name: "Sign out" }).click();
    await visitor.getByRole("heading", { level: 1, name: "This status page is private" }).waitFor();
    await visitor.context().close();
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: false });
  });

  it("offers sign-out to signed-in users, even on a public page and without JavaScript", async () => {
    const { temporaryPassword } = await panel.post<{ temporaryPassword: string }>("/api/v1/admin/users", {
      email: "reader@example.com",
      role: "viewer",
    });
    const password = "a password of mine";
    const visitor = await openPerson(browser, product.address);
    const send = async (path: string, data: object) =>
      (
        await visitor.request.post(`/api/v1/auth/${path}`, {
          data,
          headers: { Origin: product.address },
          maxRetries: 2,
        })
      ).status();
    const signIn = (given: string) => send("login", { email: "reader@example.com", password: given });
    expect(await signIn(temporaryPassword)).toBe(200);
    expect(await send("change-password", { currentPassword: temporaryPassword, newPassword: password })).toBe(
      204,
    );
    await visitor.goto("/");
    const button = visitor.getByRole("button", { name: "Sign out" });
    await button.waitFor();
    expect(await visitor.getByRole("link", { name: "Panel" }).count()).toBe(0);
    await lookAt(visitor, "product_signed_in");
    await button.click();
    await button.waitFor({ state: "detached" });
    const asked: string[] = [];
    visitor.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await visitor.reload();
    await visitor.getByRole("slider").first().waitFor();
    expect(asked.filter((path) => path.includes("/auth/"))).toEqual([]);

    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: true });
    const context = await browser.newContext({ baseURL: product.address, javaScriptEnabled: false });
    const bare = await context.newPage();
    const reply = await context.request.post("/api/v1/auth/login", {
      data: { email: "reader@example.com", password },
      headers: { Origin: product.address },
      maxRetries: 2,
    });
    expect(reply.status()).toBe(200);
    await bare.goto("/");
    await bare.getByRole("button", { name: "Sign out" }).click();
    await bare.getByRole("heading", { level: 1, name: "This status page is private" }).waitFor();
    expect((await context.request.get("/api/v1/auth/session", { maxRetries: 2 })).status()).toBe(401);
    await bare.goto("/admin");
    await bare.getByRole("heading", { level: 1, name: "The panel needs JavaScript" }).waitFor();
    await bare.getByRole("link", { name: "The status page works without it." }).click();
    await context.close();
    await visitor.context().close();
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: false });
  });

  it("goes to the sign-in if the page becomes private while it is open", async () => {
    const visitor = await openPerson(browser, product.address);
    const stream = visitor.waitForResponse((response) => response.url().includes("/events"));
    await visitor.goto("/");
    await stream;
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: true });
    await visitor
      .getByRole("heading", { level: 1, name: "This status page is private" })
      .waitFor({ timeout: 60_000 });
    await visitor.context().close();
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: false });
  });

  async function turnOnCodes(visitor: Page): Promise<string> {
    const post = async (path: string, data: object) => {
      const reply = await visitor.request.post(`/api/v1/auth/2fa/${path}`, {
        data,
        headers: { Origin: product.address },
        maxRetries: 2,
      });
      expect([path, reply.status()]).toEqual([path, 200]);
      return (await reply.json()) as { setupToken: string; secret: string };
    };
    const { setupToken, secret } = await post("setup", { currentPassword: "a password of mine" });
    // A code works once, so an earlier test left this step's code for here.
    const timestamp = Date.now() - 30_000;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    await post("enable", { setupToken, code });
    return secret;
  }
});

async function rawBytes(address: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    get(address, { headers: { "Accept-Encoding": "gzip" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks)));
    }).on("error", reject);
  });
}
