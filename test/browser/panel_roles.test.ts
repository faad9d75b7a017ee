import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGES } from "../../web/admin/route/pages.ts";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import { addUser, press, replacePassword, seeHeading, signIn, unfoldNavigation, visit } from "./deeds.ts";
import { endStories, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const WATCHING = ["Dashboard", "Monitors", "Incidents", "Maintenance", "Reports", "Configuration", "API"];
const APPEARANCE = ["Branding", "Page builder", "Localization"];
const WITH_PAGES = ["Branding", "Page builder", "Status pages", "Localization"];
const ADMIN_ONLY = [
  "/admin/actions",
  "/admin/actions/runs",
  "/admin/vaults",
  "/admin/static-copy",
  "/admin/users",
  "/admin/single-sign-on",
  "/admin/page-access",
  "/admin/tokens",
  "/admin/audit",
  "/admin/system",
  "/admin/backups",
];
const MISSING = ["/admin/nowhere", "/admin/monitors/none"];
const NOWHERE = [...MISSING, "/admin/login", "/admin/setup", "/admin/forgot"];

/** The other pages are opened with a link, because loading the panel takes most of the time. */
const isTyped = (path: string) => NOWHERE.includes(path) || path === "/admin/users" || path === "/admin/mail";

const ROLES = [
  {
    role: "Administrator",
    start: "Dashboard",
    navigation: [
      ...WATCHING,
      ...["Channels", "Deliveries", "On call", "Actions", "Email server"],
      ...WITH_PAGES,
      ...["Subscribers", "Feeds and badges", "Static copy"],
      ...["Users", "Single sign-on", "Page access", "API tokens", "Vaults"],
      ...["Audit log", "System health", "Agents", "Backups"],
    ],
    turnedAway: NOWHERE,
  },
  {
    role: "Operator",
    start: "Dashboard",
    navigation: [
      ...[...WATCHING, "Channels", "Deliveries", "On call", "Email server"],
      ...[...WITH_PAGES, "Subscribers", "Feeds and badges"],
    ],
    turnedAway: [...ADMIN_ONLY, ...NOWHERE],
  },
  {
    role: "Branding",
    start: "Branding",
    navigation: APPEARANCE,
    turnedAway: [
      ...["/admin", "/admin/monitors", "/admin/monitors/1", "/admin/incidents/new", "/admin/maintenance"],
      ...[
        "/admin/reports",
        "/admin/config",
        "/admin/api",
        "/admin/channels",
        "/admin/deliveries",
        "/admin/mail",
      ],
      ...["/admin/subscribers", "/admin/subscribers/deliveries", "/admin/subscribers/settings"],
      "/admin/feeds",
      ...ADMIN_ONLY,
      ...NOWHERE,
    ],
  },
] as const;

describe.skipIf(!hasChromium)("the panel for each role, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  it.each(ROLES)("$role: has its navigation and palette, and leaves wrong addresses", async (expected) => {
    const { role, start, navigation, turnedAway } = expected;
    const email = `${role.toLowerCase()}@example.com`;
    const temporary = await addUser(admin, email, role);
    const person = await openPerson(browser, product.address);
    await person.goto("/admin/account");
    await signIn(person, { email, password: temporary });
    await seeHeading(person, "Choose your password");
    for (const path of ["/admin", "/admin/account", "/admin/branding"]) {
      await person.goto(path);
      await seeHeading(person, "Choose your password");
    }
    await replacePassword(person, temporary, "quite another password");
    await person.goto("/admin");
    await seeHeading(person, start);
    await unfoldNavigation(person);
    const links = person.getByRole("navigation", { name: "Panel" }).getByRole("link");
    expect(await links.allInnerTexts()).toEqual(navigation);

    await person.keyboard.press("Control+k");
    const palette = person.getByRole("dialog");
    await palette.getByRole("option", { name: start }).first().waitFor();
    const offered = (await palette.getByRole("option").allInnerTexts()).join("\n");
    for (const name of ["Users", "Vaults", "Add an action", "Monitors"]) {
      const isMeant = role === "Administrator" || (name === "Monitors" && role === "Operator");
      expect(offered.split("\n").includes(name), `${name} for ${role}`).toBe(isMeant);
    }
    await person.keyboard.press("Escape");

    for (const path of turnedAway) {
      if (isTyped(path)) await person.goto(path);
      else await visit(person, path);
      if (MISSING.includes(path)) {
        await seeHeading(person, "Page not found");
        await person.getByRole("link", { name: `Open ${start}` }).click();
      }
      await seeHeading(person, start);
      expect(new URL(person.url()).pathname, path).toBe(start === "Dashboard" ? "/admin" : "/admin/branding");
    }
    await person.goto("/");
    await person.getByRole("link", { name: "Panel" }).click();
    await seeHeading(person, start);
    await person.context().close();
  });

  it("Viewer: redirects every address of the panel to the status page", async () => {
    const temporary = await addUser(admin, "viewer@example.com", "Viewer");
    const person = await openPerson(browser, product.address);
    await person.goto("/admin");
    await signIn(person, { email: "viewer@example.com", password: temporary });
    await seeHeading(person, "Choose your password");
    await replacePassword(person, temporary, "quite another password");
    await person.waitForURL(`${product.address}/`);
    for (const path of ["/admin", "/admin/account", "/admin/branding", "/admin/monitors", ...NOWHERE]) {
      await person.goto(path, { waitUntil: "commit" });
      await person.waitForURL(`${product.address}/`);
      await person.getByText("This status page isn't set up yet").waitFor();
    }
    await person.context().close();
  });

  it("has a heading on every page, and no page is cut off or hard to read", async () => {
    // Pages of single objects are left out, because there are none yet.
    const pages = PAGES.filter(({ path }) => !path.includes("/:"));
    expect(pages.length).toBeGreaterThan(20);
    for (const { id, path } of pages) {
      await visit(admin, path);
      await admin.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(async () => await admin.locator(".skeleton").count()).toBe(0);
      expect(new URL(admin.url()).pathname).toBe(path);
      const own = admin.getByRole("navigation", { name: "Panel" }).locator("[aria-current]");
      if (id !== "account") expect((await own.boundingBox())?.y, path).toBeLessThan(850);
      await lookAt(admin, `page-${id}`);
    }
  }, 240_000);

  it("ends a session when an administrator changes the user's role", async () => {
    await admin.goto("/admin/users");
    await admin.getByRole("row", { name: "operator@example.com" }).waitFor();
    const person = await openPerson(browser, product.address);
    await person.goto("/admin");
    await signIn(person, { email: "operator@example.com", password: "quite another password" });
    await seeHeading(person, "Dashboard");
    await admin.getByRole("button", { name: "Actions for operator@example.com" }).click();
    await admin.getByRole("menuitem", { name: "Change role" }).click();
    await admin.getByRole("dialog").getByLabel("Branding").check();
    await press(admin.getByRole("dialog"), "Change role");
    await admin.getByRole("dialog").waitFor({ state: "detached" });
    await person.goto("/admin/monitors");
    await person.getByRole("heading", { level: 1, name: /^(Branding|Sign in)$/ }).waitFor();
    expect(await person.getByRole("link", { name: "Monitors", exact: true }).count()).toBe(0);
    await person.context().close();
  });
});
