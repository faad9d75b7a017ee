import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Delivery } from "../../src/schema/delivery.ts";
import type { Incident } from "../../src/schema/incident.ts";
import { PUBLIC_EVENT_TYPES } from "../../src/schema/incident_status.ts";
import type { Maintenance } from "../../src/schema/maintenance.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { eventually } from "../eventually.ts";
import { endAtFault, STORY } from "../story.ts";
import { type FakeSmtp, startFakeSmtp } from "./fake_smtp.ts";
import { KilledProduct } from "./killed_product.ts";
import { PanelClient } from "./panel_client.ts";
import { startTarget, type Target } from "./target.ts";

const ADMIN = "/api/v1/admin";
const INCIDENTS = `${ADMIN}/incidents`;
const READER = "reader@example.com";
const MINUTE_MS = 60_000;

let product: KilledProduct;
let target: Target;
let smtp: FakeSmtp;
let monitor: Monitor;
const said: string[] = [];

beforeAll(async () => {
  const end = (_socket: unknown, all: string) => {
    said.push(all);
    return "250 Taken";
  };
  smtp = await startFakeSmtp({ answers: { end } });
  [target, product] = await Promise.all([startTarget(), KilledProduct.start()]);
  const { panel } = product;
  const mail = { host: "127.0.0.1", port: smtp.port, fromAddress: "status@example.com" };
  await panel.send("PUT", `${ADMIN}/notifications/smtp`, mail);
  const allowed = { enabled: true, allowedEvents: PUBLIC_EVENT_TYPES };
  await panel.send("PUT", `${ADMIN}/subscribers/settings`, allowed);
  const config = { url: `${target.address}/pager`, signingSecret: "a secret" };
  await panel.post(`${ADMIN}/notifications/channels`, {
    name: "Pager",
    type: "webhook",
    allMonitors: true,
    config,
  });
  monitor = await panel.post<Monitor>(`${ADMIN}/monitors`, {
    name: "Shop",
    type: "https",
    intervalSecs: 10,
    config: { url: `${target.address}/shop` },
  });
  const shop = { id: "shop", type: "monitor", monitorId: monitor.id };
  await panel.send("PUT", `${ADMIN}/layout`, { tree: { id: "root", type: "page", children: [shop] } });
  await subscribe(READER);
});

afterAll(async () => {
  await product?.close();
  await Promise.all([target?.close(), smtp?.stop()]);
});

interface Received {
  id: string;
  subject: string;
  text: string;
}

/** Lists each email once, because a crash may repeat it. */
async function mailsTo(email: string): Promise<Received[]> {
  const own = said.filter((all) => all.includes(`RCPT TO:<${email}>`));
  const parsed = await Promise.all(
    own.map((all) => PostalMime.parse(all.slice(all.indexOf("DATA\r\n") + 6))),
  );
  const mails = parsed.map(({ messageId = "", subject = "", text = "" }) => {
    return { id: messageId, subject: subject.replace("[Status Page] ", ""), text };
  });
  return [...new Map(mails.map((mail) => [mail.id, mail])).values()];
}

async function subjectsTo(email: string, about: string): Promise<string[]> {
  return (await mailsTo(email)).map(({ subject }) => subject).filter((subject) => subject.includes(about));
}

async function untilToldOf(about: string, subjects: readonly string[]): Promise<void> {
  await eventually(async () => expect(await subjectsTo(READER, about)).toEqual(subjects));
}

async function subscribe(email: string): Promise<void> {
  const visitor = await PanelClient.open(product.address, "192.0.2.200");
  const path = "/api/v1/public/subscriptions";
  await visitor.post(path, { type: "email", email, events: PUBLIC_EVENT_TYPES });
  const [asked] = await eventually(async () => {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    return mails;
  });
  const token = /#subscription=([\w-]{43})/.exec(asked?.text ?? "")?.[1];
  await visitor.post(`${path}/confirm`, { token });
  await eventually(async () => expect(await mailsTo(email)).toHaveLength(2));
}

const check = () => product.panel.post(`${ADMIN}/monitors/${monitor.id}/check-now`);

async function alerts(): Promise<string[]> {
  const { items } = await product.panel.get<{ items: Delivery[] }>(`${ADMIN}/notifications/deliveries`);
  return items.map(({ eventType, status, reason }) => `${eventType} ${reason ?? status}`).toReversed();
}

describe("recurring maintenance on a product that is killed around its starts and ends", STORY, () => {
  endAtFault();
  const [SCHEDULED, STARTED, COMPLETED] = [
    "Scheduled maintenance",
    "Maintenance started",
    "Maintenance completed",
  ].map((label) => `${label}: Patches`) as [string, string, string];
  let id: number;

  it("is announced, and starts once", async () => {
    const startsAt = Date.now() + 30 * MINUTE_MS;
    ({ id } = await product.panel.post<Maintenance>(`${ADMIN}/maintenance`, {
      name: "Patches",
      startsAt,
      endsAt: startsAt + 60 * MINUTE_MS,
      monitorIds: [monitor.id],
      recurrence: { every: "day" },
      timezone: "Asia/Tokyo",
      announceHours: 1,
    }));
    await untilToldOf("Patches", [SCHEDULED]);
    await product.killFor(60);
    await product.dieInMinute();
    await untilToldOf("Patches", [SCHEDULED, STARTED]);
    await product.killFor(0);
    await product.passMinute();
    await untilToldOf("Patches", [SCHEDULED, STARTED]);
  });

  it("suppresses alerts after a restart as well, and only while it lasts", async () => {
    target.failing.add("/shop");
    await check();
    await eventually(async () => expect(await alerts()).toEqual(["alert maintenance"]));
    expect(target.posted).toEqual([]);
    await product.killFor(60);
    await product.dieInMinute();
    await untilToldOf("Patches", [SCHEDULED, STARTED, COMPLETED]);
    await eventually(async () => expect(await alerts()).toEqual(["alert maintenance", "alert delivered"]));
    target.failing.clear();
    await check();
    await eventually(async () => expect((await alerts()).at(-1)).toBe("recovery delivered"));
  });

  it("recurs the next day, with all its notifications", async () => {
    const { occurrences } = await product.panel.get<Maintenance>(`${ADMIN}/maintenance/${id}`);
    expect(occurrences).toHaveLength(10);
    expect(await subjectsTo(READER, "Patches")).toHaveLength(3);
    await product.killFor(22 * 60);
    await product.dieInMinute();
    await untilToldOf("Patches", [SCHEDULED, STARTED, COMPLETED, SCHEDULED]);
    await product.killFor(60);
    await product.dieInMinute();
    const again = [SCHEDULED, STARTED, COMPLETED, SCHEDULED, STARTED];
    await untilToldOf("Patches", again);
    const mails = (await mailsTo(READER)).filter(({ subject }) => subject === STARTED);
    const pages = mails.map(({ text }) => /http:\S+\/maintenance\/\d+/.exec(text)?.[0] ?? "");
    expect(new Set(pages).size).toBe(2);
    expect(await (await fetch(pages.at(-1) ?? "")).text()).toContain("Patches");
    await product.panel.send("DELETE", `${ADMIN}/maintenance/${id}`);
  });
});

describe("an incident on a product that is killed after each step", () => {
  it("has a post-mortem that is sent once to those notified of it, with a working link", async () => {
    const { panel } = product;
    const { id } = await panel.post<Incident>(INCIDENTS, {
      title: "Checkout fails",
      status: "investigating",
      impact: "major",
      monitorIds: [monitor.id],
      body: "Looking.",
    });
    await product.killFor(0);
    await product.passMinute();
    await untilToldOf("Checkout fails", ["Investigating: Checkout fails"]);
    await product.panel.post(`${INCIDENTS}/${id}/updates`, { body: "Over.", status: "resolved" });
    await untilToldOf("Checkout fails", ["Investigating: Checkout fails", "Resolved: Checkout fails"]);
    const late = "late@example.com";
    await subscribe(late);
    const body = "A certificate had **ended**.";
    await product.panel.send("PUT", `${INCIDENTS}/${id}/post-mortem`, { body, publishedAt: Date.now() });
    await product.dieInMinute();
    const wanted = ["Investigating", "Resolved", "Post-mortem"].map((word) => `${word}: Checkout fails`);
    await untilToldOf("Checkout fails", wanted);
    const lastMail = (await mailsTo(READER)).at(-1);
    expect(lastMail?.text).toContain("A certificate had ended.");
    const link = new RegExp(`${product.address}/incidents/${id}/post-mortem`).exec(lastMail?.text ?? "")?.[0];
    const page = await fetch(link ?? "");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("A certificate had <strong>ended</strong>.");
    await product.passMinute();
    expect(await subjectsTo(READER, "Checkout fails")).toEqual(wanted);
    expect(await subjectsTo(late, "Checkout fails")).toEqual([]);
  });

  it("reminds its authors once by email after a long silence", async () => {
    const { id } = await product.panel.post<Incident>(INCIDENTS, {
      title: "Search is slow",
      status: "investigating",
      impact: "minor",
      body: "Looking.",
      nagHours: 2,
    });
    await product.passMinute();
    const reminders = async () =>
      (await mailsTo(PanelClient.admin.email)).filter(({ text }) => text.includes("Search"));
    expect(await reminders()).toEqual([]);
    await product.killFor(121);
    await product.dieInMinute();
    // The claim of the killed process expires after ten minutes.
    await product.killFor(11);
    await product.passMinute();
    await eventually(async () => expect(await reminders()).toHaveLength(1));
    expect((await reminders())[0]).toMatchObject({
      subject: expect.stringMatching(/no update of “Search is slow” for 2 h/),
      text: expect.stringContaining(`${product.address}/admin/incidents/${id}`),
    });
    await product.killFor(60);
    await product.passMinute();
    expect(await reminders()).toHaveLength(1);
    await product.panel.post(`${INCIDENTS}/${id}/updates`, { body: "Better.", status: "resolved" });
  });
});
