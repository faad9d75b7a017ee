import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "../system/fake_smtp.ts";
import { PanelClient } from "../system/panel_client.ts";
import { closePeople, hasChromium, launch, lookAt, openPerson, takeFaults } from "./chromium.ts";
import { press } from "./deeds.ts";
import { type Product, startProduct } from "./product.ts";
import { dialogOf, followLink, openDialog, tokensTo, tokenTo } from "./reader.ts";

const MONITORS = 16;

describe.skipIf(!hasChromium)("subscribing to the status page, in Chromium", () => {
  let browser: Browser;
  let product: Product;
  let panel: PanelClient;
  let smtp: FakeSmtp;

  beforeAll(async () => {
    [browser, product, smtp] = await Promise.all([launch(), startProduct(), startFakeSmtp()]);
    panel = await PanelClient.open(product.address);
    const children: object[] = [];
    for (let n = 1; n <= MONITORS; n++) {
      const body = {
        name: `Service ${n}`,
        type: "webhook",
        config: {},
        intervalSecs: 3600,
        tags: [{ label: "eu", color: "#336699" }],
      };
      const { id } = await panel.post<{ id: number }>("/api/v1/admin/monitors", body);
      children.push({ id: `m${id}`, type: "monitor", monitorId: id });
    }
    const group = { id: "front", type: "group", label: "Front", children };
    const tree = { id: "root", type: "page", children: [group] };
    await panel.send("PUT", "/api/v1/admin/layout", { tree });
    const mail = { host: "127.0.0.1", port: smtp.port, fromAddress: "status@example.com" };
    await panel.send("PUT", "/api/v1/admin/notifications/smtp", mail);
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: true, allowWebhook: true });
  }, 180_000);

  afterEach(() => {
    expect(takeFaults()).toEqual([]);
  });

  afterAll(async () => {
    await closePeople();
    await Promise.all([product?.stop(), smtp?.stop()]);
  });

  async function follow(page: Page, token: string): Promise<void> {
    await followLink(page, token);
    await dialogOf(page).waitFor();
  }

  it("opens one dialog, however often the link is clicked", async () => {
    const visitor = await openPerson(browser, product.address);
    await visitor.goto("/");
    const link = visitor.locator("[data-js] nav").getByRole("link", { name: "Subscribe" });
    await link.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
    await dialogOf(visitor).first().waitFor();
    expect(await dialogOf(visitor).count()).toBe(1);
    await visitor.context().close();
  });

  it("uses a dialog from the click to the email, the confirmation, other choices and unsubscribing", async () => {
    const email = "reader@example.com";
    const visitor = await openPerson(browser, product.address);
    await openDialog(visitor);
    const dialog = dialogOf(visitor);
    await lookAt(visitor, "subscribe_dialog");
    await press(dialog, "Subscribe");
    await dialog.getByText("Enter an email address.").waitFor();
    await dialog.getByLabel("Email address").fill(email);
    await dialog.getByLabel("Incident updates").uncheck();
    await dialog.getByLabel("Only what I choose").check();
    await dialog.getByLabel("Search services").fill("service 16");
    expect(await dialog.locator('[name="monitorIds"]:visible').count()).toBe(1);
    await dialog.getByLabel("Service 16").check();
    await lookAt(visitor, "subscribe_scope");
    const answered = visitor.waitForResponse((reply) => reply.request().method() === "POST");
    await press(dialog, "Subscribe");
    expect((await answered).status()).toBe(202);
    await dialog.getByText(`We sent a link to ${email}`).waitFor();
    await press(dialog, "Close");
    expect(await dialog.count()).toBe(0);

    const confirm = await tokenTo(smtp, email, 0);
    await follow(visitor, confirm);
    await dialog.getByRole("heading", { name: "Confirm your subscription" }).waitFor();
    expect(new URL(visitor.url()).hash).toBe("");
    expect(tokensTo(smtp, email)).toHaveLength(1);
    await lookAt(visitor, "subscribe_confirm");
    await press(dialog, "Confirm");
    await dialog.getByText("Your subscription is confirmed").waitFor();
    await follow(visitor, confirm);
    await dialog.getByText("This link was already used").waitFor();
    expect(await dialog.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await lookAt(visitor, "subscribe_used");

    await follow(visitor, await tokenTo(smtp, email, 1));
    await dialog.getByRole("heading", { name: "Your subscription" }).waitFor();
    expect(await dialog.getByLabel("Incident updates").isChecked()).toBe(false);
    expect(await dialog.getByLabel("Service 16").isChecked()).toBe(true);
    await lookAt(visitor, "subscribe_manage");
    await dialog.getByLabel("Everything on this page").check();
    await press(dialog, "Save");
    await dialog.getByText("Saved", { exact: true }).waitFor();
    await follow(visitor, tokensTo(smtp, email)[1] ?? "");
    expect(await dialog.getByLabel("Everything on this page").isChecked()).toBe(true);
    await press(dialog, "Unsubscribe");
    await dialog.getByText("Stop all messages").waitFor();
    await press(dialog, "Unsubscribe");
    await dialog.getByText("You've unsubscribed").waitFor();
    await press(dialog, "Subscribe again");
    await press(dialog, "Save");
    await dialog.getByText("Saved", { exact: true }).waitFor();
    await visitor.context().close();
  });

  it("shows a webhook's signing secret once, and never shows header values again", async () => {
    const email = "hooks@example.com";
    const visitor = await openPerson(browser, product.address);
    await openDialog(visitor);
    const dialog = dialogOf(visitor);
    await press(dialog, "Webhook");
    await dialog.getByLabel("URL to call").fill("https://127.0.0.1/hook");
    await dialog.getByLabel("Email address to confirm").fill(email);
    await press(dialog, "Add header");
    await dialog.getByLabel("Name", { exact: true }).fill("X-Key");
    await dialog.getByLabel("Value", { exact: true }).fill("very secret");
    await lookAt(visitor, "subscribe_webhook");
    await press(dialog, "Subscribe");
    await dialog.getByText("This address is private or reserved").waitFor();
    await dialog.getByLabel("URL to call").fill("https://93.184.215.14/hook");
    expect(await dialog.locator(".problem").count()).toBe(0);
    await press(dialog, "Subscribe");
    await dialog.getByText(`We sent a link to ${email}`).waitFor();
    await follow(visitor, await tokenTo(smtp, email, 0));
    await press(dialog, "Confirm");
    expect(await dialog.getByLabel("Signing secret").inputValue()).toMatch(/^whsec_/);
    await lookAt(visitor, "subscribe_secret");
    await follow(visitor, await tokenTo(smtp, email, 1));
    expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("X-Key");
    expect(await dialog.getByLabel("Value", { exact: true }).inputValue()).toBe("");
    expect(await visitor.content()).not.toContain("very secret");
    await lookAt(visitor, "subscribe_manage_webhook");
    await visitor.context().close();
  });

  it("explains an unknown link", async () => {
    const visitor = await openPerson(browser, product.address);
    await follow(visitor, "A".repeat(43));
    await dialogOf(visitor).getByText("This link is no longer valid").waitFor();
    await lookAt(visitor, "subscribe_unknown");
    await visitor.context().close();
  });

  it("works by email without JavaScript, with a page as the response", async () => {
    const context = await browser.newContext({ baseURL: product.address, javaScriptEnabled: false });
    const visitor = await context.newPage();
    await visitor.goto("/");
    await visitor.locator(".script-note").waitFor();
    await visitor.getByRole("link", { name: "Subscribe" }).click();
    await visitor.getByRole("heading", { name: "Get notified of incidents" }).waitFor();
    expect(await visitor.getByLabel("Service 16").isVisible()).toBe(false);
    await visitor.getByLabel("Only what I choose").check();
    await visitor.getByLabel("Service 16").check();
    await visitor.getByLabel("Email address").fill("plain@example.com");
    const answered = visitor.waitForResponse((reply) => reply.request().method() === "POST");
    await visitor.getByRole("button", { name: "Subscribe" }).click();
    expect((await answered).status()).toBe(202);
    await visitor.getByRole("heading", { level: 1, name: "Check your email" }).waitFor();
    await tokenTo(smtp, "plain@example.com", 0);
    await context.close();
  });

  it("is accessible on all its pages, and hides the trap", async () => {
    const visitor = await openPerson(browser, product.address);
    await visitor.goto("/subscribe");
    await press(dialogOf(visitor), "Close");
    expect(await visitor.getByRole("textbox", { name: "Website" }).count()).toBe(0);
    await lookAt(visitor, "subscribe_page");
    await visitor.route("**/subscriptions", (route) => route.continue());
    await visitor.setContent(
      '<form method="post" action="/api/v1/public/subscriptions"><input name="email" value="x"><button>Go</button></form>',
    );
    await press(visitor, "Go");
    await visitor.getByRole("heading", { level: 1, name: "Something went wrong" }).waitFor();
    await lookAt(visitor, "subscribe_refused");
    await visitor.context().close();
  });
});
