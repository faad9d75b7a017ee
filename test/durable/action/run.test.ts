import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import { oldRuns } from "../../../src/data/action_run.ts";
import { openDb, save } from "../../../src/data/db.ts";
import { deleteDue } from "../../../src/data/due.ts";
import type { ActionTimer } from "../../../src/domain/monitor/timer.ts";
import type { Action, ActionRun } from "../../../src/schema/action.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { claimForRun, runClaimed } from "../../../src/service/action/send.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { recordTimers } from "../../../src/service/watch/timers.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/actions";
const MONITORS = "/api/v1/admin/monitors";
const HOOK = "https://hook.example/in";
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Parts of the action's text, secrets and response that no row, log line or API response may contain. */
const HIDDEN = ["own-secret-1", "filled-text-2", "answer-text-3"];

let admin: Visitor;
let isDown = false;
let answer: (request: Request) => Response | Promise<Response>;
const sent: { url: string; body: string; headers: Headers }[] = [];
const written: string[] = [];

beforeAll(async () => {
  admin = await setUp();
  for (const level of ["log", "error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void written.push(String(line)));
  }
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes("site.example"))
      return isDown ? new Response("no", { status: 503 }) : new Response("ok");
    sent.push({ url: request.url, body: await request.clone().text(), headers: request.headers });
    return await answer(request);
  });
});

beforeEach(() => {
  isDown = false;
  answer = () => new Response("ok");
  sent.length = 0;
});

afterEach(async () => {
  vi.useRealTimers();
  await bindings.DB.prepare(
    "UPDATE action_runs SET status = 'cancelled' WHERE status IN ('waiting', 'running')",
  ).run();
  for (const { id } of (await admin.get<Monitor[]>(MONITORS)).body) await admin.delete(`${MONITORS}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const hits = () => sent.filter(({ url }) => url.startsWith(HOOK)).length;

async function addAction(config: object = {}, more: object = {}): Promise<Action> {
  return (await admin.post<Action>(ROOT, { name: "Restart", config: { url: HOOK, ...config }, ...more }))
    .body;
}

async function addMonitor(actionId: number, link: object = {}): Promise<Monitor> {
  const made = await admin.post<Monitor>(MONITORS, {
    name: "Site",
    type: "https",
    intervalSecs: 86_400,
    config: { url: "https://site.example/", certExpiry: { enabled: false } },
  });
  await admin.put(`${MONITORS}/${made.body.id}/actions`, {
    actions: [{ actionId, onStatus: "down", ...link }],
  });
  await check(made.body.id);
  return made.body;
}

async function check(id: number): Promise<void> {
  const reply = await admin.post(`${MONITORS}/${id}/check-now`);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  await settled();
}

async function settled(): Promise<void> {
  await eventually(async () => expect((await watch().health()).outbox).toBe(0));
}

async function goDown(id: number): Promise<void> {
  isDown = true;
  await check(id);
}

async function recover(id: number): Promise<void> {
  isDown = false;
  await check(id);
}

async function runsOf(actionId: number): Promise<ActionRun[]> {
  return (await admin.get<{ items: ActionRun[] }>(`${ROOT}/runs?actionId=${actionId}`)).body.items;
}

async function becomes(actionId: number, wanted: object): Promise<ActionRun> {
  return await eventually(async () => {
    const [run] = await runsOf(actionId);
    expect(run).toMatchObject(wanted);
    return run as ActionRun;
  });
}

function moveTo(now: number): void {
  vi.useFakeTimers({ now, toFake: ["Date"] });
}

async function claimAndRun(id: number, env = bindings): Promise<void> {
  for (const claimed of await claimForRun(env, [id])) await runClaimed(env, claimed);
}

async function evict(): Promise<void> {
  await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("evicted")).catch(() => {});
}

async function ring(): Promise<void> {
  await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
  await settled();
}

/** The run is released but not queued. */
async function addRun(
  actionId: number,
  more: { status?: string; attemptCount?: number } = {},
): Promise<number> {
  const row = await bindings.DB.prepare(`
    INSERT INTO action_runs (action_id, action_name, monitor_name, trigger, status, due_at, fired_at, attempt_count,
      created_at)
    VALUES (?, 'Restart', '', 'manual', ?, ?, ?, ?, ?) RETURNING id`)
    .bind(actionId, more.status ?? "waiting", Date.now(), Date.now(), more.attemptCount ?? 0, Date.now())
    .first<{ id: number }>();
  return row?.id ?? 0;
}

describe("an action linked to a monitor", () => {
  it("runs once when the monitor goes down, and once when it recovers", async () => {
    const action = await addAction({
      body: '{"text": "{{monitor_name}} {{status}} {{error_message}} {{down_since}}"}',
    });
    const monitor = await addMonitor(action.id);
    await admin.put(`${MONITORS}/${monitor.id}/actions`, {
      actions: ["down", "up"].map((onStatus) => ({ actionId: action.id, onStatus })),
    });
    await goDown(monitor.id);
    const run = await becomes(action.id, { trigger: "down", status: "succeeded" });
    expect(run).toMatchObject({
      monitorId: monitor.id,
      monitorName: "Site",
      attempts: [{ httpStatus: 200 }],
    });
    expect(JSON.parse(sent[0]?.body ?? "").text).toMatch(/^Site down .*503.* \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await check(monitor.id);
    expect((await runsOf(action.id)).length).toBe(1);
    await recover(monitor.id);
    await becomes(action.id, { trigger: "up", status: "succeeded" });
    expect(JSON.parse(sent[1]?.body ?? "").text).toMatch(/^Site up {2}\d{4}-/);
    expect((await runsOf(action.id)).length).toBe(2);
    expect(hits()).toBe(2);
  });

  it("run by hand during an outage names the same start", async () => {
    const action = await addAction({ body: '{"since": "{{down_since}}"}' });
    const made = await admin.post<Monitor>(MONITORS, { name: "Line", type: "manual", config: {} });
    const path = `${MONITORS}/${made.body.id}`;
    await admin.put(`${path}/actions`, { actions: [{ actionId: action.id, onStatus: "down" }] });
    const now = Date.now();
    for (const [minute, status] of ["up", "degraded", "down"].entries()) {
      moveTo(now + minute * MINUTE_MS);
      await admin.put(`${path}/status`, { status });
      await settled();
    }
    await becomes(action.id, { trigger: "down", status: "succeeded" });
    await admin.post(`${ROOT}/${action.id}/run`, { monitorId: made.body.id });
    await becomes(action.id, { trigger: "manual", status: "succeeded" });
    expect(sent.map(({ body }) => Date.parse(JSON.parse(body).since))).toEqual([
      now + MINUTE_MS,
      now + MINUTE_MS,
    ]);
  });

  it("waits for its delay across an eviction, then runs", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 10 });
    await goDown(monitor.id);
    const waiting = await becomes(action.id, { status: "waiting", attempts: [] });
    expect(waiting.dueAt - waiting.createdAt).toBeGreaterThan(9 * MINUTE_MS);
    await runHousekeeping(bindings, Date.now());
    await evict();
    moveTo(waiting.dueAt - 1000);
    await ring();
    expect((await runsOf(action.id))[0]?.status).toBe("waiting");
    expect(hits()).toBe(0);
    moveTo(waiting.dueAt + 1);
    await ring();
    await becomes(action.id, { status: "succeeded", trigger: "down" });
    expect(hits()).toBe(1);
  });

  it("is triggered by the watch's alarm", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 1 });
    await goDown(monitor.id);
    const { dueAt } = await becomes(action.id, { status: "waiting" });
    expect((await watch().health()).alarmAt).toBeLessThanOrEqual(dueAt);
    moveTo(dueAt + 1);
    await runDurableObjectAlarm(watch());
    await becomes(action.id, { status: "succeeded" });
  });

  it("is skipped when the monitor recovers first", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 10 });
    await goDown(monitor.id);
    await becomes(action.id, { status: "waiting" });
    await recover(monitor.id);
    const run = await becomes(action.id, { status: "skipped", reason: "monitor recovered" });
    expect(run.finishedAt).not.toBeNull();
    moveTo(run.dueAt + 1000);
    await ring();
    expect(hits()).toBe(0);
  });

  it("is skipped when the monitor is paused first, with the pause as the reason", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 10 });
    await admin.put(`${MONITORS}/${monitor.id}/actions`, {
      actions: ["down", "up"].map((onStatus) => ({ actionId: action.id, onStatus, delayMinutes: 10 })),
    });
    await goDown(monitor.id);
    await recover(monitor.id);
    await goDown(monitor.id);
    await eventually(async () => expect((await runsOf(action.id)).length).toBe(3));
    await admin.post(`${MONITORS}/${monitor.id}/pause`);
    await settled();
    await eventually(async () =>
      expect((await runsOf(action.id)).map(({ trigger, reason }) => `${trigger}: ${reason}`)).toEqual([
        "down: monitor paused",
        "up: monitor paused",
        "down: monitor recovered",
      ]),
    );
    moveTo(Date.now() + 20 * MINUTE_MS);
    await ring();
    expect(hits()).toBe(0);
  });

  it("is skipped in a maintenance window, with the reason", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id);
    await admin.post("/api/v1/admin/maintenance", {
      name: "Move",
      startsAt: Date.now() - 1000,
      endsAt: Date.now() + 3_600_000,
      monitorIds: [monitor.id],
    });
    await goDown(monitor.id);
    await becomes(action.id, { status: "skipped", reason: "maintenance" });
    expect(hits()).toBe(0);
  });

  it("is skipped within its cooldown and runs after it; a skipped run starts no cooldown", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { cooldownMinutes: 30 });
    await goDown(monitor.id);
    const first = await becomes(action.id, { status: "succeeded" });
    await recover(monitor.id);
    moveTo(first.createdAt + 20 * MINUTE_MS);
    await goDown(monitor.id);
    await becomes(action.id, { status: "skipped", reason: "cooldown" });
    await recover(monitor.id);
    moveTo(first.createdAt + 31 * MINUTE_MS);
    await goDown(monitor.id);
    await becomes(action.id, { status: "succeeded" });
    expect((await runsOf(action.id)).map(({ status }) => status)).toEqual([
      "succeeded",
      "skipped",
      "succeeded",
    ]);
    expect(hits()).toBe(2);
  });

  it("has no cooldown from a run before the clock was set back", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { cooldownMinutes: 30 });
    await goDown(monitor.id);
    const first = await becomes(action.id, { status: "succeeded" });
    await bindings.DB.prepare("UPDATE action_runs SET fired_at = ? WHERE id = ?")
      .bind(Date.now() + 2 * 60 * MINUTE_MS, first.id)
      .run();
    await recover(monitor.id);
    await goDown(monitor.id);
    await eventually(async () => expect(await runsOf(action.id)).toHaveLength(2));
    await becomes(action.id, { status: "succeeded" });
  });

  it("has a separate cooldown for each monitor", async () => {
    const action = await addAction();
    const [one, other] = [
      await addMonitor(action.id, { cooldownMinutes: 30 }),
      await addMonitor(action.id, { cooldownMinutes: 30 }),
    ];
    await goDown(one.id);
    await goDown(other.id);
    await eventually(() => expect(hits()).toBe(2));
  });

  it("is skipped once it is disabled", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id);
    await admin.patch(`${ROOT}/${action.id}`, { enabled: false });
    await goDown(monitor.id);
    await becomes(action.id, { status: "skipped", reason: "action disabled" });
    expect(hits()).toBe(0);
  });

  it.each([
    [
      "the link is removed",
      (monitor: Monitor) => admin.put(`${MONITORS}/${monitor.id}/actions`, { actions: [] }),
    ],
    ["the monitor is deleted", (monitor: Monitor) => admin.delete(`${MONITORS}/${monitor.id}`)],
    ["the action is deleted", (_: Monitor, action: Action) => admin.delete(`${ROOT}/${action.id}`)],
  ])("is cancelled while it waits when %s", async (_what, remove) => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 10 });
    await goDown(monitor.id);
    const { dueAt } = await becomes(action.id, { status: "waiting" });
    await remove(monitor, action);
    await becomes(action.id, { status: "cancelled", reason: "link removed" });
    moveTo(dueAt + 1000);
    await ring();
    await becomes(action.id, { status: "cancelled" });
    expect(hits()).toBe(0);
  });

  it("keeps waiting when its link is updated", async () => {
    const [action, other] = [await addAction(), await addAction()];
    const monitor = await addMonitor(action.id, { delayMinutes: 10 });
    await goDown(monitor.id);
    await becomes(action.id, { status: "waiting" });
    await admin.put(`${MONITORS}/${monitor.id}/actions`, {
      actions: [
        { actionId: action.id, onStatus: "down", delayMinutes: 20 },
        { actionId: other.id, onStatus: "up" },
      ],
    });
    await becomes(action.id, { status: "waiting" });
  });

  it("can be cancelled by hand while it waits", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 10 });
    await goDown(monitor.id);
    const { id, dueAt } = await becomes(action.id, { status: "waiting" });
    expect((await admin.post(`${ROOT}/runs/${id}/cancel`)).status).toBe(200);
    moveTo(dueAt + 1000);
    await ring();
    await becomes(action.id, { status: "cancelled", reason: null });
    expect(hits()).toBe(0);
  });

  it("runs once when its timer is recorded twice", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id, { delayMinutes: 5 });
    const timer: ActionTimer = {
      kind: "action",
      id: `${monitor.id}:77:action:${action.id}`,
      dueAt: Date.now(),
      trigger: "down",
      actionId: action.id,
      cooldownMinutes: 0,
      downSince: Date.now() - 1000,
      skip: null,
    };
    const items = [
      { kind: "timer_set", monitorId: monitor.id, timer } as const,
      {
        kind: "timer_end",
        monitorId: monitor.id,
        timer,
        decision: { kind: "fire" },
        message: "HTTP 503",
      } as const,
    ];
    await recordTimers(bindings, items, 0);
    await recordTimers(bindings, items, 0);
    await becomes(action.id, { status: "succeeded" });
    await recordTimers(bindings, items, 0);
    await runHousekeeping(bindings, Date.now() + 10 * MINUTE_MS);
    expect((await runsOf(action.id)).length).toBe(1);
    expect(hits()).toBe(1);
  });

  it("is cancelled when its link was removed before its timer is recorded", async () => {
    const action = await addAction();
    const monitor = await addMonitor(action.id);
    await admin.put(`${MONITORS}/${monitor.id}/actions`, { actions: [] });
    const timer: ActionTimer = {
      kind: "action",
      id: `${monitor.id}:78:action:${action.id}`,
      dueAt: Date.now(),
      trigger: "down",
      actionId: action.id,
      cooldownMinutes: 0,
      downSince: Date.now(),
      skip: null,
    };
    await recordTimers(bindings, [{ kind: "timer_set", monitorId: monitor.id, timer }], 0);
    await recordTimers(
      bindings,
      [{ kind: "timer_end", monitorId: monitor.id, timer, decision: { kind: "fire" }, message: "" }],
      0,
    );
    await becomes(action.id, { status: "cancelled", reason: "link removed" });
    expect(hits()).toBe(0);
  });
});

describe("an attempt of an action", () => {
  it("is retried after 10 s, 1 min and 5 min with the same id, four attempts in all", async () => {
    const action = await addAction({ signingSecret: "a secret" });
    answer = () => new Response("no", { status: 500 });
    const { body } = await admin.post<ActionRun>(`${ROOT}/${action.id}/run`);
    const waits = [10_000, 60_000, 300_000];
    for (const [i, wait] of waits.entries()) {
      const run = await becomes(action.id, { status: "running", attempts: { length: i + 1 } });
      const last = run.attempts.at(-1);
      expect(run.dueAt - (last?.at ?? 0)).toBeGreaterThanOrEqual(wait);
      expect(run.dueAt - (last?.at ?? 0)).toBeLessThan(wait + 5000);
      expect((await admin.post(`${ROOT}/runs/${run.id}/cancel`)).status).toBe(409);
      moveTo(run.dueAt + 31_000);
      await runHousekeeping(bindings, Date.now());
    }
    const failed = await becomes(action.id, { id: body.id, status: "failed", attempts: { length: 4 } });
    expect(failed.attempts.map(({ httpStatus, error }) => [httpStatus, error])).toEqual(
      Array.from({ length: 4 }, () => [500, "hook.example returned 500."]),
    );
    expect(new Set(sent.map(({ headers }) => headers.get("webhook-id"))).size).toBe(1);
    moveTo(Date.now() + 60 * MINUTE_MS);
    await runHousekeeping(bindings, Date.now());
    expect(hits()).toBe(4);
  });

  it("is retried no earlier than Retry-After asks", async () => {
    const action = await addAction();
    answer = () => new Response("busy", { status: 429, headers: { "Retry-After": "120" } });
    await admin.post(`${ROOT}/${action.id}/run`);
    const run = await becomes(action.id, { status: "running", attempts: [{ httpStatus: 429 }] });
    expect(run.dueAt - (run.attempts[0]?.at ?? 0)).toBeGreaterThanOrEqual(120_000);
  });

  it("does not follow a redirect, and reports it", async () => {
    const action = await addAction();
    answer = () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.example/" } });
    await admin.post(`${ROOT}/${action.id}/run`);
    const run = await becomes(action.id, { status: "running", attempts: [{ httpStatus: 302 }] });
    expect(run.attempts[0]?.error).toContain("redirects are not followed");
    expect(sent.map(({ url }) => url)).toEqual([HOOK]);
  });

  it("reports a missing response", async () => {
    const action = await addAction();
    answer = () => {
      throw new TypeError("Network connection lost.");
    };
    await admin.post(`${ROOT}/${action.id}/run`);
    const run = await becomes(action.id, { attempts: [{ httpStatus: null }] });
    expect(run.attempts[0]?.error).toContain("No response from hook.example");
  });

  it("succeeds with a 2xx status, even when the body breaks off", async () => {
    const action = await addAction();
    answer = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new Error("cut off")),
        }),
      );
    await admin.post(`${ROOT}/${action.id}/run`);
    await becomes(action.id, { status: "succeeded" });
    expect(hits()).toBe(1);
  });

  it("to a slow target delays no other action", async () => {
    const [slow, quick] = [
      await addAction({ url: `${HOOK}/slow` }),
      await addAction({ url: `${HOOK}/quick` }),
    ];
    const released = Promise.withResolvers<void>();
    answer = async (request) => {
      if (request.url.endsWith("/slow")) await released.promise;
      return new Response("ok");
    };
    for (let i = 0; i < 6; i++) await admin.post(`${ROOT}/${slow.id}/run`);
    await admin.post(`${ROOT}/${quick.id}/run`);
    await becomes(quick.id, { status: "succeeded" });
    expect((await runsOf(slow.id)).map(({ status }) => status)).not.toContain("succeeded");
    released.resolve();
    await becomes(slow.id, { status: "succeeded" });
  });
});

describe("a run", () => {
  it("is claimed once, however often its message arrives", async () => {
    const action = await addAction();
    const id = await addRun(action.id);
    const claims = await Promise.all([1, 2, 3].map(() => claimForRun(bindings, [id, id])));
    expect(claims.flat().flatMap(({ rows }) => rows).length).toBe(1);
    for (const claimed of claims.flat()) await runClaimed(bindings, claimed);
    await bindings.ACTIONS.send({ id });
    await becomes(action.id, { status: "succeeded", attempts: { length: 1 } });
    expect(hits()).toBe(1);
  });

  it("is picked up within a minute when its message was lost", async () => {
    const action = await addAction();
    await addRun(action.id);
    await runHousekeeping(bindings, Date.now());
    expect(hits()).toBe(0);
    moveTo(Date.now() + MINUTE_MS);
    await runHousekeeping(bindings, Date.now());
    await becomes(action.id, { status: "succeeded" });
    expect(hits()).toBe(1);
  });

  it("is repeated at most once when it was sent but not recorded", async () => {
    const action = await addAction();
    const id = await addRun(action.id);
    await bindings.DB.prepare(
      "CREATE TRIGGER no_end BEFORE UPDATE ON action_runs WHEN NEW.claimed_until IS NULL BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    await expect(claimAndRun(id)).rejects.toThrow();
    await bindings.DB.prepare("DROP TRIGGER no_end").run();
    expect(hits()).toBe(1);
    moveTo(Date.now() + MINUTE_MS);
    await runHousekeeping(bindings, Date.now());
    expect(hits()).toBe(1);
    moveTo(Date.now() + 5 * MINUTE_MS);
    await runHousekeeping(bindings, Date.now());
    const run = await becomes(action.id, { status: "succeeded" });
    expect(run.attempts).toMatchObject([
      { httpStatus: null, error: expect.stringContaining("interrupted") },
      { httpStatus: 200, error: null },
    ]);
    expect(hits()).toBe(2);
  });

  it("fails when its last attempt is interrupted", async () => {
    const action = await addAction();
    const id = await addRun(action.id, { attemptCount: 3 });
    await claimForRun(bindings, [id]);
    moveTo(Date.now() + 5 * MINUTE_MS);
    await runHousekeeping(bindings, Date.now());
    const run = await becomes(action.id, { status: "failed" });
    expect(run.attempts).toMatchObject([{ error: expect.stringContaining("interrupted") }]);
    expect(hits()).toBe(0);
  });

  it("is kept for 90 days, and longer while unfinished", async () => {
    const action = await addAction();
    const [old, open] = [await addRun(action.id, { status: "failed" }), await addRun(action.id)];
    const left = async () =>
      (
        await bindings.DB.prepare("SELECT id FROM action_runs WHERE id IN (?, ?) ORDER BY id")
          .bind(old, open)
          .all<{ id: number }>()
      ).results.map(({ id }) => id);
    const forget = (now: number) => save(openDb(bindings.DB), [deleteDue(oldRuns(now - 90 * DAY_MS))]);
    await forget(Date.now() + 89 * DAY_MS);
    expect(await left()).toEqual([old, open]);
    await forget(Date.now() + 91 * DAY_MS);
    expect(await left()).toEqual([open]);
  });

  it("that finally fails notifies each of its channels once, even if they were unreachable at first", async () => {
    const channelIds: number[] = [];
    for (const name of ["one", "two"]) {
      const made = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", {
        name,
        type: "webhook",
        config: { url: `https://channel.example/${name}` },
      });
      channelIds.push(made.body.id);
    }
    const action = await addAction({}, { failureNotifications: channelIds });
    const id = await addRun(action.id, { attemptCount: 3 });
    answer = (request) => new Response("no", { status: request.url.startsWith(HOOK) ? 500 : 200 });
    // Both channels' objects are unreachable when the run fails.
    const away = {
      ...bindings,
      ALERTS: { getByName: () => ({ offer: () => Promise.reject(new Error("away")) }) },
    };
    await claimAndRun(id, away as unknown as typeof bindings);
    await becomes(action.id, { status: "failed" });
    expect(sent.filter(({ url }) => url.includes("channel.example"))).toEqual([]);
    const notified = () => sent.filter(({ url }) => url.includes("channel.example"));
    await runHousekeeping(bindings, Date.now() + MINUTE_MS);
    await eventually(() => expect(notified().length).toBe(2));
    // The offer went out without being recorded.
    await bindings.DB.prepare("UPDATE action_runs SET failure_offered = 0 WHERE id = ?").bind(id).run();
    await runHousekeeping(bindings, Date.now() + MINUTE_MS);
    const { body } = await admin.get<{ items: Delivery[] }>(
      "/api/v1/admin/notifications/deliveries?eventType=action_failed",
    );
    expect(body.items.map(({ channelId }) => channelId).sort((a, b) => a - b)).toEqual(channelIds);
    expect(JSON.parse(notified()[0]?.body ?? "")).toMatchObject({
      event: "action_failed",
      action: { name: "Restart", error: "hook.example returned 500." },
    });
    const left = await bindings.DB.prepare(
      "SELECT count(*) AS n FROM action_runs WHERE failure_offered = 0",
    ).first("n");
    expect(left).toBe(0);
  });

  it("that fails during a maintenance window sends no notification, and records the reason", async () => {
    const { body: channel } = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", {
      name: "held",
      type: "webhook",
      config: { url: "https://channel.example/held" },
    });
    const action = await addAction({}, { failureNotifications: [channel.id] });
    const startsAt = Date.now() - MINUTE_MS;
    const window = { name: "Move", startsAt, endsAt: startsAt + 60 * MINUTE_MS, allMonitors: true };
    const { body: made } = await admin.post<{ id: number }>("/api/v1/admin/maintenance", window);
    answer = (request) => new Response("no", { status: request.url.startsWith(HOOK) ? 500 : 200 });
    await claimAndRun(await addRun(action.id, { attemptCount: 3 }));
    const rows = async () =>
      (
        await admin.get<{ items: Delivery[] }>(
          `/api/v1/admin/notifications/deliveries?eventType=action_failed&channelId=${channel.id}`,
        )
      ).body.items;
    await eventually(async () =>
      expect(await rows()).toMatchObject([{ status: "suppressed", reason: "maintenance" }]),
    );
    expect(sent.filter(({ url }) => url === "https://channel.example/held")).toEqual([]);
    await admin.delete(`/api/v1/admin/maintenance/${made.id}`);
  });

  it("keeps secrets and substituted text out of rows, log lines and responses", async () => {
    const action = await addAction({
      url: `${HOOK}/{{monitor_name}}/filled-text-2?key=own-secret-1`,
      headers: { "X-Api-Key": "own-secret-1" },
      body: '{"filled-text-2": "{{monitor_name}}"}',
    });
    const read: string[] = [];
    for (const reply of [
      () => new Response("answer-text-3 own-secret-1", { status: 500 }),
      () =>
        new Response(null, {
          status: 302,
          headers: { Location: "https://own-secret-1.example/answer-text-3" },
        }),
      () => {
        throw new TypeError("could not fetch own-secret-1 filled-text-2");
      },
    ]) {
      answer = reply;
      const { body } = await admin.post<ActionRun>(`${ROOT}/${action.id}/run`);
      await becomes(action.id, { id: body.id, attempts: { length: 1 } });
    }
    read.push(JSON.stringify((await admin.get(`${ROOT}/runs`)).body));
    for (const table of ["action_runs", "deliveries", "audit", "monitor_events"]) {
      read.push(JSON.stringify((await bindings.DB.prepare(`SELECT * FROM ${table}`).all()).results));
    }
    for (const text of HIDDEN)
      expect([text, [...read, ...written].join("\n").includes(text)]).toEqual([text, false]);
    expect(sent.at(-1)?.url).toContain("own-secret-1");
  });
});
