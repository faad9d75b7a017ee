import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PanelClient } from "../system/panel_client.ts";
import { freePort, ROOT } from "../system/start/product.ts";
import { closePeople, hasChromium, keepPicture, launch, openPerson, takeFaults } from "./chromium.ts";
import { findViolations } from "./examine.ts";
import { type OwnProduct, startProduct } from "./product.ts";
import { startGate } from "./product_gate.ts";
import { setHidden } from "./reader.ts";

const MOST_BYTES = 4096;
/** Longer than the script waits after a failed request. */
const WAIT_MS = 70_000;

describe.skipIf(!hasChromium)("the embedded status on a strict website, in Chromium", () => {
  let browser: Browser;
  let product: OwnProduct;
  let gate: Awaited<ReturnType<typeof startGate>>;
  let panel: PanelClient;
  let website: Server;
  let address: string;
  let markup = "";
  let shopId: number;
  let asked = 0;

  beforeAll(async () => {
    const port = await freePort();
    [browser, product] = await Promise.all([
      launch(),
      startProduct({ variables: { PUBLIC_URL: `http://127.0.0.1:${port}` } }),
    ]);
    gate = await startGate(port, product.address);
    panel = await PanelClient.open(gate.address);
    const monitor = { name: "Shop", type: "webhook", config: {}, intervalSecs: 3600 };
    const made = await panel.post<{ id: number; heartbeatUrl: string }>("/api/v1/admin/monitors", monitor);
    shopId = made.id;
    await fetch(`${made.heartbeatUrl}?status=up`);
    const tree = { id: "root", type: "page", children: [{ id: "m", type: "monitor", monitorId: shopId }] };
    await panel.send("PUT", "/api/v1/admin/layout", { tree });
    await panel.post("/api/v1/admin/locales", { code: "de", name: "Deutsch" });
    website = createServer((_request, response) => {
      response.writeHead(200, {
        "Content-Type": "text/html",
        "Content-Security-Policy": `default-src 'none'; script-src ${gate.address}; connect-src ${gate.address}; frame-src ${gate.address}; require-trusted-types-for 'script'`,
      });
      response.end(markup);
    });
    await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(website.address() as AddressInfo).port}`;
  }, 180_000);

  afterEach(() => {
    expect(takeFaults().filter((fault) => !/^Failed to load resource: net::ERR_/.test(fault))).toEqual([]);
  });

  afterAll(async () => {
    await closePeople();
    website?.close();
    await gate?.stop();
    await product?.stop();
  });

  const page = (lang: string, body: string) =>
    `<!doctype html><html lang="${lang}"><head><title>Shop</title></head><body><main><h1>Shop</h1><a href="#buy">Buy</a></main>${body}</body></html>`;
  const script = (attributes = "") => `<script src="${gate.address}/embed.js" ${attributes} async></script>`;

  async function visit(
    body: string,
    { lang = "en", chance = null }: { lang?: string; chance?: number | null } = {},
  ): Promise<Page> {
    markup = page(lang, body);
    const visitor = await openPerson(browser, address);
    await visitor.clock.install();
    if (chance !== null)
      await visitor.addInitScript((value) => {
        Math.random = () => value;
      }, chance);
    // The route bypasses the browser's cache, which uses the real clock.
    await visitor.route("**/embed.json*", async (route) => {
      await route.continue();
      asked++;
    });
    await visitor.goto("/");
    return visitor;
  }

  async function look(visitor: Page): Promise<void> {
    const before = asked;
    await expect
      .poll(async () => {
        await visitor.clock.fastForward(WAIT_MS);
        return asked;
      })
      .toBeGreaterThan(before);
  }

  const open = async (title: string) =>
    await panel.post<{ id: number }>("/api/v1/admin/incidents", {
      title,
      status: "investigating",
      impact: "critical",
      monitorIds: [shopId],
      body: "Looking.",
    });

  it("is empty while all is well, shows an incident, and disappears when Uptide is unreachable", async () => {
    const visitor = await visit(script());
    const status = visitor.locator("uptide-status").getByRole("status");
    await look(visitor);
    await look(visitor);
    expect(await status.textContent()).toBe("");
    expect(await visitor.locator("uptide-status a").count()).toBe(0);

    const { id } = await open("Checkout fails");
    const heightOf = () => visitor.evaluate(() => document.documentElement.scrollHeight);
    const before = await heightOf();
    await expect
      .poll(async () => {
        await look(visitor);
        return await status.textContent();
      })
      .toBe("Major outage Checkout fails");
    expect(await heightOf()).toBe(before);
    const link = status.getByRole("link", { name: "Major outage Checkout fails" });
    expect(await link.getAttribute("href")).toBe(`${gate.address}/incidents/${id}`);
    for (const colorScheme of ["light", "dark"] as const) {
      await visitor.emulateMedia({ colorScheme });
      await keepPicture(visitor, `embed-${colorScheme}`);
      const backgroundOf = () =>
        link.evaluate((element) => {
          const box = element.closest(".box");
          return box && getComputedStyle(box).backgroundColor;
        });
      const expected = colorScheme === "light" ? "rgb(242, 243, 255)" : "rgb(20, 26, 43)";
      await expect.poll(backgroundOf).toBe(expected);
    }

    await visitor.keyboard.press("Tab");
    await visitor.keyboard.press("Tab");
    expect(await link.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
    const kept = await visitor.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    expect([kept, await visitor.context().cookies()]).toEqual([["", 0, 0], []]);

    gate.close();
    await expect
      .poll(async () => {
        await visitor.clock.fastForward(WAIT_MS);
        return await status.textContent();
      })
      .toBe("");
    const other = await visit(script('data-when="always"'));
    expect(await other.locator("uptide-status").count()).toBe(0);
    expect(await other.getByRole("heading", { name: "Shop" }).isVisible()).toBe(true);
    gate.open();
    await panel.send("DELETE", `/api/v1/admin/incidents/${id}`);
  });

  it("uses the website's language, can be a bar, and stays closed until something changes", async () => {
    const { id } = await open("Zahlung gestört");
    const visitor = await visit(script('data-position="top" data-theme="dark"'), { lang: "de-AT" });
    const box = visitor.locator("uptide-status .box");
    await box.getByText("Zahlung gestört").waitFor();
    expect(await box.getAttribute("lang")).toBe("de");
    expect(await box.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    expect(await findFaults(visitor)).toEqual([]);
    await keepPicture(visitor, "embed-top");
    const close = box.getByRole("button", { name: "Schließen" });
    await close.focus();
    await visitor.keyboard.press("Enter");
    expect(await box.textContent()).toBe("");
    await look(visitor);
    expect(await box.textContent()).toBe("");
    await panel.send("PATCH", `/api/v1/admin/incidents/${id}`, { title: "Zahlung und Suche gestört" });
    await expect
      .poll(async () => {
        await look(visitor);
        return await box.textContent();
      })
      .toContain("Zahlung und Suche gestört");
    await panel.send("DELETE", `/api/v1/admin/incidents/${id}`);
  });

  it("looks again when its tab was hidden at the time, however short", async () => {
    // The next look comes after 27 seconds, the shortest time.
    const visitor = await visit(script('data-when="always"'), { chance: 0 });
    await visitor.locator("uptide-status").getByText("All systems operational").waitFor();
    await setHidden(visitor, true);
    await visitor.clock.runFor(28_000);
    const before = asked;
    await setHidden(visitor, false);
    await expect.poll(() => asked).toBeGreaterThan(before);
  });

  it("is at most 4 KB compressed", async () => {
    const file = readFileSync(join(ROOT, "dist/web/embed.js"));
    expect(gzipSync(file).length).toBeLessThanOrEqual(MOST_BYTES);
    const response = await fetch(`${gate.address}/embed.js`, { headers: { "Accept-Encoding": "gzip" } });
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    expect(await response.text()).toBe(file.toString());
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
  });

  it("can be framed only by allowed websites, and no other page can be framed", async () => {
    const frame = (path: string) => `<iframe src="${gate.address}${path}" title="Status"></iframe>`;
    const textIn = async (visitor: Page) => {
      const inner = visitor.frames().find((one) => one !== visitor.mainFrame());
      return (await inner?.locator("uptide-status").count()) ?? 0;
    };
    const refused = await visit(frame("/embed"));
    expect(await textIn(refused)).toBe(0);
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { embedOrigins: [address] });
    await expect
      .poll(async () => (await fetch(`${gate.address}/embed`)).headers.get("Content-Security-Policy"))
      .toContain(address);
    const allowed = await visit(frame("/embed?lang=de"));
    await allowed.frameLocator("iframe").getByRole("link", { name: "Alle Systeme funktionieren" }).waitFor();
    const page = await visit(frame("/"));
    expect(page.frames().map((one) => one.url())).not.toContain(`${gate.address}/`);
    // Chromium logs each blocked frame in the console.
    expect(takeFaults().filter((fault) => !/frame/i.test(fault))).toEqual([]);
  });

  async function findFaults(visitor: Page): Promise<string[]> {
    return (await findViolations(visitor)).filter((problem) => problem.includes("uptide-status"));
  }
});
