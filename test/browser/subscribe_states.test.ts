import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "../system/fake_smtp.ts";
import { CLIENT, type OidcServer, startOidcServer } from "../system/oidc_server.ts";
import { PanelClient } from "../system/panel_client.ts";
import { closePeople, hasChromium, launch, lookAt, openPerson, takeFaults } from "./chromium.ts";
import { press } from "./deeds.ts";
import { type OwnProduct, startProduct } from "./product.ts";
import { dialogOf, followLink, mailsTo, openDialog, tokenTo } from "./reader.ts";

const ROOT = "/api/v1/public/subscriptions";
const PERSON = { sub: "person-1", email: "person@example.com" };

describe.skipIf(!hasChromium)("a subscription in each state, in Chromium", () => {
  let browser: Browser;
  let product: OwnProduct;
  let panel: PanelClient;
  let smtp: FakeSmtp;
  let provider: OidcServer;
  let hook: Server;
  let hookStatus = 200;
  const called: { id: string; title: string }[] = [];

  beforeAll(async () => {
    hook = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      called.push({
        id: String(request.headers["webhook-id"]),
        title: (JSON.parse(body) as { incident: { title: string } }).incident.title,
      });
      response.writeHead(hookStatus).end();
    }).listen(0, "127.0.0.1");
    const variables = { SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" };
    [browser, product, smtp] = await Promise.all([
      launch(),
      startProduct({ variables }),
      startFakeSmtp(),
      once(hook, "listening"),
    ]);
    provider = await startOidcServer(`${product.address}/api/v1/auth/oidc/callback`, PERSON);
    panel = await PanelClient.open(product.address);
    const mail = { host: "127.0.0.1", port: smtp.port, fromAddress: "status@example.com" };
    await panel.send("PUT", "/api/v1/admin/notifications/smtp", mail);
    await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: true, allowWebhook: true });
    await panel.send("POST", "/api/v1/admin/locales", { code: "pl", name: "Polski", published: true });
  }, 180_000);

  afterEach(() => {
    expect(takeFaults()).toEqual([]);
  });

  afterAll(async () => {
    await closePeople();
    hook?.closeAllConnections();
    hook?.close();
    await Promise.all([product?.stop(), smtp?.stop(), provider?.stop()]);
  });

  let clients = 0;

  async function ask(path: string, body: object): Promise<number> {
    const headers = {
      "Content-Type": "application/json",
      "CF-Connecting-IP": `203.0.113.${1 + (clients++ % 250)}`,
    };
    const answer = await fetch(product.address + ROOT + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    await answer.text();
    return answer.status;
  }

  async function publish(title: string): Promise<void> {
    const incident = { title, status: "investigating", impact: "major", monitorIds: [], body: "Looking." };
    await panel.post("/api/v1/admin/incidents", incident);
  }

  it("is paused when its webhook keeps failing, reported by email, resumed there, and notified of the next incident", async () => {
    const email = "failing@example.com";
    const { port } = hook.address() as { port: number };
    const webhookUrl = `http://127.0.0.1:${port}/hook`;
    expect(await ask("", { type: "webhook", email, webhookUrl, notifyOnFailure: false })).toBe(202);
    expect(await ask("/confirm", { token: await tokenTo(smtp, email, 0) })).toBe(200);
    await tokenTo(smtp, email, 1);
    // Four failures in a row came before this one.
    await product.store(`UPDATE subscribers SET failures = 4 WHERE email = '${email}'`);
    hookStatus = 500;
    await publish("Search is slow");
    const attempts = () => called.filter(({ title }) => title === "Search is slow");
    for (let tries = 1; tries <= 4; tries++) {
      await expect
        .poll(async () => {
          await product.store("UPDATE subscriber_deliveries SET due_at = 1 WHERE claimed_until IS NULL");
          await product.passMinute();
          return attempts().length;
        })
        .toBeGreaterThanOrEqual(tries);
    }
    await expect
      .poll(async () => {
        await product.passMinute();
        return mailsTo(smtp, email).length;
      })
      .toBe(3);
    expect(attempts()).toHaveLength(4);
    await publish("Nobody hears of this");

    hookStatus = 200;
    const visitor = await openPerson(browser, product.address);
    await followLink(visitor, await tokenTo(smtp, email, 2));
    const dialog = dialogOf(visitor);
    await dialog.getByText("This subscription is paused").waitFor();
    await lookAt(visitor, "subscribe_paused");
    await press(dialog, "Resume");
    await dialog.getByText("Saved", { exact: true }).waitFor();
    expect(await dialog.getByText("This subscription is paused").count()).toBe(0);
    await publish("Checkout fails");
    await expect.poll(() => called.at(-1)?.title).toBe("Checkout fails");
    expect(called.filter(({ title }) => title === "Nobody hears of this")).toEqual([]);
    await visitor.context().close();
  });

  it("can't be confirmed with an expired link", async () => {
    const email = "late@example.com";
    expect(await ask("", { type: "email", email })).toBe(202);
    const token = await tokenTo(smtp, email, 0);
    await product.store(`UPDATE subscribers SET confirm_until = 1 WHERE email = '${email}'`);
    const visitor = await openPerson(browser, product.address);
    await followLink(visitor, token);
    await dialogOf(visitor).getByText("This link has expired or was already used").waitFor();
    await dialogOf(visitor).getByText("Subscribe again to get a new one.").waitFor();
    expect(await dialogOf(visitor).getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await lookAt(visitor, "subscribe_expired");
    await visitor.context().close();
  });

  it("is limited to five requests per quarter of an hour, and the form shows it at the sixth", async () => {
    const visitor = await openPerson(browser, product.address);
    await openDialog(visitor);
    const statuses = await visitor.evaluate(async (path) => {
      const all: number[] = [];
      for (let n = 0; n < 5; n++) {
        const body = JSON.stringify({ type: "email", email: `many${n}@example.com` });
        const headers = { "Content-Type": "application/json" };
        all.push((await fetch(path, { method: "POST", headers, body })).status);
      }
      return all;
    }, ROOT);
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
    const dialog = dialogOf(visitor);
    await dialog.getByLabel("Email address").fill("sixth@example.com");
    await press(dialog, "Subscribe");
    await dialog.getByText("Too many attempts. Try again in a few minutes.").waitFor();
    await lookAt(visitor, "subscribe_too_many");
    await visitor.context().close();
  });

  it("is in Polish on a Polish page, including server errors, emails and links", async () => {
    const email = "czytelnik@example.com";
    const visitor = await openPerson(browser, product.address);
    await openDialog(visitor, { path: "/?lang=pl", name: "Subskrybuj" });
    const dialog = dialogOf(visitor);
    await press(dialog, "Webhook");
    await dialog.getByLabel("Wywoływany adres").fill("https://user:secret@example.com/hook");
    await dialog.getByLabel("Adres e-mail").fill(email);
    await press(dialog, "Dodaj nagłówek");
    await dialog.getByLabel("Nazwa", { exact: true }).fill("Host");
    await dialog.getByLabel("Wartość", { exact: true }).fill("example.com");
    await press(dialog, "Subskrybuj");
    await dialog.getByText("Usuń z adresu nazwę użytkownika i hasło").waitFor();
    await dialog.getByText("Host: Ten nagłówek ustawia sama usługa").waitFor();
    await lookAt(visitor, "subscribe_polish_refused");
    await dialog.getByLabel("Wywoływany adres").fill("https://example.com/hook");
    expect(await dialog.getByText("Usuń z adresu użytkownika").count()).toBe(0);
    await dialog.getByText("Host: Ten nagłówek").waitFor();
    await press(dialog, "Usuń nagłówek Host");
    expect(await dialog.locator(".problem").count()).toBe(0);
    await press(dialog, "E-mail");
    await dialog.getByLabel("Adres e-mail").fill(email);
    await press(dialog, "Subskrybuj");
    await dialog.getByText("Sprawdź pocztę").waitFor();
    await followLink(visitor, await tokenTo(smtp, email, 0));
    await press(dialog, "Potwierdź");
    await dialog.getByText("Subskrypcja potwierdzona").waitFor();
    await followLink(visitor, await tokenTo(smtp, email, 1));
    await dialog.getByRole("heading", { name: "Twoja subskrypcja" }).waitFor();
    await lookAt(visitor, "subscribe_polish_manage");
    await press(dialog, "Zapisz");
    await dialog.getByText("Zapisano", { exact: true }).waitFor();
    await visitor.context().close();
  });

  it("needs a sign-in on a private page, keeps its link during a sign-in with a provider, and offers no feeds", async () => {
    await panel.send("PUT", "/api/v1/admin/oidc", {
      currentPassword: "correct horse",
      enabled: true,
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      createUsers: true,
      defaultRole: "viewer",
      buttonLabel: "Sign in with Acme",
    });
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: true });
    expect(await ask("", { type: "email", email: "stranger@example.com" })).toBe(401);
    for (const feed of ["incidents.rss", "incidents.atom", "team-chat.rss", "summary.json"])
      expect((await fetch(`${product.address}/api/v1/public/${feed}`)).status, feed).toBe(404);

    const visitor = await openPerson(browser, product.address);
    const asked: string[] = [];
    visitor.on("request", (request) => asked.push(request.url()));
    const signIn = async () => {
      await visitor.getByRole("heading", { level: 1, name: "This status page is private" }).waitFor();
      await visitor.getByRole("link", { name: "Sign in with Acme" }).click();
    };
    await visitor.goto("/");
    await signIn();
    await openDialog(visitor);
    const dialog = dialogOf(visitor);
    for (const way of ["Team chat", "Feeds"])
      expect(await dialog.getByRole("button", { name: way }).count()).toBe(0);
    await dialog.getByLabel("Email address").fill(PERSON.email);
    await press(dialog, "Subscribe");
    await dialog.getByText(`We sent a link to ${PERSON.email}`).waitFor();

    const token = await tokenTo(smtp, PERSON.email, 0);
    await visitor.context().clearCookies();
    await followLink(visitor, token);
    await signIn();
    await dialog.getByRole("heading", { name: "Confirm your subscription" }).waitFor();
    await press(dialog, "Confirm");
    await dialog.getByText("Your subscription is confirmed").waitFor();
    expect(asked.filter((url) => url.includes(token) && !url.includes(`#subscription=${token}`))).toEqual([]);
    expect(await visitor.evaluate(() => sessionStorage.length)).toBe(0);
    await visitor.reload();
    await visitor.locator("footer").waitFor();
    expect(await dialog.count()).toBe(0);
    await panel.send("PUT", "/api/v1/admin/status-page-access", { private: false });
    await visitor.context().close();
  });
});
