import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { noteEnds } from "../../../src/data/subscriber_delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { saveEnds } from "../../../src/service/outgoing/attempt.ts";
import type { SubscriberJob } from "../../../src/service/outgoing/job.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { startFanouts } from "../../../src/service/subscriber/announce.ts";
import { advanceFanout, sweepFanouts } from "../../../src/service/subscriber/fanout.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";
import {
  addSubscriber,
  deliveriesOf,
  drain,
  findRow,
  noticesOf,
  retryDue,
  send,
  statusesOf,
} from "./audience.ts";

const SETTINGS = "/api/v1/admin/subscribers/settings";
const INCIDENTS = "/api/v1/admin/incidents";
const MAINTENANCE = "/api/v1/admin/maintenance";
const HOUR_MS = 3_600_000;
const AT_ONCE = 5;

interface Call {
  url: string;
  id: string | null;
  event: string;
  body: { incident?: { title: string }; maintenance?: { name: string; startsAt: string; url?: string } };
}

let admin: Visitor;
let shop: Monitor;
let mail: Monitor;
let hidden: Monitor;
let answer: (call: Call) => Response | Promise<Response>;
const calls: Call[] = [];

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  mail = await addBeating(admin, "Mail");
  hidden = await addBeating(admin, "Backoffice");
  await admin.patch(`/api/v1/admin/monitors/${mail.id}`, { tags: [{ label: "core", color: "#112233" }] });
  await place(admin, [shop, mail]);
  // The test runs queued work by hand.
  vi.spyOn(bindings.SUBSCRIBERS, "sendBatch").mockResolvedValue(undefined as never);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const call = {
      url: request.url,
      id: request.headers.get("webhook-id"),
      event: request.headers.get("X-SVC-Event") ?? "",
      body: await request.json<Call["body"]>(),
    };
    calls.push(call);
    return await answer(call);
  });
});

beforeEach(async () => {
  answer = () => new Response("ok");
  calls.length = 0;
  await admin.put(SETTINGS, {
    enabled: true,
    allowEmail: true,
    allowWebhook: true,
    allowedEvents: ["incident.created", "incident.updated", "incident.resolved", "maintenance.scheduled"],
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await bindings.DB.prepare("DELETE FROM subscriber_deliveries").run();
  await bindings.DB.prepare("DELETE FROM subscribers").run();
});

async function addIncident(more: object = {}): Promise<number> {
  const reply = await admin.post<{ id: number }>(INCIDENTS, {
    title: "Checkout fails",
    status: "investigating",
    impact: "major",
    monitorIds: [shop.id],
    body: "Looking.",
    ...more,
  });
  await startFanouts(bindings, Date.now());
  return reply.body.id;
}

async function addUpdate(id: number, status: string): Promise<void> {
  await admin.post(`${INCIDENTS}/${id}/updates`, { body: "News.", status });
  await startFanouts(bindings, Date.now());
}

const passTo = (now: number) => vi.useFakeTimers({ now, toFake: ["Date"] });
const eventsAt = (destination: string) =>
  calls.filter(({ url }) => url === destination).map(({ event }) => event);

describe("an event for subscribers", () => {
  it("with a post-mortem is sent once, only to those notified of its incident", async () => {
    const [notified, mailed] = [await addSubscriber(), await addSubscriber({ type: "email" })];
    const other = await addSubscriber({ monitorIds: [mail.id] });
    const id = await addIncident();
    await drain();
    const late = await addSubscriber();
    const path = `${INCIDENTS}/${id}/post-mortem`;
    for (const publishedAt of [Date.now(), null, Date.now()]) {
      await admin.put(path, { body: "A **certificate** had run out.", publishedAt });
      await startFanouts(bindings, Date.now());
      await drain();
    }
    expect(eventsAt(notified.destination)).toEqual(["incident.created", "incident.postmortem"]);
    expect(calls.at(-1)?.body).toMatchObject({
      event: "incident.postmortem",
      incident: { id },
      postMortem: { body: "A **certificate** had run out.", url: expect.stringContaining("/post-mortem") },
    });
    expect(await statusesOf(mailed.id)).toHaveLength(2);
    for (const { id: nobody } of [other, late]) expect(await statusesOf(nobody)).toEqual([]);
  });

  it("reaches each subscriber once, however often it is queued", async () => {
    const people = [await addSubscriber(), await addSubscriber(), await addSubscriber()];
    await addIncident();
    const { id } = (await bindings.DB.prepare("SELECT max(id) AS id FROM fanouts").first<{ id: number }>())!;
    const job = { id, held: null };
    await Promise.all([
      startFanouts(bindings, Date.now()),
      ...Array.from({ length: 3 }, () => advanceFanout(bindings, job, send)),
    ]);
    await sweepFanouts(bindings, Date.now() + HOUR_MS / 2);
    await drain();
    for (const { id, destination } of people) {
      expect(await statusesOf(id)).toEqual(["delivered"]);
      expect(eventsAt(destination)).toEqual(["incident.created"]);
      expect(await findRow(id)).toMatchObject({ failures: 0, last_error: null });
      expect((await findRow(id))["last_notified_at"]).toBeGreaterThan(0);
    }
  });

  it("is planned in batches, and continues after the last one when interrupted", async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => addSubscriber({ type: "email" })));
    await bindings.DB.prepare(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1200)
      INSERT INTO subscribers (type, destination, email, status, locale, events, seal_name, manage_token,
        manage_hash, unsubscribe_hash, confirmed_at, created_at)
      SELECT 'email', 'many' || n, 'many' || n, 'active', 'en', '["incident.created"]', 's', 't', 'm' || n, 'u' || n, 1, 1
      FROM n`).run();
    const handed: number[] = [];
    await bindings.DB.prepare(`
      CREATE TRIGGER crash BEFORE INSERT ON subscriber_deliveries WHEN (SELECT count(*) FROM subscriber_deliveries) >= 700
      BEGIN SELECT RAISE(ABORT, 'crash'); END`).run();
    await addIncident();
    const note = async (ids: number[]) => void handed.push(...ids);
    await expect(drain(note)).rejects.toThrow();
    const planned = await bindings.DB.prepare(
      "SELECT max(id) % 1000000000 AS last, count(*) AS n FROM subscriber_deliveries",
    ).first();
    expect(planned).toEqual({ last: people[0]!.id + 499, n: 500 });
    // Nothing reads the rows before the last one again.
    await bindings.DB.prepare("DELETE FROM subscriber_deliveries WHERE id % 1000000000 = ?")
      .bind(people[0]!.id)
      .run();
    await bindings.DB.prepare("DROP TRIGGER crash").run();
    const finishing = async (ids: number[]) => {
      await note(ids);
      await bindings.DB.prepare(
        "UPDATE subscriber_deliveries SET status = 'delivered' WHERE id IN (SELECT value FROM json_each(?))",
      )
        .bind(JSON.stringify(ids))
        .run();
    };
    await drain(finishing);
    expect(handed).toHaveLength(1202);
    expect(new Set(handed).size).toBe(1202);
  });

  it("leaves nothing pending when a run writes its plan after another run has finished", async () => {
    const person = await addSubscriber();
    await addIncident();
    const { id } = (await bindings.DB.prepare("SELECT max(id) AS id FROM fanouts").first<{ id: number }>())!;
    const { DB } = bindings;
    let batches = 0;
    const late = {
      prepare: (query: string) => DB.prepare(query),
      async batch(statements: D1PreparedStatement[]) {
        batches++;
        if (batches === 2) {
          await DB.prepare("UPDATE subscribers SET status = 'unsubscribed' WHERE id = ?")
            .bind(person.id)
            .run();
          passTo(Date.now() + 91_000);
          await advanceFanout(bindings, { id, held: null }, send);
        }
        return await DB.batch(statements);
      },
    };
    const run = advanceFanout({ ...bindings, DB: late as D1Database }, { id, held: null }, send);
    await expect(run).rejects.toThrow();
    expect([await statusesOf(person.id), calls]).toEqual([[], []]);
  });

  it("is sent again with the same id once its claim has expired, and not before", async () => {
    const { id, destination } = await addSubscriber({ signingSecret: "a secret" });
    answer = () => {
      throw new Error("the isolate is gone");
    };
    await addIncident();
    const broken = await bindings.DB.prepare("SELECT id FROM fanouts WHERE finished_at IS NULL").first<{
      id: number;
    }>();
    // It is sent, and the sender stops before recording the result.
    let ids: number[] = [];
    answer = () => new Response("ok");
    await bindings.DB.prepare(`
      CREATE TRIGGER gone BEFORE UPDATE OF status ON subscriber_deliveries BEGIN SELECT RAISE(ABORT, 'gone'); END`).run();
    const job = { kind: "fanout", id: broken!.id, held: null } as const;
    await expect(
      advanceFanout(bindings, job, async (own) => {
        ids = own;
        await send(own);
      }),
    ).rejects.toThrow();
    await bindings.DB.prepare("DROP TRIGGER gone").run();
    expect(await statusesOf(id)).toEqual(["pending"]);
    await advanceFanout(bindings, job, send);
    expect(eventsAt(destination)).toHaveLength(1);
    passTo(Date.now() + 91_000);
    await advanceFanout(bindings, job, send);
    expect(ids).toHaveLength(1);
    expect(eventsAt(destination)).toHaveLength(2);
    expect(new Set(calls.map((call) => call.id))).toEqual(new Set([`delivery-${ids[0]}`]));
    expect(await statusesOf(id)).toEqual(["delivered"]);
    await drain();
    expect(eventsAt(destination)).toHaveLength(2);
  });

  it("is sent once when its sender stopped before sending", async () => {
    const { id, destination } = await addSubscriber();
    await addIncident();
    const gone = async () => {
      throw new Error("the isolate is gone");
    };
    await expect(drain(gone)).rejects.toThrow();
    expect([await statusesOf(id), calls]).toEqual([["pending"], []]);
    passTo(Date.now() + 91_000);
    await drain();
    expect([await statusesOf(id), eventsAt(destination)]).toEqual([["delivered"], ["incident.created"]]);
  });

  it("is sent twice only to those in progress when it was interrupted", async () => {
    for (let n = 0; n < 20; n++) await addSubscriber();
    // Sending works, and recording fails after seven deliveries.
    await bindings.DB.prepare(`
      CREATE TRIGGER gone BEFORE UPDATE OF status ON subscriber_deliveries
      WHEN (SELECT count(*) FROM subscriber_deliveries WHERE status = 'delivered') >= 7
      BEGIN SELECT RAISE(ABORT, 'gone'); END`).run();
    await addIncident();
    await expect(drain()).rejects.toThrow();
    await bindings.DB.prepare("DROP TRIGGER gone").run();
    passTo(Date.now() + 91_000);
    await drain();
    const times = [...Map.groupBy(calls, ({ url }) => url).values()].map((own) => own.length);
    const twice = times.filter((count) => count === 2).length;
    expect(times).toHaveLength(20);
    expect(calls).toHaveLength(20 + twice);
    expect(twice).toBeGreaterThan(0);
    expect(twice).toBeLessThanOrEqual(AT_ONCE);
  });

  it("is sent through the queue and a sender", async () => {
    vi.mocked(bindings.SUBSCRIBERS.sendBatch).mockRestore();
    const { id, destination } = await addSubscriber();
    await admin.post(INCIDENTS, {
      title: "By itself",
      status: "investigating",
      impact: "minor",
      monitorIds: [shop.id],
      body: "",
    });
    await vi.waitFor(async () => expect(await statusesOf(id)).toEqual(["delivered"]), { timeout: 25_000 });
    expect(eventsAt(destination)).toEqual(["incident.created"]);
    vi.spyOn(bindings.SUBSCRIBERS, "sendBatch").mockResolvedValue(undefined as never);
  });
});

describe("the recipients of an event", () => {
  it("are active subscribers, confirmed by then, who chose its type", async () => {
    const notified = await addSubscriber();
    const others = [
      await addSubscriber({ status: "pending" }),
      await addSubscriber({ status: "disabled" }),
      await addSubscriber({ status: "unsubscribed" }),
      await addSubscriber({ confirmedAt: Date.now() + HOUR_MS }),
      await addSubscriber({ events: ["incident.resolved"] }),
    ];
    await addIncident();
    await drain();
    expect(await statusesOf(notified.id)).toEqual(["delivered"]);
    for (const { id } of others) expect(await statusesOf(id)).toEqual([]);
  });

  it("follow a linked monitor or one of its tags; incidents without monitors reach everyone", async () => {
    const bySelf = await addSubscriber({ monitorIds: [shop.id] });
    const byTag = await addSubscriber({ tags: ["core"] });
    await addIncident({ monitorIds: [mail.id] });
    await addIncident({ monitorIds: [shop.id] });
    await addIncident({ monitorIds: [] });
    await drain();
    expect(await statusesOf(bySelf.id)).toHaveLength(2);
    expect(await statusesOf(byTag.id)).toHaveLength(2);
  });

  it("are none for a draft, a silent incident or an internal monitor; publishing notifies", async () => {
    const { id, destination } = await addSubscriber();
    const draft = await addIncident({ draft: true });
    await addIncident({ notifySubscribers: false });
    await addIncident({ monitorIds: [hidden.id] });
    await drain();
    expect(await statusesOf(id)).toEqual([]);
    await admin.post(`${INCIDENTS}/${draft}/publish`);
    await startFanouts(bindings, Date.now());
    await drain();
    expect(eventsAt(destination)).toEqual(["incident.created"]);
  });

  it("receive a resolving update as a resolution", async () => {
    const { destination } = await addSubscriber();
    const id = await addIncident();
    await addUpdate(id, "monitoring");
    await addUpdate(id, "resolved");
    await drain();
    expect(eventsAt(destination)).toEqual(["incident.created", "incident.updated", "incident.resolved"]);
  });

  it("are decided at the time of the event, even if subscriptions are enabled later", async () => {
    const { id } = await addSubscriber();
    await admin.put(SETTINGS, { enabled: false });
    await addIncident();
    await admin.put(SETTINGS, { enabled: true });
    await runHousekeeping(bindings, Date.now());
    await drain();
    expect(await statusesOf(id)).toEqual([]);
  });
});

describe("a planned delivery", () => {
  const planned = async () => {
    const person = await addSubscriber();
    answer = () => new Response("not now", { status: 503 });
    const incident = await addIncident();
    await drain();
    answer = () => new Response("ok");
    calls.length = 0;
    expect(await statusesOf(person.id)).toEqual(["pending"]);
    passTo(Date.now() + 61_000);
    return { ...person, incident };
  };
  const write = (text: string, ...values: unknown[]) =>
    bindings.DB.prepare(text)
      .bind(...values)
      .run();

  it.each<[string, (person: { id: number; incident: number }) => Promise<unknown>]>([
    [
      "the subscriber unsubscribed",
      ({ id }) => write("UPDATE subscribers SET status = 'unsubscribed' WHERE id = ?", id),
    ],
    [
      "the subscriber is paused",
      ({ id }) => write("UPDATE subscribers SET status = 'disabled' WHERE id = ?", id),
    ],
    ["the subscriber was deleted", ({ id }) => write("DELETE FROM subscribers WHERE id = ?", id)],
    ["subscriptions are off", () => admin.put(SETTINGS, { enabled: false })],
    ["webhooks are off", () => admin.put(SETTINGS, { allowWebhook: false })],
    [
      "its event type is no longer allowed",
      () => admin.put(SETTINGS, { allowedEvents: ["incident.resolved"] }),
    ],
    ["its incident was deleted", ({ incident }) => admin.delete(`${INCIDENTS}/${incident}`)],
    [
      "its incident is no longer public",
      ({ incident }) => admin.patch(`${INCIDENTS}/${incident}`, { monitorIds: [hidden.id] }),
    ],
  ])("is cancelled when %s", async (_, change) => {
    const person = await planned();
    await change(person);
    await retryDue();
    expect(await statusesOf(person.id)).toEqual(["cancelled"]);
    expect(calls).toEqual([]);
  });

  it("is sent otherwise", async () => {
    const person = await planned();
    await retryDue();
    expect(await statusesOf(person.id)).toEqual(["delivered"]);
  });
});

describe("a failing webhook", () => {
  beforeEach(() => {
    answer = () => new Response("broken", { status: 500 });
  });

  async function failOnce(): Promise<void> {
    await addIncident();
    await drain();
    for (let again = 0; again < 3; again++) {
      await bindings.DB.prepare("UPDATE subscriber_deliveries SET due_at = 0 WHERE status = 'pending'").run();
      await retryDue();
    }
  }

  it("is retried after 1, 5 and 30 minutes, and then counts as one failure", async () => {
    const { id } = await addSubscriber();
    const start = Math.ceil(Date.now() / 1000) * 1000;
    passTo(start);
    await addIncident();
    await drain();
    for (const [tries, minutes] of [1, 5, 30].entries()) {
      const [row] = await deliveriesOf(id);
      expect(row).toMatchObject({ status: "pending", attempt_count: tries + 1, response_status: 500 });
      expect(row!.due_at).toBe(Date.now() + minutes * 60_000);
      passTo(row!.due_at - 1);
      await retryDue();
      expect(await deliveriesOf(id)).toEqual([row]);
      passTo(row!.due_at);
      await retryDue();
    }
    const [row] = await deliveriesOf(id);
    expect(row).toMatchObject({ status: "failed", attempt_count: 4 });
    expect(row!.last_error).toBe("8.8.8.8 returned 500: broken");
    expect(JSON.parse(row!.attempts)).toHaveLength(4);
    expect(await findRow(id)).toMatchObject({ failures: 1, status: "active", last_error: row!.last_error });
    passTo(Date.now() + HOUR_MS);
    await retryDue();
    expect(calls).toHaveLength(4);
  });

  it("is retried together with others that failed at the same time", async () => {
    for (let n = 0; n < 20; n++) await addSubscriber();
    const jobs = vi.mocked(bindings.SUBSCRIBERS.sendBatch);
    await addIncident();
    jobs.mockClear();
    await drain();
    const again = jobs.mock.calls
      .flatMap(([batch]) => [...batch])
      .map(({ body }) => body as SubscriberJob)
      .flatMap((job) => (job.kind === "deliveries" ? [job] : []));
    expect(again.flatMap(({ ids }) => ids)).toHaveLength(20);
    // Two if a slot ended meanwhile.
    expect(again.length).toBeLessThanOrEqual(2);
  });

  it("is retried when Retry-After asks, within an hour", async () => {
    const { id } = await addSubscriber();
    passTo(Date.now());
    answer = () => new Response("", { status: 429, headers: { "Retry-After": "600" } });
    await addIncident();
    await drain();
    expect((await deliveriesOf(id))[0]!.due_at).toBe(Date.now() + 600_000);
    answer = () => new Response("", { status: 429, headers: { "Retry-After": "86400" } });
    passTo(Date.now() + 600_000);
    await retryDue();
    expect((await deliveriesOf(id))[0]!.due_at).toBe(Date.now() + HOUR_MS);
  });

  it("does not follow redirects", async () => {
    const { id } = await addSubscriber();
    answer = () => new Response(null, { status: 302, headers: { Location: "https://8.8.4.4/" } });
    await addIncident();
    await drain();
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "pending", response_status: 302 });
    expect(calls).toHaveLength(1);
  });

  it("is reported once a day if its owner wants that, and paused after five failures in a row", async () => {
    const [wants, declines] = [await addSubscriber(), await addSubscriber({ notifyOnFailure: false })];
    for (let failures = 1; failures <= 4; failures++) {
      await failOnce();
      expect(await findRow(wants.id)).toMatchObject({ failures, status: "active" });
    }
    expect(await noticesOf(wants.id)).toEqual(["failing"]);
    expect(await noticesOf(declines.id)).toEqual([]);
    await failOnce();
    for (const { id } of [wants, declines]) expect(await findRow(id)).toMatchObject({ status: "disabled" });
    expect(await noticesOf(wants.id)).toEqual(["failing", "paused"]);
    expect(await noticesOf(declines.id)).toEqual(["paused"]);
    const { results } = await bindings.DB.prepare(
      "SELECT user_email, action, entity_name, details FROM audit WHERE entity_type = 'subscriber' ORDER BY entity_id",
    ).all<{ details: string }>();
    expect(results.map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) }))).toEqual(
      [wants, declines].map(({ id }) => ({
        user_email: "system",
        action: "Update",
        entity_name: `webhook #${id}`,
        details: {
          automatic: true,
          fields: ["status"],
          failuresInARow: 5,
          changes: { status: ["active", "disabled"] },
        },
      })),
    );
    await addIncident();
    await drain();
    expect(await statusesOf(wants.id)).toHaveLength(5);
  });

  it("is reported again a day later", async () => {
    const { id } = await addSubscriber();
    await failOnce();
    const before = bindings.DB.prepare("UPDATE subscribers SET failure_told_at = failure_told_at - ?");
    await before.bind(23 * HOUR_MS).run();
    await failOnce();
    expect(await noticesOf(id)).toEqual(["failing"]);
    await before.bind(HOUR_MS).run();
    await failOnce();
    expect(await noticesOf(id)).toEqual(["failing", "failing"]);
  });

  it("resets its failures on success", async () => {
    const { id } = await addSubscriber();
    await failOnce();
    expect(await findRow(id)).toMatchObject({ failures: 1 });
    answer = () => new Response("ok");
    await addIncident();
    await drain();
    expect(await findRow(id)).toMatchObject({ failures: 0, last_error: null });
  });

  it("counts one failure even when it is saved repeatedly", async () => {
    const { id } = await addSubscriber();
    await addIncident();
    await drain();
    const [row] = await deliveriesOf(id);
    const claimedUntil = Date.now() + HOUR_MS;
    await bindings.DB.prepare("UPDATE subscriber_deliveries SET claimed_until = ? WHERE id = ?")
      .bind(claimedUntil, row!.id)
      .run();
    const end = {
      id: row!.id,
      subscriberId: id,
      claimedUntil,
      status: "failed" as const,
      dueAt: 0,
      attempts: [],
      responseStatus: 500,
      lastError: "broken",
      deliveredAt: null,
    };
    for (let saved = 0; saved < 3; saved++) {
      const before = noteEnds([end], Date.now());
      await saveEnds(bindings, "subscriber_deliveries", { ends: [end], before });
    }
    expect(await findRow(id)).toMatchObject({ failures: 1 });
    expect(await noticesOf(id)).toEqual(["failing"]);
  });
});

describe("a maintenance window", () => {
  const window = (more: object = {}) => ({
    name: "Move",
    startsAt: Date.now() + 2 * HOUR_MS,
    endsAt: Date.now() + 3 * HOUR_MS,
    monitorIds: [shop.id],
    ...more,
  });

  async function schedule(more: object = {}): Promise<number> {
    const { body } = await admin.post<{ id: number }>(MAINTENANCE, window(more));
    await startFanouts(bindings, Date.now());
    await drain();
    return body.id;
  }

  const settle = async () => {
    await startFanouts(bindings, Date.now());
    await drain();
  };
  const namesAt = (destination: string) =>
    calls.filter(({ url }) => url === destination).map(({ body }) => body.maintenance?.name);

  it("is announced when planned, moved and cancelled, the last two only to those notified before", async () => {
    const early = await addSubscriber();
    const id = await schedule();
    const late = await addSubscriber({ confirmedAt: Date.now() });
    const startsAt = Date.now() + 2.5 * HOUR_MS;
    await admin.patch(`${MAINTENANCE}/${id}`, { startsAt });
    await settle();
    expect(calls.at(-1)?.body.maintenance?.startsAt).toBe(new Date(startsAt).toISOString());
    await admin.delete(`${MAINTENANCE}/${id}`);
    await settle();
    expect(namesAt(early.destination)).toEqual(["Move", "Move", "Cancelled: Move"]);
    const urls = calls.map(({ body }) => body.maintenance?.url?.endsWith(`/maintenance/${id}`));
    expect(urls).toEqual([true, true, undefined]);
    expect(eventsAt(early.destination)).toEqual(Array(3).fill("maintenance.scheduled"));
    expect(await statusesOf(late.id)).toEqual([]);
    const feed = (await admin.get<string>("/api/v1/public/team-chat.rss")).body;
    expect(feed).toContain("Cancelled: Move");
    expect(feed).not.toContain("Scheduled: Move");
  });

  it("is announced in no channel or feed once it is over, until it is moved to the future", async () => {
    const [hook, mailed] = [await addSubscriber(), await addSubscriber({ type: "email" })];
    const past = { startsAt: Date.now() - 2 * HOUR_MS, endsAt: Date.now() - HOUR_MS };
    const id = await schedule({ name: "Long gone", ...past });
    const moved = await schedule({ name: "Moved back" });
    await admin.patch(`${MAINTENANCE}/${moved}`, past);
    await settle();
    expect(namesAt(hook.destination)).toEqual(["Moved back"]);
    expect(await statusesOf(mailed.id)).toHaveLength(1);
    const feed = async () => (await admin.get<string>("/api/v1/public/team-chat.rss")).body;
    expect((await feed()).match(/Long gone|: Moved back/g)).toEqual([": Moved back"]);
    const { startsAt, endsAt } = window();
    await admin.patch(`${MAINTENANCE}/${id}`, { startsAt, endsAt });
    await settle();
    expect(namesAt(hook.destination)).toEqual(["Moved back", "Long gone"]);
    expect(await feed()).toContain("Scheduled: Long gone");
  });

  it("is announced at its start and end to those who chose that", async () => {
    const chosen = ["maintenance.started", "maintenance.completed"] as const;
    await admin.put(SETTINGS, { allowedEvents: ["maintenance.scheduled", ...chosen] });
    const [keen, usual] = [await addSubscriber({ events: chosen }), await addSubscriber()];
    const startsAt = Date.now() - 1000;
    const times = { startsAt, endsAt: startsAt + HOUR_MS };
    const body = { name: "Postponed", ...times, monitorIds: [shop.id] };
    const { id } = (await admin.post<{ id: number }>(MAINTENANCE, body)).body;
    await settle();
    expect(eventsAt(keen.destination)).toEqual(["maintenance.started"]);
    await admin.post(`${MAINTENANCE}/${id}/end`);
    await settle();
    expect(eventsAt(keen.destination)).toEqual(chosen);
    expect(calls.at(-1)?.body.maintenance?.startsAt).toBe(new Date(startsAt).toISOString());
    expect(eventsAt(usual.destination)).toEqual(["maintenance.scheduled"]);

    const later = { startsAt: Date.now() + HOUR_MS, endsAt: Date.now() + 2 * HOUR_MS };
    await admin.patch(`${MAINTENANCE}/${id}`, later);
    await settle();
    expect(eventsAt(usual.destination)).toEqual(["maintenance.scheduled", "maintenance.scheduled"]);
    expect(calls.at(-1)?.body.maintenance?.startsAt).toBe(new Date(later.startsAt).toISOString());
    await runHousekeeping(bindings, later.startsAt + 1);
    await drain();
    await runHousekeeping(bindings, later.endsAt + 1);
    await drain();
    const own = calls.filter(
      ({ url, body }) => url === keen.destination && body.maintenance?.name === "Postponed",
    );
    expect(own.map(({ event }) => event)).toEqual([...chosen, ...chosen]);
  });

  it("is announced at its start on a page that allows it, whatever the default page allows", async () => {
    await admin.put(SETTINGS, { allowedEvents: ["maintenance.scheduled"] });
    const pages = "/api/v1/admin/pages";
    await admin.post(pages, { key: "partners", name: "Partners" });
    await admin.put(`${pages}/partners/subscriptions/settings`, {
      enabled: true,
      allowWebhook: true,
      allowedEvents: ["maintenance.scheduled", "maintenance.started"],
    });
    const everything = { monitorIds: [], allMonitors: true, pageKeys: ["main", "partners"] };
    expect(await schedule({ startsAt: Date.now() - 1000, ...everything })).toBeGreaterThan(0);
    await settle();
    const feedAt = async (root: string) => {
      const { body } = await admin.get<string>(`${root}/api/v1/public/team-chat.rss`);
      return String(body).match(/<category>maintenance.started/g) ?? [];
    };
    forgetPage();
    await eventually(async () => expect(await feedAt("/p/partners")).toHaveLength(1));
    expect(await feedAt("")).toEqual([]);
  });

  it("is announced with its new times when it is postponed while it runs", async () => {
    const { destination } = await addSubscriber();
    const id = await schedule({ startsAt: Date.now() - 1000 });
    const startsAt = Date.now() + HOUR_MS;
    await admin.patch(`${MAINTENANCE}/${id}`, { startsAt });
    await settle();
    expect(namesAt(destination)).toEqual(["Move", "Move"]);
    expect(calls.at(-1)?.body.maintenance?.startsAt).toBe(new Date(startsAt).toISOString());
  });

  it("is not announced again when it is renamed, running or silent", async () => {
    const { destination } = await addSubscriber();
    const renamed = await schedule();
    await admin.patch(`${MAINTENANCE}/${renamed}`, { name: "Other" });
    const running = await schedule({ startsAt: Date.now() - 1000 });
    await admin.patch(`${MAINTENANCE}/${running}`, { endsAt: Date.now() + 5 * HOUR_MS });
    await admin.delete(`${MAINTENANCE}/${running}`);
    const quiet = await schedule({ notifySubscribers: false });
    await admin.patch(`${MAINTENANCE}/${quiet}`, { endsAt: Date.now() + 5 * HOUR_MS });
    await admin.delete(`${MAINTENANCE}/${quiet}`);
    await settle();
    expect(namesAt(destination)).toEqual(["Move", "Move"]);
  });
});

describe("retention", () => {
  it("deletes deliveries and fan-outs after 90 days", async () => {
    const { id } = await addSubscriber();
    await addIncident();
    await drain();
    const count = async () =>
      (await bindings.DB.prepare("SELECT count(*) AS n FROM fanouts").first<{ n: number }>())?.n;
    await runHousekeeping(bindings, Date.now() + 89 * 24 * HOUR_MS);
    expect(await statusesOf(id)).toHaveLength(1);
    await runHousekeeping(bindings, Date.now() + 91 * 24 * HOUR_MS);
    expect(await statusesOf(id)).toEqual([]);
    expect(await count()).toBe(0);
  });
});
