import { describe, expect, it } from "vitest";
import { fullPage, smallPage } from "../page/fixtures.ts";
import { hasChromium, keepPicture } from "./chromium.ts";
import { openStatusPages } from "./status_pages.ts";

describe.skipIf(!hasChromium)("the public page in use, in Chromium", () => {
  const pages = openStatusPages();
  const { open, show, isAlive } = pages;

  it("shows and announces days and points with the arrow keys", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    const bar = page.getByRole("slider", { name: "Checkout" });
    await bar.focus();
    await page.keyboard.press("End");
    const tip = page.locator(".tip.on");
    await tip.getByText("Today").waitFor();
    expect(await bar.getAttribute("aria-valuetext")).toContain("Today");
    await page.keyboard.press("ArrowLeft");
    expect(await tip.innerText()).toContain("Nov 20");
    await page.keyboard.press("Home");
    expect(await tip.innerText()).toContain("Oct 23");
    await page.keyboard.press("Escape");
    expect(await tip.count()).toBe(0);
    const plot = page.getByRole("slider", { name: "Website, from here" });
    await plot.focus();
    await page.keyboard.press("End");
    expect(await tip.innerText()).toMatch(/\d+ ms/);
    await page.context().close();
  });

  it.each([1280, 390])("comes back to the same monitor after a reload, %i px wide", async (width) => {
    const { layout, ...rest } = fullPage(100);
    const groups = layout.children.filter(({ type }) => type === "group");
    show({ ...rest, layout: { ...layout, children: groups } });
    const page = await open("/", { viewport: { width, height: 800 } });
    await isAlive(page);
    for (let step = 0; step < 12; step++) await page.evaluate(scrollFurther);
    const seen = await page.evaluate(() =>
      document
        .elementFromPoint(innerWidth / 2, 300)
        ?.closest("[data-monitor]")
        ?.getAttribute("data-monitor"),
    );
    const card = page.locator(`[data-monitor="${seen}"]`);
    const before = (await card.boundingBox())?.y ?? NaN;
    await page.reload();
    await isAlive(page);
    const moved = async () => Math.abs(((await card.boundingBox())?.y ?? NaN) - before);
    await expect.poll(moved).toBeLessThan(120);
    await page.context().close();
  });

  it("shows a day on touch and on hover", async () => {
    show(smallPage());
    const page = await open("/", { hasTouch: true, viewport: { width: 390, height: 800 } });
    await isAlive(page);
    const bar = page.locator('[data-monitor="3"] .bar');
    await bar.scrollIntoViewIfNeeded();
    await bar.tap({ position: { x: 4, y: 8 } });
    expect(await page.locator(".tip.on").innerText()).toContain("Oct 23");
    await page.context().close();
    const wide = await open();
    await isAlive(wide);
    await wide.locator('[data-monitor="3"] .bar').hover({ position: { x: 4, y: 8 } });
    expect(await wide.locator(".tip.on").innerText()).toContain("Oct 23");
    await wide.context().close();
  });

  it("keeps the visitor's choice of light or dark from the first paint", async () => {
    show(smallPage());
    const page = await open("/", { colorScheme: "light" });
    await isAlive(page);
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await colour()).toBe("rgb(250, 248, 255)");
    await page.getByRole("button", { name: "Light or dark" }).click();
    expect(await colour()).toBe("rgb(12, 16, 29)");
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload({ waitUntil: "domcontentloaded" });
    expect(await colour()).toBe("rgb(12, 16, 29)");
    pages.faults.splice(0);
    await page.context().close();
  });

  it("keeps its menus on a phone's screen, whatever the logo's width", async () => {
    for (const logoText of ["N", "Northwind Traders and Sons", "Northwind"]) {
      const calm = smallPage();
      show(smallPage({ site: { ...calm.site, logoText } }));
      const page = await open("/", { viewport: { width: 360, height: 780 } });
      await isAlive(page);
      await page.locator("summary", { hasText: "English" }).click();
      for (const shown of [page.locator(".menu[open] ul"), page.getByRole("link", { name: "Subscribe" })]) {
        const box = await shown.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
      }
      await keepPicture(page, `page_menu-${logoText.length}`, { fullPage: false });
      await page.context().close();
    }
  });

  it("calls the current day today, also in a time zone with another date", async () => {
    // The snapshot is from before midnight, and the page is opened after it.
    const page = smallPage({ takenAt: "2026-11-20T23:59:58.000Z" });
    show(page);
    const west = await open("/", { timezoneId: "America/Los_Angeles" });
    await west.locator("footer").getByText("Los_Angeles").waitFor();
    await west.getByRole("slider", { name: "Checkout" }).focus();
    await west.keyboard.press("End");
    const tip = west.locator(".tip.on");
    await tip.getByText("Today").waitFor();
    expect(await tip.innerText()).not.toContain("Nov 21");
    await west.keyboard.press("ArrowLeft");
    expect(await tip.innerText()).toContain("Nov 20, UTC");
    await west.context().close();
  });

  it("changes the language with a link, and keeps it", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await page.locator("summary", { hasText: "English" }).click();
    await page.getByRole("link", { name: "Polski" }).click();
    await page.getByRole("heading", { name: "Wszystko działa" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("pl");
    await page.context().close();
  });
});

async function scrollFurther(): Promise<void> {
  scrollBy(0, 250);
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
}
