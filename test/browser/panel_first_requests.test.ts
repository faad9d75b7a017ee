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
    const note = (request: { url: () => string }) => {
      const [address, api] = request.url().split("/api/v1/");
      if (api) requests.push(api);
      else if (address?.endsWith(".js")) requests.push("code");
    };
    const requested = () => requests.filter((one) => wanted.includes(one)).toSorted();
    const expectEachOnce = async () => {
      await expect.poll(requested, { timeout: 30_000 }).toEqual(wanted.toSorted());
      requests.length = 0;
    };
    const account = page.getByRole("heading", { level: 1, name: "Your settings" });
    const move = async (href: string) =>
      await page.evaluate((to) => {
        const link = document.createElement("a");
        link.href = to;
        document.querySelector("main")?.append(link);
        link.click();
      }, href);
    await page.goto("/admin/account");
    await account.waitFor();
    page.on("request", note);
    await move(path);
    await account.waitFor({ state: "detached" });
    await expect.poll(() => requests.includes("code")).toBe(true);
    expect(wanted).toContain(requests[0]);
    await expectEachOnce();
    const title = await page.getByRole("heading", { level: 1 }).textContent();

    // The second time nothing starts early: only the page itself can ask.
    await move("/admin/account");
    await account.waitFor();
    requests.length = 0;
    await move(path);
    await expectEachOnce();

    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: title ?? "" }).waitFor();
    await expectEachOnce();
    page.off("request", note);
  });
});
