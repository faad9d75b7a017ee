import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { press, seeHeading } from "./deeds.ts";
import { ADMIN, endStories, openAdmin, openUser } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const OTHER = { email: "olga@example.com", password: "another horse battery" };

describe.skipIf(!hasChromium)("two users changing the same thing, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let other: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
    other = await openUser(admin, { ...OTHER, role: "admin" });
    await other.goto("/admin");
    await seeHeading(other, "Dashboard");
  });

  endStories(() => product);

  async function call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    by = other,
  ): Promise<T> {
    const response = await by.request.fetch(`/api/v1/admin${path}`, {
      method,
      headers: { Origin: product.address },
      maxRetries: 2,
      ...(body === undefined ? {} : { data: body }),
    });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as T;
  }

  const notice = () => admin.getByRole("alert").filter({ hasText: `${OTHER.email} changed this at` });

  it("see the differences, and can keep their own changes and the other user's for the rest", async () => {
    const { id } = await call<{ id: number }>("POST", "/monitors", {
      name: "Shop",
      type: "tcp",
      config: { host: "127.0.0.1", port: 9 },
      intervalSecs: 3600,
    });
    await admin.goto(`/admin/monitors/${id}/edit`);
    await admin.getByLabel("Name", { exact: true }).fill("My shop");
    await call("PATCH", `/monitors/${id}`, { name: "Their shop", intervalSecs: 1800 });
    await press(admin, "Save");
    await notice().waitFor();
    await notice().locator("summary", { hasText: "Compare 2 settings" }).click();
    await notice().getByText("Their shop").waitFor();
    await notice().getByText("My shop").waitFor();
    await notice().getByText("1800").waitFor();
    await lookAt(admin, "conflict");
    await press(notice(), "Keep mine and save");
    await seeHeading(admin, "My shop");
    expect(await call("GET", `/monitors/${id}`)).toMatchObject({ name: "My shop", intervalSecs: 1800 });
  });

  it("can take the other user's version, and continue from there", async () => {
    const { id } = await call<{ id: number }>("POST", "/actions", {
      name: "Restart",
      config: { url: "https://deploy.example.com/restart", headers: { "X-A": "1" } },
    });
    await admin.goto(`/admin/actions/${id}`);
    await admin.getByLabel("URL", { exact: true }).fill("https://deploy.example.com/mine");
    await call("PATCH", `/actions/${id}`, {
      config: { url: "https://deploy.example.com/theirs", headers: { "X-B": "2" } },
    });
    await press(admin, "Save");
    await notice().waitFor();
    await press(notice(), "Use the saved version");
    expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe(
      "https://deploy.example.com/theirs",
    );
    await admin.getByLabel("Name", { exact: true }).first().fill("Restart it");
    await press(admin, "Save");
    await seeHeading(admin, "Actions");
    expect(await call("GET", `/actions/${id}`)).toMatchObject({
      name: "Restart it",
      config: { url: "https://deploy.example.com/theirs", headers: { "X-B": "2" } },
    });
  });

  it("see the same for a post-mortem, but not after an update of their own", async () => {
    const slow = { title: "Slow", status: "investigating", impact: "minor" };
    const { id } = await call<{ id: number }>("POST", "/incidents", slow);
    await admin.goto(`/admin/incidents/${id}`);
    await press(admin, "Write a post-mortem");
    const composer = admin.getByRole("region", { name: "Post an update" });
    await composer.getByLabel("Update", { exact: true }).fill("We are on it.");
    await press(composer, "Post update");
    await admin.getByText("Update posted.").waitFor();
    const card = admin.getByRole("region", { name: "Post-mortem" });
    const words = card.getByLabel("Text", { exact: true });
    await words.fill("Mine");
    await press(card, "Save draft");
    await admin.getByText("Post-mortem saved.").waitFor();

    await words.fill("Mine, corrected");
    await call("PUT", `/incidents/${id}/post-mortem`, { body: "Theirs", publishedAt: Date.now() });
    await press(card, "Save draft");
    await notice().waitFor();
    await lookAt(admin, "conflict-post-mortem");
    await press(notice(), "Keep mine and save");
    await card.getByRole("button", { name: "Save post-mortem" }).waitFor();
    await expect.poll(() => notice().count()).toBe(0);
    const readStored = async () => (await call<{ postMortem: object }>("GET", `/incidents/${id}`)).postMortem;
    await expect.poll(readStored).toMatchObject({ body: "Mine, corrected", publishedAt: expect.any(Number) });
  });

  it("see the same for settings that exist once", async () => {
    await admin.goto("/admin/branding");
    await admin.getByLabel("Site name").fill("Mine");
    await call("PATCH", "/branding", { siteName: "Theirs", showFooter: false });
    await press(admin, "Save and publish");
    await notice().waitFor();
    await press(notice(), "Keep mine and save");
    await admin.getByText("Branding published.").waitFor();
    expect(await call("GET", "/branding")).toMatchObject({ siteName: "Mine", showFooter: 0 });

    await admin.goto("/admin/mail");
    await admin.getByLabel("Host").fill("mine.example.com");
    await call("PUT", "/notifications/smtp", { host: "theirs.example.com" });
    await press(admin, "Save");
    await notice().waitFor();
    await press(notice(), "Use the saved version");
    expect(await admin.getByLabel("Host").inputValue()).toBe("theirs.example.com");
  });

  it("see the same for the layout, and can undo taking the other version", async () => {
    await admin.goto("/admin/page");
    await press(admin, "Add the monitor");
    const { tree } = await call<{ tree: object }>("GET", "/layout");
    const text = { id: "hello", type: "text", markdown: "Hello", grid: { x: 0, y: 0, w: 3, h: 1 } };
    await call("PUT", "/layout", { tree: { ...tree, children: [text] } });
    await press(admin, "Save and publish");
    await notice().waitFor();
    await lookAt(admin, "conflict-layout");
    await press(notice(), "Use the saved version");
    await admin.getByText("Hello").first().waitFor();
    await press(admin, "Undo");
    await expect.poll(() => admin.getByText("Hello").count()).toBe(0);
  });

  it("are distinguished from one user with two tabs", async () => {
    const { id } = await call<{ id: number }>("POST", "/incident-templates", {
      name: "Network outage",
      title: "The network is down",
      body: "We look into it.",
      resolvedBody: "The problem is fixed.",
    });
    await admin.goto(`/admin/incidents/templates/${id}`);
    await admin.getByLabel("Name", { exact: true }).fill("Typed here");
    await call("PATCH", `/incident-templates/${id}`, { name: "Saved there" }, admin);
    await press(admin, "Save");
    const own = admin.getByRole("alert").filter({ hasText: "You changed this in another tab" });
    await own.waitFor();
    expect(await own.innerText()).not.toContain(ADMIN.email);
    await own.locator("summary", { hasText: "Compare 1 setting" }).click();
    await own.getByRole("columnheader", { name: "Other tab" }).waitFor();
    await own.getByRole("cell", { name: "Saved there" }).waitFor();
    await lookAt(admin, "conflict-own");
    await press(own, "Keep mine and save");
    await admin.getByText("Typed here saved.").waitFor();
  });
});
