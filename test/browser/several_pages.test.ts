import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "../system/fake_smtp.ts";
import { type HttpPeer, startHttp } from "../system/http_peer.ts";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import { follow, press, seeHeading, visit } from "./deeds.ts";
import { ADMIN, checkNow, endStories, makeCall, openAdmin, openUser } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";
import { dialogOf, followLink, mailsTo, openDialog, tokenTo } from "./reader.ts";

const SHOWN_MS = 60_000;

describe.skipIf(!hasChromium)("two status pages on two hostnames, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let peer: HttpPeer;
  let smtp: FakeSmtp;
  let customers: Page;
  let team: Page;
  let status = 200;

  beforeAll(async () => {
    const shop = startHttp((_, response) => response.writeHead(status).end());
    [product, browser, peer, smtp] = await Promise.all([startProduct(), launch(), shop, startFakeSmtp()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  afterAll(async () => {
    await Promise.all([peer?.stop(), smtp?.stop()]);
  });

  const call = makeCall(() => admin);
  const addressOf = (hostname: string) => `http://${hostname}:${new URL(product.address).port}`;
  const headline = (page: Page) => page.getByRole("heading", { level: 1 }).innerText();

  async function giveHostname(page: string, hostname: string): Promise<void> {
    await seeHeading(admin, page);
    const form = admin.getByRole("form", { name: "Name and address" });
    await form.getByLabel("Hostnames").fill(hostname);
    await press(form, "Save");
    await admin.getByText("Page saved.").first().waitFor();
    await form.getByRole("link", { name: addressOf(hostname) }).waitFor();
  }

  it("are added, and the second starts as a copy of the first", async () => {
    await follow(admin, "Status pages");
    await seeHeading(admin, "Status pages");
    await lookAt(admin, "pages-one");
    await press(admin, "Add page");
    await admin.getByRole("dialog").getByLabel("Name").fill("Customers");
    await lookAt(admin, "pages-add");
    await press(admin.getByRole("dialog"), "Add page");
    await giveHostname("Customers", "customers.pages.localhost");
    await admin.getByText("Waiting for the first request").waitFor();
    await lookAt(admin, "pages-settings");
    await call("PATCH", "/pages/customers/branding", { enabled: 1, backgroundColor: "#e8f5ee" });
    await (await openPerson(browser, addressOf("customers.pages.localhost"))).goto("/");
    await admin.getByText("Connected").waitFor();
    const { id } = await call("POST", "/monitors", {
      name: "Shop",
      type: "https",
      config: { url: peer.origin },
    });
    const card = { id: "shop", type: "monitor", monitorId: id };
    const tree = { id: "root", type: "page", children: [card, { id: "news", type: "incidents" }] };
    await call("PUT", "/pages/customers/layout", { tree });
    await visit(admin, "/admin/pages");
    await press(admin, "Actions for Customers");
    await admin.getByRole("menuitem", { name: "Duplicate" }).click();
    await admin.getByRole("dialog").getByLabel("Name").fill("Team");
    await press(admin.getByRole("dialog"), "Duplicate");
    await giveHostname("Team", "team.pages.localhost");
    await visit(admin, "/admin/pages");
    await admin.getByRole("row", { name: /^Team/ }).waitFor();
    await lookAt(admin, "pages-three");
    await visit(admin, "/admin/pages/team/layout");
    await admin.getByLabel("Status page", { exact: true }).waitFor();
    await seeHeading(admin, "Page builder");
    await lookAt(admin, "pages-layout");
    await visit(admin, "/admin/pages");
    await press(admin, "Actions for Team");
    await admin.getByRole("menuitem", { name: "Static copy" }).click();
    await admin.waitForURL("**/admin/pages/team/static-copy");
    await seeHeading(admin, "Static copy");
    await lookAt(admin, "pages-static-copy");
  });

  it("both show a failing monitor without a reload", async () => {
    await checkNow(call, "Shop");
    [customers, team] = [
      await openPerson(browser, addressOf("customers.pages.localhost")),
      await openPerson(browser, addressOf("team.pages.localhost")),
    ];
    const isUp = async (page: Page) => {
      await page.goto("/");
      return (await headline(page)) === "All systems operational";
    };
    for (const page of [customers, team])
      await expect.poll(() => isUp(page), { timeout: SHOWN_MS, interval: 500 }).toBe(true);
    status = 500;
    await checkNow(call, "Shop");
    for (const page of [customers, team]) {
      await page.locator(".state-text").getByText("Down").waitFor();
      expect(await headline(page)).toBe("Major outage");
    }
    await lookAt(customers, "pages-at-hostname");
    expect(await customers.title()).toContain("Customers");
    expect(await team.title()).toContain("Team");
  });

  it("show an incident only on the selected page", async () => {
    await visit(admin, "/admin/incidents/new");
    await admin.getByLabel("Title").fill("Invoices are late");
    await admin.getByRole("group", { name: "Show on pages" }).getByLabel("Customers").check({ force: true });
    await admin.getByText("Shows on Customers (0).").waitFor();
    await lookAt(admin, "pages-incident");
    await visit(admin, "/admin/pages");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Leave without saving");
    await seeHeading(admin, "Status pages");
    await call("POST", "/incidents", {
      title: "Invoices are late",
      status: "investigating",
      impact: "minor",
      body: "We're looking into it.",
      pageKeys: ["customers"],
    });
    await customers.getByText("Invoices are late").first().waitFor();
    expect(await team.getByText("Invoices are late").count()).toBe(0);
    await team.goto("/history");
    expect(await team.locator("body").innerText()).not.toContain("Invoices");
  });

  it("send their own subscribers emails with their own name, colour and links, and nothing of the other page", async () => {
    const reader = "reader@example.com";
    const address = addressOf("customers.pages.localhost");
    await call("PUT", "/notifications/smtp", {
      host: "127.0.0.1",
      port: smtp.port,
      fromAddress: "status@example.com",
    });
    for (const key of ["customers", "team"])
      await call("PUT", `/pages/${key}/subscriptions/settings`, { enabled: true, allowEmail: true });
    const visitor = await openPerson(browser, address);
    await openDialog(visitor);
    await dialogOf(visitor).getByLabel("Email address").fill(reader);
    await press(dialogOf(visitor), "Subscribe");
    await followLink(visitor, await tokenTo(smtp, reader, 0));
    await press(dialogOf(visitor), "Confirm");
    await dialogOf(visitor).getByText("Your subscription is confirmed").waitFor();
    const incident = { status: "investigating", impact: "minor", body: "We're looking into it." };
    const published = { ...incident, notifySubscribers: true };
    await call("POST", "/incidents", { ...published, title: "Rota is missing", pageKeys: ["team"] });
    await call("POST", "/incidents", { ...published, title: "Refunds are late", pageKeys: ["customers"] });
    const news = () => mailsTo(smtp, reader).filter((mail) => mail.includes("Refunds are late"));
    await expect.poll(() => news().length, { timeout: SHOWN_MS }).toBe(1);
    for (const words of ["Customers", "#e8f5ee", address]) expect(news()[0]).toContain(words);
    for (const mail of mailsTo(smtp, reader)) expect(mail).not.toMatch(/Rota|Team|team\./);
    await followLink(visitor, await tokenTo(smtp, reader, 2));
    await dialogOf(visitor).getByRole("heading", { name: "Your subscription" }).waitFor();
    await visitor.context().close();
    await visit(admin, "/admin/pages/customers/subscribers");
    await press(admin, `Actions for ${reader}`);
    await admin.getByRole("menuitem", { name: "View deliveries" }).click();
    await seeHeading(admin, "Subscriber deliveries");
    await admin.getByText("Refunds are late").waitFor();
    await lookAt(admin, "pages-deliveries");
    await admin.getByLabel("Status page", { exact: true }).selectOption("Team");
    await admin.waitForURL("**/admin/pages/team/subscribers/deliveries");
    await admin.getByText("Nothing sent yet").first().waitFor();
  });

  it("are on the dashboard, in the palette and in reports", async () => {
    await visit(admin, "/admin");
    const card = admin.locator("section.card").filter({ hasText: "All pages" });
    await card.getByText("Major outage").first().waitFor();
    await lookAt(admin, "pages-dashboard");
    await admin.keyboard.press("Control+k");
    await admin.keyboard.type("customers");
    await admin.getByRole("option", { name: "Status page: Customers" }).click();
    await seeHeading(admin, "Customers");
    await call("POST", "/monitors", { name: "Only ours", type: "webhook", intervalSecs: 3600 });
    await visit(admin, "/admin/reports");
    await admin.getByText("Only ours").first().waitFor();
    await admin.getByLabel("Status page").selectOption("Customers");
    await admin.waitForURL("**?statusPage=customers");
    await admin.getByText("Only ours").waitFor({ state: "detached" });
    await admin.getByText("Shop").first().waitFor();
    await lookAt(admin, "pages-report");
  });

  it("move blocks to each other in the builder", async () => {
    const tree = {
      id: "root",
      type: "page",
      children: [
        { id: "news", type: "incidents" },
        { id: "hello", type: "text", name: "Hello", markdown: "Only for the team" },
      ],
    };
    await call("PUT", "/pages/customers/layout", { tree });
    const shows = async (page: Page) => {
      await page.goto("/");
      return await page.getByText("Only for the team").count();
    };
    await expect.poll(() => shows(customers)).toBe(1);
    await visit(admin, "/admin/pages/customers/layout");
    await admin.getByRole("button", { name: /^Text Hello/ }).click();
    await admin.getByLabel("Move to another page").selectOption("Team");
    await lookAt(admin, "pages-move-block");
    await press(admin, "Move");
    await admin.getByText("Moved to Team.").first().waitFor();
    expect(await admin.getByRole("button", { name: /^Text Hello/ }).count()).toBe(0);
    await expect.poll(() => shows(team)).toBe(1);
    await expect.poll(() => shows(customers)).toBe(0);
  });

  it("are closed to other users: a customer's viewer can't open the team's page", async () => {
    await visit(admin, "/admin/pages/team");
    await seeHeading(admin, "Team");
    for (const name of ["Our team", "Team"]) {
      await admin.getByLabel("Name", { exact: true }).fill(name);
      await press(admin, "Save");
      await seeHeading(admin, name);
    }
    const [save, access] = await Promise.all([
      admin.getByRole("button", { name: "Save", exact: true }).boundingBox(),
      admin.getByRole("heading", { name: "Access", exact: true }).boundingBox(),
    ]);
    expect(access!.y - save!.y - save!.height, "a form's button is apart from the next form").toBeGreaterThan(
      32,
    );
    const viewport = admin.viewportSize()!;
    await admin.setViewportSize({ ...viewport, height: 400 });
    const covering = await admin.getByRole("button", { name: "Save", exact: true }).evaluate((button) => {
      const place = () => button.getBoundingClientRect();
      for (let turn = 0; turn < 2; turn++) scrollBy(0, place().top - 10);
      const { left, top } = place();
      return document.elementFromPoint(left + 5, top + 5)?.closest("header")?.className;
    });
    await admin.setViewportSize(viewport);
    expect(covering, "buttons scroll under the header").toBe("shell__top");
    await admin.getByRole("radio", { name: /^Password/ }).check();
    await admin.getByLabel("Password", { exact: true }).fill("a password of theirs");
    await press(admin, "Save access");
    await admin.getByText("Leave empty to keep the current password").waitFor();
    await admin.getByRole("radio", { name: /^Signed-in users/ }).check();
    await press(admin, "Save access");
    await admin.getByText("Access saved.").waitFor();
    const viewer = { email: "cleo@example.com", password: "a password of my own" };
    await openUser(admin, { ...viewer, role: "viewer" });
    const [{ id } = { id: 0 }] = (await call<{ id: number; email: string }[]>("GET", "/users")).filter(
      ({ email }) => email === viewer.email,
    );
    await call("PATCH", `/users/${id}/role`, { role: "viewer", pageKeys: ["customers"] });
    const signIn = async ({ email, password }: typeof viewer) => {
      const person = await openPerson(browser, addressOf("team.pages.localhost"));
      await person.goto("/");
      await seeHeading(person, "This status page is private");
      await person.getByLabel("Email address").fill(email);
      await person.getByLabel("Password", { exact: true }).fill(password);
      await press(person, "Sign in");
      return person;
    };
    const cleo = await signIn(viewer);
    await cleo.getByText("Nothing found at this address.").first().waitFor();
    expect((await cleo.goto(addressOf("customers.pages.localhost")))?.status()).toBe(200);
    const ada = await signIn(ADMIN);
    await ada.locator(".state-text").getByText("Down").waitFor();
  });
});
