import type { Browser, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt, openPerson, takeFaults } from "./chromium.ts";
import { follow, press, seeHeading, unfold, visit } from "./deeds.ts";
import { endStories, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

async function chooseLanguage(page: Page, menu: string, name: string): Promise<void> {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitemradio", { name, exact: true }).click();
}

describe.skipIf(!hasChromium)("languages, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const refuse = async (route: Route) => {
    // A list that can't be loaded would show the same words.
    if (route.request().method() === "GET") await route.continue();
    else await route.fulfill({ status: 409, json: { error: "Not now." } });
  };
  const field = (key: string) => admin.getByLabel(`Text for ${key}`, { exact: true });
  const rows = () => admin.locator(".translation");

  it("are English and Polish for the panel: Polish is selected in the user menu, and is kept", async () => {
    await follow(admin, "Localization");
    await seeHeading(admin, "Localization");
    await chooseLanguage(admin, "Your account", "Polski");
    await seeHeading(admin, "Języki");
    expect(await admin.locator("html").getAttribute("lang")).toBe("pl");
    expect(await admin.title()).toBe("Języki · Uptide");
    const table = admin.getByRole("table");
    await table.getByText("Domyślny").waitFor();
    expect(await table.getByRole("columnheader").allInnerTexts()).toEqual(["Język", "Teksty", "Działania"]);
    await lookAt(admin, "polish-table");
    await visit(admin, "/admin/monitors/new");
    await seeHeading(admin, "Nowy monitor");
    await unfold(admin, "Jak często");
    await admin.getByLabel("Sprawdzaj co", { exact: true }).fill("7200");
    await admin.getByText("Co 2 h. Od 10 sekund do 1 doby.").waitFor();
    await admin.getByLabel("Oczekiwany kod odpowiedzi").waitFor();
    await press(admin, "Dodaj monitor");
    await admin.getByText("Wypełnij to pole.").waitFor();
    await lookAt(admin, "polish-form");
    await chooseLanguage(admin, "Twoje konto", "English");
    await seeHeading(admin, "Add a monitor");
    expect(await admin.locator("html").getAttribute("lang")).toBe("en");
    await admin.getByLabel("Expected status").waitFor();
  });

  it("can be selected before signing in: the browser's comes first, and a missing file falls back to English", async () => {
    const visitor = await openPerson(browser, product.address, "pl-PL");
    await visitor.goto("/admin");
    await seeHeading(visitor, "Logowanie");
    await lookAt(visitor, "polish-sign-in");
    await press(visitor, "English");
    await seeHeading(visitor, "Sign in");
    await press(visitor, "Polski");
    await seeHeading(visitor, "Logowanie");
    await visitor.route("**/assets/all-*.js", (route) => route.abort());
    await visitor.goto("/admin");
    await seeHeading(visitor, "Sign in");
    expect(await visitor.locator("html").getAttribute("lang")).toBe("en");
    expect(takeFaults()).not.toEqual([]);
  });

  it("can be added, with problems shown at the field", async () => {
    await follow(admin, "Localization");
    await seeHeading(admin, "Localization");
    await admin
      .getByRole("row", { name: /^English/ })
      .getByText("Default", { exact: true })
      .waitFor();
    await press(admin, "Add language");
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Svenska");
    await dialog.getByLabel("Code").fill("swedish");
    await press(dialog, "Add language");
    await dialog.getByText("Use a lowercase language code").waitFor();
    await lookAt(admin, "localization-add");
    await dialog.getByLabel("Code").fill("sv");
    await press(dialog, "Add language");
    await seeHeading(admin, "Svenska texts");
    expect(await field("status.up").getAttribute("placeholder")).toBe("Operational");
    await admin.getByText(/^\d+ texts are still in English\.$/).waitFor();
    expect(await admin.getByRole("switch", { name: "Shown to visitors" }).isChecked()).toBe(false);
    await lookAt(admin, "localization-texts");
  });

  it("show missing texts, and keep the filter in the address", async () => {
    const all = await rows().count();
    await field("status.up").fill("In Betrieb");
    await field("status.down").fill("Ausgefallen");
    await press(admin, "Save");
    await admin.getByText("Svenska saved. It's hidden from visitors.").waitFor();
    const isOffered = async () => {
      const reply = await fetch(`${product.address}/api/v1/public/locales`);
      return (await reply.text()).includes("Svenska");
    };
    expect(await isOffered()).toBe(false);
    await admin.getByRole("switch", { name: "Shown to visitors" }).check();
    await press(admin, "Save and publish");
    await admin.getByText("Svenska published.").waitFor();
    await expect.poll(isOffered, { timeout: 60_000 }).toBe(true);
    await admin.getByText("Missing", { exact: true }).first().click();
    await admin.waitForURL("**/admin/localization/sv?show=missing");
    await expect.poll(() => rows().count()).toBe(all - 2);
    await admin.getByText("Custom", { exact: true }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await admin.goBack();
    await expect.poll(() => rows().count()).toBe(all - 2);
    await admin.getByLabel("Search texts").fill("operational");
    await field("overall.operational").waitFor();
    expect(await field("status.up").count()).toBe(0);
    await admin.getByLabel("Search texts").fill("nothing is called that");
    await admin.getByText("No results.").waitFor();
    await press(admin, "Clear filters");
    await expect.poll(() => rows().count()).toBe(all);
  });

  it("reject a text without a required placeholder", async () => {
    await admin.getByLabel("Section").selectOption("Page Copy");
    await field("page.updated").fill("Stand");
    await admin.getByText("Keep {time} in the text.").waitFor();
    await press(admin, "Save and publish");
    await expect
      .poll(() => admin.evaluate(() => document.activeElement?.getAttribute("aria-invalid")))
      .toBe("true");
    await lookAt(admin, "localization-placeholder");
    await follow(admin, "Dashboard");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await field("page.updated").fill("Stand: {time}");
    await press(admin, "Save and publish");
    await admin.getByText("Unsaved changes").waitFor({ state: "detached" });
    await admin.reload();
    expect(await field("page.updated").inputValue()).toBe("Stand: {time}");
  });

  it("can become the default for visitors, and are deleted with their texts", async () => {
    await visit(admin, "/admin/localization");
    await press(admin, "Actions for Svenska");
    await admin.getByRole("menuitem", { name: "Make default" }).click();
    await admin
      .getByRole("row", { name: /^Svenska/ })
      .getByText("Default", { exact: true })
      .waitFor();
    await admin
      .getByRole("row", { name: /^Svenska/ })
      .getByText("3 custom texts")
      .waitFor();
    await lookAt(admin, "localization");
    const language = async () =>
      (await (await fetch(`${product.address}/`)).text()).match(/<html lang="(\w+)"/)?.[1];
    await expect.poll(language, { timeout: 60_000, interval: 500 }).toBe("sv");
    await admin.route("**/api/v1/admin/locales/**", refuse);
    await press(admin, "Actions for English");
    // The list is drawn again, which closes an open menu.
    const reloaded = admin.waitForResponse(/\/api\/v1\/admin\/locales$/);
    await admin.getByRole("menuitem", { name: "Make default" }).click();
    await admin.getByText("Not now.").waitFor();
    await reloaded;
    await admin.unroute("**/api/v1/admin/locales/**");
    await press(admin, "Actions for English");
    await admin.getByRole("menuitem", { name: "Make default" }).click();
    await admin
      .getByRole("row", { name: /^English/ })
      .getByText("Default", { exact: true })
      .waitFor();
    await press(admin, "Actions for Svenska");
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    await admin.getByText("3 translations are deleted.").waitFor();
    await lookAt(admin, "localization-delete");
    await press(admin.getByRole("dialog"), "Delete");
    await admin.getByRole("row", { name: /^Svenska/ }).waitFor({ state: "detached" });
  });

  it("include a complete Japanese page after two clicks", async () => {
    await press(admin, "Add language");
    const { promise: isPressedTwice, resolve } = Promise.withResolvers<void>();
    let requests = 0;
    await admin.route("**/api/v1/admin/locales", async (route) => {
      if (route.request().method() !== "GET") requests++;
      await isPressedTwice;
      await refuse(route);
    });
    await admin.getByRole("button", { name: "日本語" }).dblclick();
    resolve();
    await admin.getByRole("alert").getByText("Not now.").waitFor();
    expect(requests).toBe(1);
    await admin.unroute("**/api/v1/admin/locales");
    await press(admin.getByRole("dialog"), "日本語");
    await admin
      .getByRole("row", { name: /^日本語/ })
      .getByText("Complete")
      .waitFor();
    await press(admin, "Add language");
    expect(await admin.getByRole("dialog").getByRole("button", { name: "日本語" }).count()).toBe(0);
    await press(admin.getByRole("dialog"), "Cancel");
    const visitor = await openPerson(browser, product.address, "ja");
    const isJapanese = async () => {
      await visitor.goto("/?lang=ja");
      return (await visitor.locator("html").getAttribute("lang")) === "ja";
    };
    await expect.poll(isJapanese, { timeout: 60_000, interval: 500 }).toBe(true);
    await visitor.getByText("このステータスページはまだ設定されていません").waitFor();
    await lookAt(visitor, "page-japanese");
    await admin.getByRole("link", { name: "日本語" }).click();
    await seeHeading(admin, "日本語 texts");
    expect(await field("status.up").getAttribute("placeholder")).toBe("正常");
  });

  it("include right-to-left layout for a custom Arabic", async () => {
    const api = admin.request;
    const headers = { Origin: product.address };
    const root = `${product.address}/api/v1/admin/locales`;
    const added = await api.post(root, { headers, data: { code: "ar", name: "العربية" } });
    expect(added.status()).toBe(201);
    const translations = { "empty.page": "لم يتم إعداد صفحة الحالة هذه بعد" };
    expect((await api.patch(`${root}/ar`, { headers, data: { translations } })).status()).toBe(200);
    const visitor = await openPerson(browser, product.address, "ar");
    const direction = async () => {
      await visitor.goto("/?lang=ar");
      return await visitor.locator("html").getAttribute("dir");
    };
    await expect.poll(direction, { timeout: 60_000, interval: 500 }).toBe("rtl");
    await visitor.getByText(translations["empty.page"]).waitFor();
    await lookAt(visitor, "page-arabic");
    for (const width of [1280, 360]) {
      await visitor.setViewportSize({ width, height: 800 });
      const spare = await visitor.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([width, spare]).toEqual([width, 0]);
    }
  });
});
