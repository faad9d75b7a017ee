import type { Browser, CDPSession, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpPeer, startHttp } from "../system/http_peer.ts";
import { makePushReceiver } from "../system/push_receiver.ts";
import { type Product, startProduct } from "../system/start/product.ts";
import { hasChromium, lookAt } from "./chromium.ts";
import { press, visit } from "./deeds.ts";
import { launchWholeChromium } from "./launch.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";

/**
 * Chromium has no push service here. The test plays the browser's half of the subscription, decrypts the message and
 * hands it to Chromium, which wakes the panel's service worker.
 */
describe.skipIf(!hasChromium)("push notifications, in Chromium", () => {
  const receiver = makePushReceiver();
  const notes: string[] = [];
  let service: HttpPeer;
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let chromium: CDPSession;
  let registrationId = "";
  let beats = "";

  beforeAll(async () => {
    service = await startHttp((_request, response, { bytes }) => {
      notes.push(receiver.open(bytes));
      response.writeHead(201).end();
    });
    const variables = { SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "true" };
    [product, browser] = await Promise.all([startProduct({ variables }), launchWholeChromium()]);
    admin = await openAdmin(browser, product);
    await admin.context().grantPermissions(["notifications"]);
    await admin.addInitScript(
      ({ endpoint, keys }) => {
        PushManager.prototype.subscribe = async () =>
          ({ toJSON: () => ({ endpoint, expirationTime: null, keys }) }) as unknown as PushSubscription;
      },
      { endpoint: `${service.origin}/push/1`, keys: receiver.keys },
    );
    chromium = await admin.context().newCDPSession(admin);
    chromium.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      registrationId = registrations[0]?.registrationId ?? registrationId;
    });
    await chromium.send("ServiceWorker.enable");
  });

  endStories(() => product);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  const call = makeCall(() => admin);
  const worker = (): Worker => {
    const [found] = admin.context().serviceWorkers();
    if (!found) throw new Error("There is no service worker.");
    return found;
  };

  interface Shown {
    title: string;
    actions: string[];
  }
  const listShown = async (): Promise<Shown[]> =>
    await admin.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/admin/");
      const shown = (await registration?.getNotifications()) ?? [];
      return (shown as (Notification & { actions: { action: string }[] })[]).map((one) => ({
        title: one.title,
        actions: one.actions.map(({ action }) => action),
      }));
    });

  const workerState = async () =>
    await admin.evaluate(async () => {
      return (await navigator.serviceWorker.getRegistration("/admin/"))?.active?.state;
    });

  async function deliver(data: string | undefined): Promise<void> {
    expect(data).toBeDefined();
    await expect.poll(workerState).toBe("activated");
    const { address: origin } = product;
    await chromium.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: data ?? "" });
  }

  /** Chromium drops some messages on a busy machine. Delivered again, a message replaces its own notification. */
  const shownAfter = (data: string | undefined) =>
    expect.poll(
      async () => {
        await deliver(data);
        return await listShown();
      },
      { interval: 500 },
    );

  async function beat(status: "up" | "down"): Promise<void> {
    expect((await admin.request.post(beats, { data: { status }, maxRetries: 2 })).ok()).toBe(true);
  }

  it("are turned on and tested in the settings", async () => {
    await admin.goto("/admin/account?tab=devices");
    await admin.getByText("No devices yet").waitFor();
    await press(admin, "Turn on in this browser");
    const row = admin.getByRole("row", { name: /Chrome on Linux/ });
    await row.getByText("This browser").waitFor();
    await row.getByRole("button", { name: "Send test" }).click();
    await admin.getByText("Test sent.").waitFor();
    await shownAfter(notes.at(-1)).toEqual([{ title: "Test message from Status Page", actions: [] }]);
    await lookAt(admin, "push-devices");
  });

  it("show an alert with a button to acknowledge, which the recovery replaces", async () => {
    const [person] = await call<{ id: number }[]>("GET", "/on-call/people");
    await call("POST", "/schedules", { key: "team", name: "Team" });
    const steps = [{ target: { userIds: [person?.id] } }];
    const config = { scheduleKey: "team", steps };
    await call("POST", "/notifications/channels", {
      name: "Wake",
      type: "on_call",
      allMonitors: true,
      config,
    });
    const monitor = await call<{ id: number; heartbeatUrl: string }>("POST", "/monitors", {
      name: "Shop",
      type: "webhook",
    });
    beats = monitor.heartbeatUrl;
    await beat("down");
    await expect.poll(() => notes.length).toBe(2);
    await shownAfter(notes.at(-1)).toContainEqual({ title: "Shop is down", actions: ["acknowledge"] });

    await worker().evaluate(async () => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      const shown = await scope.registration.getNotifications();
      const notification = shown.find(({ title }) => title === "Shop is down");
      const Click = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event })
        .NotificationEvent;
      self.dispatchEvent(new Click("notificationclick", { notification, action: "acknowledge" }));
    });
    const read = async () =>
      (await call<{ acknowledgement: { by: string } | null }>("GET", `/monitors/${monitor.id}`))
        .acknowledgement?.by;
    await expect.poll(read).toBe("ada@example.com");

    await expect.poll(() => notes.length).toBe(3);
    await deliver(notes.at(-1));
    await beat("up");
    await expect.poll(() => notes.length).toBe(4);
    await shownAfter(notes.at(-1)).toSatisfy((shown: Shown[]) => {
      const titles = shown.map(({ title }) => title).toSorted();
      return titles.join() === "Shop is up again,Test message from Status Page";
    });
  });

  it("continue after the browser replaces its subscription, even without a session", async () => {
    const session = await admin.context().cookies();
    await admin.context().clearCookies();
    await worker().evaluate(
      async ({ old, renewed, keys }) => {
        const subscribed = (endpoint: string) => ({
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
        });
        let renewing: Promise<unknown> | undefined;
        const change = Object.assign(new Event("pushsubscriptionchange"), {
          oldSubscription: subscribed(old),
          newSubscription: subscribed(renewed),
          waitUntil(work: Promise<unknown>) {
            renewing = work;
          },
        });
        self.dispatchEvent(change);
        await renewing;
      },
      { old: `${service.origin}/push/1`, renewed: `${service.origin}/push/2`, keys: receiver.keys },
    );
    await admin.context().addCookies(session);
    // The panel may have noticed the missing session and asks to sign in until it is loaded again.
    await admin.goto("/admin/account?tab=devices");
    await admin.getByRole("button", { name: "Send test" }).click();
    await admin.getByText("Test sent.").waitFor();
    expect(service.requests.at(-1)?.url).toBe("/push/2");
  });

  it("are counted per person", async () => {
    await visit(admin, "/admin/on-call");
    await admin.getByRole("link", { name: "Alerts per person" }).click();
    await admin.getByRole("heading", { name: "Alerts per person" }).waitFor();
    const cells = admin.getByRole("row", { name: /ada@example\.com/ }).getByRole("cell");
    await expect.poll(async () => (await cells.allTextContents()).slice(1, 3)).toEqual(["1", "1"]);
    expect((await cells.allTextContents())[5]).toBe("1");
    await lookAt(admin, "alert-report");
    await admin.getByText("7 days", { exact: true }).click();
    await cells.first().waitFor();
  });

  it("are ordered together with other notification methods, and removed", async () => {
    await visit(admin, "/admin/account?tab=devices");
    const second = admin.getByRole("group", { name: "Method 2" });
    await second.getByLabel("After", { exact: true }).fill("2");
    await press(admin, "Add method");
    await admin.getByLabel("Webhook address").fill(`${service.origin}/own`);
    await press(admin, "Save");
    await admin.getByText("Saved.").waitFor();
    await lookAt(admin, "push-ways");
    await admin
      .getByRole("row", { name: /Chrome on Linux/ })
      .getByRole("button", { name: "Remove" })
      .click();
    await admin.getByText("No devices yet").waitFor();
    await admin.getByRole("button", { name: "Turn on in this browser" }).waitFor();
  });
});
