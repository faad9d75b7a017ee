import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShortMonitor } from "../../src/schema/listed_monitor.ts";
import { closePeople, hasChromium, launch, openPerson, takeFaults } from "./chromium.ts";
import { CHECKS_A_SECOND, measureScript, startCrowd } from "./crowd.ts";
import { seeHeading, setUp, signIn } from "./deeds.ts";
import { ADMIN } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const MONITORS = 2000;
const COUNT = "2,000 monitors";

describe.skipIf(!hasChromium)("the list of 2,000 monitors, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let crowd: Awaited<ReturnType<typeof startCrowd>>;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    await setUp(product, ADMIN);
    crowd = await startCrowd(product, { ids: listCrowd().map(({ id }) => id), list: listCrowd() });
    page = await openPerson(browser, crowd.address);
    await page.goto("/admin/monitors");
    await signIn(page, ADMIN);
    await seeHeading(page, "Monitors");
  });

  afterAll(async () => {
    await closePeople();
    await crowd?.close();
    await product?.stop();
  });

  it("follows every check, and renders only rows near the viewport", async () => {
    await page.getByText(COUNT, { exact: true }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(await page.locator("tbody tr").count()).toBeLessThan(60);
    expect(await page.getByRole("table", { name: "Monitors" }).getAttribute("aria-rowcount")).toBe("2001");

    const still = await measureScript(page, crowd, { checks: 300 });
    const scrolling = await measureScript(page, crowd, {
      checks: 300,
      meanwhile: async () => {
        for (let at = 0; at < 60; at++) {
          await page.mouse.wheel(0, 1500);
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
        }
      },
    });
    console.log(
      `2,000 monitors, ${CHECKS_A_SECOND} checks a second: ${still.script} ms of script and ${still.task} ms of ` +
        `main thread per second; while scrolling ${scrolling.script} ms and ${scrolling.task} ms`,
    );

    // The wheel may still be turning on a busy machine.
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
          return await page.getByRole("link", { name: "Monitor 2000", exact: true }).count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    const endOf = async (name: string) => {
      const cell = page.locator(".mrow__name").filter({ has: page.getByRole("link", { name, exact: true }) });
      const box = await cell.boundingBox();
      return box ? box.x + box.width : 0;
    };
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("link", { name: "Monitor 1", exact: true }).waitFor();
    // Every third monitor has a tag; the names of the others use the column.
    expect(await endOf("Monitor 2")).toBeGreaterThan((await endOf("Monitor 1")) + 50);

    await page.getByLabel("Search").fill("monitor 1234");
    await page.getByText(`1 of ${COUNT}`).waitFor();
    crowd.turnDown(1234);
    await page.getByRole("row", { name: "Monitor 1234" }).getByText("Down").waitFor();
    expect(takeFaults()).toEqual([]);
  });
});

function listCrowd(): ShortMonitor[] {
  const now = Date.now();
  return Array.from({ length: MONITORS }, (_, n) => ({
    id: n + 1,
    key: `monitor-${n + 1}`,
    name: `Monitor ${n + 1}`,
    type: "https",
    address: `https://example.com/${n + 1}`,
    tags: n % 3 === 0 ? [{ label: "production", color: "#0b6672" }] : [],
    alertsNobody: true,
    currentStatus: "up" as const,
    confirmedStatus: "up" as const,
    statusSince: now - 86_400_000,
    lastCheckedAt: now - 5000,
    responseMs: 40,
    message: "Responded with 200 in 40 ms.",
    createdAt: now - 86_400_000,
  }));
}
