import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { FIRST_REQUESTS } from "../../web/admin/route/first_requests.ts";
import { hasChromium, launch } from "./chromium.ts";
import { endStories, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

describe.skipIf(!hasChromium)("the requests that start before a page's code", () => {
  let product: Product;
  let page: Page;

  beforeAll(async () => {
    const [started, browser] = await Promise.all([startProduct(), launch()]);
    product = started;
    page = await openAdmin(browser, product);
  });

  endStories(() => product);

  it.each(Object.entries(FIRST_REQUESTS))("%s loads each of them, and only once", async (path, wanted) => {
    const requests: string[] = [];
    const note = (request: { url: () => string }) => requests.push(request.url().split("/api/v1/")[1] ?? "");
    const requested = () => requests.filter((one) => wanted.includes(one)).toSorted();
    // Within the panel nothing starts early: only the page itself can ask.
    await page.goto("/admin/account");
    await page.getByRole("heading", { level: 1, name: "Your settings" }).waitFor();
    page.on("request", note);
    await page.evaluate((href) => {
      const link = document.createElement("a");
      link.href = href;
      document.querySelector("main")?.append(link);
      link.click();
    }, path);
    await expect.poll(requested, { timeout: 30_000 }).toEqual(wanted.toSorted());
    const title = await page.getByRole("heading", { level: 1 }).textContent();

    requests.length = 0;
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: title ?? "" }).waitFor();
    await expect.poll(requested, { timeout: 30_000 }).toEqual(wanted.toSorted());
    page.off("request", note);
  });
});
