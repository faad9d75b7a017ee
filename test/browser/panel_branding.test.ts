import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import { press, seeHeading } from "./deeds.ts";
import { endStories, openAdmin, openUser } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe.skipIf(!hasChromium)("branding by a user with the branding role, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let designer: Page;
  const files = mkdtempSync(join(tmpdir(), "uptide-images-"));

  beforeAll(async () => {
    writeFileSync(join(files, "logo.png"), PNG);
    writeFileSync(join(files, "logo.txt"), "no image at all");
    [product, browser] = await Promise.all([startProduct(), launch()]);
    const admin = await openAdmin(browser, product);
    designer = await openUser(admin, { email: "grace@example.com", role: "branding" });
    await designer.goto("/admin");
  });

  endStories(() => product);

  afterAll(async () => {
    rmSync(files, { recursive: true, force: true });
  });

  const preview = () => designer.frameLocator('iframe[title="Status page preview"]');
  const colourOf = async (selector: string, property: string) =>
    await preview()
      .locator(selector)
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

  it("is the first page, and other roles' pages lead back to it", async () => {
    await seeHeading(designer, "Branding");
    const links = designer.getByRole("navigation").getByRole("link");
    expect(await links.allInnerTexts()).toEqual(["Branding", "Page builder", "Localization"]);
    await designer.goto("/admin/monitors");
    await designer.waitForURL("**/admin/branding");
    await designer.goto("/admin/page");
    await seeHeading(designer, "Page builder");
    await designer.goto("/admin/branding");
    const startOf = async (locator: Locator) => (await locator.boundingBox())?.x;
    const save = designer.getByRole("button", { name: "Save and publish" });
    expect(await startOf(save)).toBe(await startOf(designer.getByLabel("Site name")));
    await lookAt(designer, "branding");
  });

  it("shows a new name and logo in the preview before saving", async () => {
    await designer.getByLabel("Site name").fill("Northwind Status");
    await designer.getByLabel("Text", { exact: true }).check();
    await preview().locator(".logo-text", { hasText: "Northwind Status" }).waitFor();
    await designer.getByLabel("Image", { exact: true }).check();
    await designer.getByLabel("Choose an image: Logo on light").setInputFiles(join(files, "logo.txt"));
    await designer.getByText("Use a JPEG, PNG, GIF or WebP image.").waitFor();
    await designer.getByLabel("Choose an image: Logo on light").setInputFiles(join(files, "logo.png"));
    await designer.getByText("Logo on light uploaded and published.").waitFor();
    await preview().locator(".logo img").first().waitFor();
    await designer.getByText("Until you upload one, visitors see the other logo.").waitFor();
    expect(await designer.getByLabel("Site name").inputValue()).toBe("Northwind Status");
    await designer.getByRole("button", { name: "Remove" }).click();
    await press(designer.getByRole("dialog"), "Remove");
    await preview().locator(".logo-text", { hasText: "Northwind Status" }).waitFor();
  });

  it("applies the brand colour to buttons and links, in the preview and for visitors", async () => {
    await designer.getByLabel("Use a brand colour").check();
    await designer.getByRole("textbox", { name: "Brand colour", exact: true }).fill("#0b6e4f");
    await expect.poll(() => colourOf("a.logo", "--brand")).toContain("#0b6e4f");
    await press(designer, "Save and publish");
    await designer.getByText("Branding published.").waitFor();
    await lookAt(designer, "branding-brand");
    const visitor = await openPerson(browser, product.address);
    await visitor.goto("/history");
    expect(await visitor.content()).toContain("--brand:light-dark(#0b6e4f,");
    await visitor.context().close();
  });

  it("warns about colours with too little contrast", async () => {
    await designer.getByLabel("Use custom branding").check();
    await designer.getByText("All text has enough contrast.").waitFor();
    await designer.getByLabel("Secondary text", { exact: true }).fill("#c0c4cc");
    await designer
      .getByText(/^Secondary text on the page background: 1\.\d:1 \(at least 4\.5:1 needed\)\.$/)
      .waitFor();
    await designer.getByLabel("Page background", { exact: true }).fill("teal");
    await designer.getByText("Use a hex colour, rgb() or rgba().").first().waitFor();
    await lookAt(designer, "branding-contrast");
    await press(designer, "Save and publish");
    await expect
      .poll(() => designer.evaluate(() => document.activeElement?.getAttribute("aria-invalid")))
      .toBe("true");
    await press(designer, "Reset to default colours");
    await designer.getByText("All text has enough contrast.").waitFor();
    await designer.getByLabel("Page background", { exact: true }).fill("#fff8e7");
    expect(await colourOf("body", "background-color")).toBe("rgb(255, 248, 231)");
  });

  it("accepts separate dark colours, with their own preview", async () => {
    await designer.getByLabel("Use different colours in dark mode").check();
    await designer.getByText("All text has enough contrast.").nth(1).waitFor();
    await designer.getByLabel("Dark: Secondary text", { exact: true }).fill("#303848");
    await designer.getByText(/^Secondary text on the page background: 1\.\d:1/).waitFor();
    await designer.getByLabel("Dark: Secondary text", { exact: true }).fill("#b0b8c8");
    await designer.getByLabel("Dark: Page background", { exact: true }).fill("#101820");
    await designer.getByText("All text has enough contrast.").nth(1).waitFor();
    expect(await colourOf("body", "background-color")).toBe("rgb(255, 248, 231)");
    const themes = designer.getByRole("group", { name: "Preview theme" });
    await themes.getByText("Dark", { exact: true }).click();
    await expect.poll(() => colourOf("body", "background-color")).toBe("rgb(16, 24, 32)");
    await lookAt(designer, "branding-dark");
    await themes.getByText("Light", { exact: true }).click();
  });

  it("accepts thresholds, CSS and links, and reports invalid ones", async () => {
    await designer.getByLabel("Degraded from").fill("99.95");
    await designer.getByLabel("CSS", { exact: true }).fill(".svc-footer {\n  letter-spacing: 3px;\n}");
    expect(await colourOf(".svc-footer", "letter-spacing")).toBe("3px");
    await press(designer, "Save and publish");
    await designer.getByText("The thresholds must decrease").first().waitFor();
    expect(await designer.getByLabel("Degraded from").getAttribute("aria-invalid")).toBe("true");
    await lookAt(designer, "branding-custom");
    await designer.getByLabel("Degraded from").fill("99.5");
    await designer.getByLabel("Days shown").selectOption("90 days");
    await press(designer, "Add link");
    await designer.getByLabel("Link text").fill("Privacy");
    await designer.getByLabel("URL").fill("javascript:0");
    await press(designer, "Save and publish");
    await designer.getByText("Use an https, http or mailto address").first().waitFor();
    await lookAt(designer, "branding-links");
    await designer.getByLabel("URL").fill("https://example.com/privacy");
    await press(designer, "Save and publish");
    await designer.getByText("Branding published.").waitFor();
    await designer.reload();
    expect(await designer.getByLabel("Degraded from").inputValue()).toBe("99.5");
    expect(await designer.getByLabel("Days shown").inputValue()).toBe("90");
    expect(await designer.getByLabel("URL").inputValue()).toBe("https://example.com/privacy");
    const visitor = await openPerson(browser, product.address);
    await expect
      .poll(
        async () => {
          await visitor.goto("/");
          return await visitor.evaluate(() => [
            document.title,
            getComputedStyle(document.body).backgroundColor,
            getComputedStyle(document.querySelector(".svc-footer") as Element).letterSpacing,
          ]);
        },
        { timeout: 60_000, interval: 500 },
      )
      .toEqual(["Northwind Status", "rgb(255, 248, 231)", "3px"]);
    await visitor.emulateMedia({ colorScheme: "dark" });
    const seen = () => visitor.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(seen).toBe("rgb(16, 24, 32)");
    expect(await visitor.getByRole("button", { name: /theme|dark/i }).count()).toBe(0);
  });

  it("asks before discarding unsaved text", async () => {
    await designer.getByLabel("Site name").fill("Something else");
    await designer.getByRole("navigation").getByRole("link", { name: "Localization" }).click();
    await press(designer.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await press(designer, "Discard changes");
    expect(await designer.getByLabel("Site name").inputValue()).toBe("Northwind Status");
  });
});
