import { gzipSync } from "node:zlib";
import type { Browser, Page, Response } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import { follow, press, seeHeading, signIn, visit } from "./deeds.ts";
import { ADMIN, endStories, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const REFUSED = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
  INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
  SELECT ${Date.now()}, 0, 'nobody-' || i || '@example.com', 'Denied', 'session', 'nobody-' || i || '@example.com',
    '{"reason":"unknown_user"}' FROM n`;

const SUMMED = `
  INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
  SELECT ${Date.now()}, 0, '', 'Denied', 'session', '', '{"reason":"wrong_password","count":43,"accounts":[
    {"email":"ada@example.com","count":42,"addresses":3},{"email":"bob@example.com","count":1,"addresses":1}]}'`;

describe.skipIf(!hasChromium)("administration pages, in Chromium", () => {
  let product: OwnProduct;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  it("create a token from a preset, which works until it is revoked", async () => {
    await follow(admin, "API tokens");
    await admin.getByText("No tokens yet").waitFor();
    await press(admin, "Create token");
    await press(admin.getByRole("dialog"), "Create token");
    await admin.getByText("Choose at least one permission.").waitFor();
    await admin.getByLabel("Name").fill("Reader of the log");
    await admin.getByLabel("Read only").check();
    await admin.getByLabel("Expires", { exact: true }).selectOption("Never");
    await press(admin.getByRole("dialog"), "Create token");
    await admin.getByText("Confirm this, or choose an expiry.").waitFor();
    await lookAt(admin, "tokens-create");
    await admin.getByLabel("Expires", { exact: true }).selectOption("In 30 days");
    await press(admin.getByRole("dialog"), "Create token");
    const token = await admin.getByLabel("Token", { exact: true }).inputValue();
    const curl = await admin.getByLabel("Try it", { exact: true }).inputValue();
    const [, header, url = ""] = /^curl -H "Authorization: (.+)" (http\S+)$/.exec(curl) ?? [];
    const tried = await fetch(url, { headers: { Authorization: header ?? "" } });
    expect(tried.status).toBe(200);
    await lookAt(admin, "tokens-created");
    await admin.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
      document.execCommand = () => false;
    });
    const copy = admin
      .locator(".field", { has: admin.getByLabel("Token", { exact: true }) })
      .getByRole("button");
    await copy.click();
    await admin.getByText("Your browser doesn't allow copying.").waitFor();
    const selected = await admin.evaluate(() => {
      const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
      return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
    });
    expect(selected).toBe(token);
    await lookAt(admin, "tokens-not-copied");
    await admin.evaluate(() => {
      Reflect.deleteProperty(navigator, "clipboard");
      Reflect.deleteProperty(document, "execCommand");
    });
    await copy.click();
    expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(token);
    for (let presses = 0; presses < 5; presses++) await admin.keyboard.press("Escape");
    await admin.mouse.click(5, 5);
    await admin.evaluate(() => history.back());
    const question = admin.getByRole("dialog", { name: "Leave this page?" });
    await question.getByText("You won't be able to see this again.").waitFor();
    await press(question, "Stay");
    expect(await admin.getByLabel("Token", { exact: true }).inputValue()).toBe(token);
    await press(admin, "I've copied it");

    const read = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${product.address}/api/v1/admin/audit`, { headers })).status;
    };
    expect(await read()).toBe(200);
    await admin.getByRole("row", { name: "Reader of the log" }).getByText("Read only").waitFor();
    await lookAt(admin, "tokens");
    await press(admin, /^Revoke ?: Reader of the log$/);
    await lookAt(admin, "tokens-revoke");
    await press(admin.getByRole("dialog"), "Revoke");
    await admin.getByText("No tokens yet").waitFor();
    expect(await read()).toBe(401);
  });

  it("show a failed confirmation where it started, until the user moves on", async () => {
    const sentence = admin.getByText("Sign-in failed, so nothing was changed.");
    for (const path of ["/admin/account?error=sso_failed", "/admin/login?error=sso_failed"]) {
      await admin.goto(path);
      await sentence.waitFor();
      expect(new URL(admin.url()).search).toBe("");
    }
    await admin.goto("/admin/account?error=sso_failed");
    await sentence.waitFor();
    await lookAt(admin, "confirm-refused");
    await follow(admin, "API tokens");
    await sentence.waitFor({ state: "detached" });
  });

  it("show and read times in the account's time zone, in every browser", async () => {
    const window = {
      name: "Night work",
      startsAt: Date.UTC(2031, 5, 30, 20, 30),
      endsAt: Date.UTC(2031, 5, 30, 21, 30),
      allMonitors: true,
    };
    await admin.evaluate(async (body) => {
      const headers = { "Content-Type": "application/json" };
      await fetch("/api/v1/admin/maintenance", { method: "POST", headers, body: JSON.stringify(body) });
    }, window);
    const zone = (person: Page) => person.getByRole("combobox", { name: "Time zone" });
    await admin.goto("/admin/account?tab=profile");
    const save = async (person: Page, timeZone: string) => {
      await zone(person).selectOption(timeZone);
      await Promise.all([person.waitForEvent("load"), press(person, "Save")]);
    };
    await save(admin, "Asia/Tokyo");
    await admin.getByText("Times are shown in Asia/Tokyo (GMT+9).").waitFor();
    await lookAt(admin, "time-zone");

    await visit(admin, "/admin/maintenance");
    await admin.getByText("Jul 1, 2031, 05:30 – 06:30").waitFor();
    await admin.getByRole("link", { name: "Night work" }).click();
    await expect.poll(() => admin.getByLabel("Starts").inputValue()).toBe("2031-07-01T05:30");
    await admin.getByLabel("Ends").fill("2031-07-01T07:00");
    await press(admin, "Save");
    await admin.getByText("Jul 1, 2031, 05:30 – 07:00").waitFor();

    const elsewhere = await openPerson(browser, product.address);
    let loads = 0;
    elsewhere.on("load", () => loads++);
    await elsewhere.goto("/admin/login?returnTo=/admin/maintenance");
    await signIn(elsewhere, ADMIN);
    await elsewhere.getByText("Jul 1, 2031, 05:30 – 07:00").waitFor();
    await elsewhere.reload();
    await elsewhere.getByText("Jul 1, 2031, 05:30 – 07:00").waitFor();
    expect(loads).toBe(3);

    await admin.goto("/admin/account?tab=profile");
    await save(admin, "");
    expect(await zone(admin).inputValue()).toBe("");
    await visit(admin, "/admin/maintenance");
    await admin.getByText("Jun 30, 2031, 20:30 – 22:00").waitFor();
    await elsewhere.reload();
    await elsewhere.getByText("Jun 30, 2031, 20:30 – 22:00").waitFor();
    await elsewhere.context().close();
  });

  it("show a setting's old and new value in the audit log", async () => {
    const change = async (path: string, method: string, body: object) =>
      await admin.evaluate(
        async ([path, method, body]) => {
          const headers = { "Content-Type": "application/json" };
          return await (await fetch(`/api/v1/admin${path}`, { method, headers, body })).json();
        },
        [path, method, JSON.stringify(body)] as const,
      );
    const config = { url: "https://hook.example/", signingSecret: "first" };
    const { id } = await change("/notifications/channels", "POST", { name: "Hook", type: "webhook", config });
    await change(`/notifications/channels/${id}`, "PATCH", {
      config: { ...config, method: "PUT", signingSecret: "second" },
      alertPolicy: { quietHours: { enabled: true, start: "21:30", end: "07:00", timezone: "UTC" } },
    });
    await visit(admin, "/admin/audit?what=notification_channel&action=Update");
    const row = admin.getByRole("row", { name: "Hook" });
    await row.locator("summary").click();
    await row.getByText("POST → PUT").waitFor();
    await row.getByText("Config › Signing secret").waitFor();
    await row.getByText("(secret) → (secret)").waitFor();
    await lookAt(admin, "audit-changes");
  });

  it("keep the filters of the audit log in the address, and go back through its pages", async () => {
    await admin.goto("about:blank");
    await product.store(REFUSED);
    await admin.goto("/admin/audit");
    await admin
      .getByRole("row", { name: /nobody-\d+@/ })
      .first()
      .waitFor();
    await lookAt(admin, "audit");
    await press(admin, "Next");
    await admin.waitForURL("**/admin/audit?page=2");
    await admin.getByText(/^51 to /).waitFor();
    await admin.getByLabel("Action").selectOption("Denied");
    await admin.waitForURL("**/admin/audit?action=Denied");
    await admin.getByText("Unknown user").first().waitFor();
    await admin.getByLabel("User", { exact: true }).fill("nobody at all");
    await admin.getByText("No results").waitFor();
    await lookAt(admin, "audit-nothing");
    await press(admin, "Clear filters");
    await admin.waitForURL("**/admin/audit");
    await follow(admin, "Users");
    await seeHeading(admin, "Users");
    await admin.goBack();
    await seeHeading(admin, "Audit log");
  });

  it("list the users targeted by a flood of denied sign-ins", async () => {
    await admin.goto("about:blank");
    await product.store(SUMMED);
    await admin.goto("/admin/audit");
    await admin.getByText("ada@example.com (42 attempts, 3 addresses)").first().click();
    await admin.getByText("bob@example.com (1 attempt, 1 address)").last().waitFor();
    await lookAt(admin, "audit-flood");
  });

  it("save page access, and show a problem at its field", async () => {
    await follow(admin, "Page access");
    await admin.getByLabel("Private").check();
    await admin.getByLabel("Create viewers on first sign-in").check();
    await admin.getByLabel("Allowed email domains").fill("not a domain");
    await press(admin, "Save");
    await admin.getByText("Use a domain, such as example.com.").waitFor();
    await lookAt(admin, "page-access");
    await admin.getByLabel("Allowed email domains").fill("example.com\nexample.org");
    await press(admin, "Save");
    await admin.getByText("Page access saved.").waitFor();
    await admin.reload();
    expect(await admin.getByLabel("Allowed email domains").inputValue()).toBe("example.com\nexample.org");
  });

  it("ask for confirmation before saving single sign-on", async () => {
    await follow(admin, "Single sign-on");
    await admin.getByLabel("Issuer").fill("https://login.example.com");
    await admin.getByLabel("Client ID").fill("uptide");
    await press(admin, "Save");
    await admin.getByText("Enter your current password.").waitFor();
    await lookAt(admin, "single-sign-on");
    await admin.getByLabel("Current password").fill(ADMIN.password);
    await press(admin, "Save");
    await admin.getByText("Single sign-on settings saved.").waitFor();
    expect(await admin.getByLabel("Issuer").inputValue()).toBe("https://login.example.com");
  });

  it("have menus and settings that work in dark and on a phone", async () => {
    await visit(admin, "/admin/account");
    await seeHeading(admin, "Your settings");
    await lookAt(admin, "account-password");
    await admin.getByRole("button", { name: "Your account" }).click();
    await lookAt(admin, "user-menu");
    await admin.getByRole("menuitemradio", { name: "Dark" }).click();
    expect(await admin.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
    await admin.setViewportSize({ width: 390, height: 860 });
    await press(admin, "Open menu");
    await admin.getByRole("dialog").getByRole("link", { name: "Users" }).click();
    await seeHeading(admin, "Users");
    expect(await admin.getByRole("dialog").count()).toBe(0);
  });

  it("show a user's chosen name to their team", async () => {
    await admin.setViewportSize({ width: 1280, height: 860 });
    await visit(admin, "/admin/account?tab=profile");
    await admin.getByLabel("Name", { exact: true }).fill("ada@elsewhere.example");
    await press(admin, "Save");
    await admin.getByText("Use a name, not an address.").waitFor();
    await admin.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
    await admin.getByRole("tab", { name: "Notifications" }).click();
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Keep editing");
    await press(admin, "Save");
    await admin.getByText("Profile saved.").waitFor();
    await admin.getByRole("tab", { name: "Notifications" }).click();
    await admin.getByRole("heading", { level: 2, name: "Push notifications" }).waitFor();
    await admin.getByRole("tab", { name: "Profile" }).click();
    await admin.locator(".user-menu").getByText("Ada Lovelace").waitFor();
    await lookAt(admin, "account-profile");
    await visit(admin, "/admin/users");
    const row = admin.getByRole("row", { name: "Ada Lovelace" });
    await row.getByText(ADMIN.email).waitFor();
    await lookAt(admin, "users-named");
  });

  it("ask about unsaved changes before signing out, and say why it failed", async () => {
    await visit(admin, "/admin/account?tab=profile");
    await admin.getByLabel("Name", { exact: true }).fill("Ada");
    const question = admin.getByRole("dialog", { name: "Leave without saving?" });
    const signOut = async () => {
      await admin.getByRole("button", { name: "Your account" }).click();
      await admin.getByRole("menuitem", { name: "Sign out" }).click();
    };
    await signOut();
    await press(question, "Keep editing");
    await admin.route("**/api/v1/auth/logout", async (route) => {
      await route.fulfill({ status: 400, json: { error: "The session can't end now." } });
    });
    await signOut();
    await press(question, "Leave without saving");
    await admin.getByText("The session can't end now.").waitFor();
    await admin.unroute("**/api/v1/auth/logout");
    await admin.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  });

  it("scroll the navigation to the current page's link, but not the page", async () => {
    await admin.setViewportSize({ width: 1280, height: 500 });
    await admin.goto("/admin/backups");
    await seeHeading(admin, "Backups");
    const navigation = admin.getByRole("navigation", { name: "Panel" });
    const link = navigation.getByRole("link", { name: "Backups", exact: true });
    const bottomOf = async (one: typeof link) => {
      const box = await one.boundingBox();
      return box ? Math.floor(box.y + box.height) : 0;
    };
    await expect.poll(async () => (await bottomOf(link)) <= (await bottomOf(navigation)) + 1).toBe(true);
    expect(
      await admin.evaluate(() => [scrollY, document.querySelector(".navigation")!.scrollTop > 0]),
    ).toEqual([0, true]);
    await admin.setViewportSize({ width: 1280, height: 860 });
  });

  it("have a heading while they load, if they are missing, and beside an error", async () => {
    const held = Promise.withResolvers<void>();
    await admin.route("**/api/v1/admin/layout", async (route) => {
      await held.promise;
      await route.continue();
    });
    await visit(admin, "/admin/page");
    await admin.getByText("Loading").waitFor({ state: "attached" });
    await seeHeading(admin, "Page builder");
    held.resolve();
    await admin.getByRole("button", { name: "Save and publish" }).waitFor();
    await admin.unrouteAll();
    for (const [path, heading] of [
      ["/admin/channels/999", "Edit a channel"],
      ["/admin/localization/xx", "Language"],
      ["/admin/incidents/999", "Incident"],
      ["/admin/vaults/999", "Vault"],
      ["/admin/pages/nowhere", "Status page settings"],
    ] as const) {
      await visit(admin, path);
      await seeHeading(admin, heading);
      await admin.getByText("It may have been deleted.").waitFor();
    }
    expect(await admin.getByRole("link", { name: "Edit layout" }).count()).toBe(0);
    await admin.route("**/api/v1/auth/contact", async (route) => {
      await route.fulfill({ status: 403, json: { error: "Not now." } });
    });
    await visit(admin, "/admin/account?tab=devices");
    await admin.getByText("Not now.").waitFor();
    await admin.unrouteAll();
  });

  it("are small, and their scripts are cached permanently", async () => {
    const scripts: Response[] = [];
    const read: Promise<Buffer>[] = [];
    await admin.goto("about:blank");
    admin.on("response", (response) => {
      if (!response.url().endsWith(".js")) return;
      scripts.push(response);
      read.push(response.body());
    });
    await admin.goto("/admin");
    await seeHeading(admin, "Dashboard");
    const bodies = await Promise.all(read);
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(60 * 1024);
    const headers = scripts[0]!.headers();
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});
