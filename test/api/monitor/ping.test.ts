import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Ping, PingWithBody } from "../../../src/schema/ping.ts";
import { eventually } from "../../eventually.ts";
import { nextSummerTime } from "../../summer_time.ts";
import { addToken, bindings, ORIGIN, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;

beforeAll(async () => {
  // Sessions and new tokens would expire before the schedules end.
  admin = await addToken(await setUp(), ["monitors:write"]);
  await bindings.DB.prepare("UPDATE api_tokens SET expires_at = 9e12").run();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

afterEach(() => {
  vi.useRealTimers();
});

async function add(body: object = {}): Promise<Monitor> {
  const wanted = { name: "Nightly backup", type: "webhook", config: {}, intervalSecs: 86_400, ...body };
  const made = await admin.post<Monitor>(ROOT, wanted);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

const read = async ({ id }: Monitor) => (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
const list = async ({ id }: Monitor) => (await admin.get<Ping[]>(`${ROOT}/${id}/pings`)).body;
const hookOf = ({ heartbeatUrl = "" }: Monitor) => new URL(heartbeatUrl).pathname;
const pingOf = ({ pingUrl = "" }: Monitor) => new URL(pingUrl).pathname;
const watchFor = ({ id }: Monitor) => bindings.WATCH.getByName(`watch-${watchOf(id)}`);

const minutesOf = (ping: Ping | undefined) => Math.round((ping?.runMs ?? 0) / 60_000);

async function send(path: string, { method = "GET", body }: { method?: string; body?: BodyInit } = {}) {
  const headers = { "CF-Connecting-IP": "198.51.100.7" };
  const request = new Request(`${ORIGIN}${path}`, { method, headers, body: body ?? null });
  const response = await exports.default.fetch(request);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function setClock(at: number): void {
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
}

async function ring(monitor: Monitor): Promise<void> {
  await runInDurableObject(watchFor(monitor), (instance: Watch) => instance.alarm());
}

async function evict(monitor: Monitor): Promise<void> {
  await runInDurableObject(watchFor(monitor), (_watch: Watch, state) => state.abort("evicted")).catch(
    () => {},
  );
}

describe("the ping URLs of a job", () => {
  it("accept requests of Healthchecks clients in every form", async () => {
    const made = await add({ key: "nightly" });
    const uuid = pingOf(made).replace("/ping/", "");
    const token = hookOf(made).replace("/api/v1/hook/", "");
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const forms = [
      `/ping/${uuid}`,
      `/${uuid}`,
      `/ping/${token}`,
      `/${token}/nightly`,
      `/ping/${token}/nightly`,
      `/ping/${uuid}/nightly?create=1`,
      `/ping/${uuid}/0`,
      `/${uuid}/0`,
      `/ping/${token}/nightly/0`,
    ];
    for (const form of forms) {
      await send(`/ping/${uuid}/fail`);
      expect((await read(made)).currentStatus, form).toBe("down");
      const reply = await send(form);
      expect([reply.status, reply.text], form).toEqual([200, "OK"]);
      expect(reply.headers.get("Ping-Body-Limit")).toBe("10240");
      expect((await read(made)).currentStatus, form).toBe("up");
    }
    for (const method of ["HEAD", "POST"]) {
      await send(`/${uuid}/1`);
      expect((await send(`/${uuid}`, { method })).status).toBe(200);
      expect((await read(made)).currentStatus, method).toBe("up");
    }
  });

  it("reject incomplete, foreign and replaced addresses, which don't count", async () => {
    const made = await add({ key: "strict" });
    const uuid = pingOf(made).replace("/ping/", "");
    const last = uuid.endsWith("0") ? "1" : "0";
    const wrong = [
      `/ping/${uuid.slice(0, -1)}${last}`,
      `/ping/${uuid.toUpperCase()}`,
      `/ping/${uuid}/another-key`,
      `/ping/${uuid}/another-key/0`,
      `/ping/00000000-0000-4000-8000-000000000000`,
      "/ping/short",
    ];
    for (const path of wrong) expect((await send(path)).status, path).toBe(404);
    expect((await send(`/ping/${uuid}/strict/256`)).status).toBe(400);
    expect((await send(`${hookOf(made)}/stop`)).status).toBe(400);
    expect((await send(`/ping/${uuid}?rid=${"x".repeat(65)}`)).status).toBe(400);
    expect((await send(`/ping/${uuid}`, { method: "PUT" })).status).toBe(405);
    await admin.post(`${ROOT}/${made.id}/reset-token`);
    expect((await send(`/ping/${uuid}`)).status).toBe(404);
    expect(await read(made)).toMatchObject({ currentStatus: "pending" });
    expect(await list(made)).toEqual([]);
  });

  it("set the monitor's status, and keep each ping with its run time", async () => {
    const made = await add();
    const hook = hookOf(made);
    setClock(Date.now());
    await send(`${hook}/start?rid=a`);
    await send(`${hook}/start?rid=b`);
    setClock(Date.now() + 60_000);
    await send(`${hook}/log?rid=a`, { method: "POST", body: "half way" });
    expect((await read(made)).currentStatus).toBe("pending");
    await send(`${hook}/3?rid=a`, { method: "POST", body: "disk full" });
    expect(await read(made)).toMatchObject({
      currentStatus: "down",
      message: "The job failed with exit code 3.",
    });
    setClock(Date.now() + 60_000);
    await send(`${hook}?rid=b`);
    expect(await read(made)).toMatchObject({ currentStatus: "up" });
    expect(
      (await list(made)).map(({ kind, exitCode, runId, runMs, hasBody }) => [
        kind,
        exitCode,
        runId,
        runMs === null ? null : Math.round(runMs / 60_000),
        hasBody,
      ]),
    ).toEqual([
      ["success", null, "b", 2, false],
      ["fail", 3, "a", 1, true],
      ["log", null, "a", null, true],
      ["start", null, "b", null, false],
      ["start", null, "a", null, false],
    ]);
    await send(`${hook}/fail?message=No space left`);
    expect((await read(made)).message).toBe("No space left");
  });

  it("keep ten kilobytes of a job's output, without likely secrets", async () => {
    const made = await add();
    const secrets = `DB_PASSWORD=hunter2 "apiKey": "k-123" Authorization: Bearer abc.def https://a:b@c.example ${made.pingUrl} ${made.heartbeatUrl}`;
    await send(`${pingOf(made)}/0`, {
      method: "POST",
      body: `\u001b[31mred\u001b[0m\u0000\tdone\n${secrets}`,
    });
    const [first] = await list(made);
    const path = (id: number) => `${ROOT}/${made.id}/pings/${id}`;
    const { body } = await admin.get<PingWithBody>(path(first!.id));
    expect(body.body).toMatch(/^red\tdone\n/);
    for (const secret of ["hunter2", "k-123", "abc.def", "a:b", pingOf(made), hookOf(made)])
      expect(body.body).not.toContain(secret);
    expect(body.isCut).toBe(false);
    await send(pingOf(made), { method: "POST", body: "é".repeat(6000) });
    const [long] = await list(made);
    const kept = (await admin.get<PingWithBody>(path(long!.id))).body;
    expect([kept.body, kept.isCut]).toEqual(["é".repeat(5120), true]);
    await send(pingOf(made), { method: "POST", body: `x${"é".repeat(6000)}` });
    const [odd] = await list(made);
    expect((await admin.get<PingWithBody>(path(odd!.id))).body.body).toBe(`x${"é".repeat(5119)}`);
    expect((await send(pingOf(made), { method: "POST", body: "x".repeat(1024 * 1024 + 1) })).status).toBe(
      413,
    );
    const other = await add();
    expect((await admin.get(`${ROOT}/${other.id}/pings/${first!.id}`)).status).toBe(404);
  });

  it("keep the last hundred pings, and none for a plain heartbeat", async () => {
    const made = await add();
    await send(hookOf(made));
    expect(await list(made)).toEqual([]);
    const insert = bindings.DB.prepare(
      "INSERT INTO pings (monitor_id, at, kind, run_id, body, is_cut) VALUES (?, ?, 'log', '', '', 0)",
    );
    await bindings.DB.batch(Array.from({ length: 120 }, (_, i) => insert.bind(made.id, i)));
    await send(`${hookOf(made)}/log`);
    const kept = await list(made);
    expect([kept.length, kept.at(-1)?.at]).toEqual([100, 21]);
    await admin.delete(`${ROOT}/${made.id}`);
    const left = await bindings.DB.prepare("SELECT count(*) AS n FROM pings WHERE monitor_id = ?")
      .bind(made.id)
      .first<{ n: number }>();
    expect(left?.n).toBe(0);
  });

  it("don't count while the monitor is paused", async () => {
    const made = await add();
    await admin.post(`${ROOT}/${made.id}/pause`);
    expect((await send(`${pingOf(made)}/fail`)).text).toBe("OK");
    expect(await list(made)).toEqual([]);
    expect((await read(made)).currentStatus).toBe("pending");
  });
});

describe("a heartbeat schedule", () => {
  const NIGHT = { schedule: "30 2 * * *", timezone: "Europe/Berlin", graceSecs: 600 };
  /** In the future, because a watch never goes backward in time. */
  const CLOCKS_CHANGE = nextSummerTime();
  const EVENING = CLOCKS_CHANGE - 5 * 3_600_000;
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

  it("is rejected if invalid, with a message", async () => {
    const wanted = (config: object) =>
      admin.post<{ error: string; problems: { path: string }[] }>(ROOT, {
        name: "Bad",
        type: "webhook",
        config,
      });
    const bad = await wanted({ schedule: "61 * * * *", timezone: "Mars/Olympus" });
    expect(bad.status).toBe(400);
    expect(bad.body.problems.map(({ path }) => path)).toEqual(["config.schedule", "config.timezone"]);
    expect((await wanted({ schedule: "0 0 31 2 *" })).status).toBe(400);
    expect((await wanted({ maxRunSecs: 0 })).status).toBe(400);
  });

  it("makes a run late after its grace period, even on the day when the clocks skip its time", async () => {
    setClock(EVENING);
    const made = await add({ config: NIGHT });
    await send(pingOf(made));
    // 02:30 doesn't exist that night, so the run is due at 03:00, which is 01:00 UTC.
    setClock(CLOCKS_CHANGE + 9 * 60_000);
    await ring(made);
    expect((await read(made)).currentStatus).toBe("up");
    await evict(made);
    setClock(CLOCKS_CHANGE + 10 * 60_000 + 1000);
    await ring(made);
    await eventually(async () => {
      expect(await read(made)).toMatchObject({
        currentStatus: "down",
        message: `Late: the run due at ${dateOf(CLOCKS_CHANGE)} 03:00 (Europe/Berlin) sent no heartbeat within 600 s.`,
      });
    });
    await send(pingOf(made));
    expect((await read(made)).currentStatus).toBe("up");
  });

  it("reports a job that has never run, even after the watch was evicted", async () => {
    setClock(EVENING);
    const made = await add({ config: { schedule: "@hourly", graceSecs: 60 } });
    await read(made);
    await evict(made);
    setClock(EVENING + 3_600_000 + 60_000);
    await ring(made);
    await eventually(async () => {
      expect((await read(made)).message).toBe("Late: no run sent a heartbeat within 60 s.");
    });
  });

  it("reports a run that takes too long, but not as late while it runs", async () => {
    setClock(EVENING);
    const made = await add({ config: { ...NIGHT, schedule: "@hourly", maxRunSecs: 7200 } });
    await send(`${pingOf(made)}/start`);
    setClock(EVENING + 2 * 3_600_000 - 1000);
    await ring(made);
    expect((await read(made)).currentStatus).toBe("pending");
    await evict(made);
    setClock(EVENING + 2 * 3_600_000);
    await ring(made);
    await eventually(async () => {
      expect((await read(made)).message).toBe(
        `Overrunning: the run that started at ${dateOf(EVENING)} 21:00 (Europe/Berlin) didn't finish within 7200 s.`,
      );
    });
    await send(pingOf(made));
    expect(await read(made)).toMatchObject({ currentStatus: "up" });
    const [ended] = await list(made);
    expect([ended?.kind, minutesOf(ended)]).toEqual(["success", 120]);
  });

  it("reports a job that starts but never finishes, without a maximum run time", async () => {
    setClock(EVENING);
    const made = await add({ config: { schedule: "@hourly" } });
    await send(`${pingOf(made)}/start`);
    setClock(EVENING + 3_600_000 - 500);
    await send(`${pingOf(made)}/start`);
    setClock(EVENING + 3_600_000 + 1);
    await ring(made);
    await eventually(async () => expect((await read(made)).message).toMatch(/^Overrunning: /));
  });

  it("keeps a monitor's status known for the longest time between two runs", async () => {
    setClock(EVENING);
    const made = await add({ config: { schedule: "0 0 1 * *" }, intervalSecs: 60 });
    await send(pingOf(made));
    setClock(EVENING + 3 * 86_400_000);
    const history = await admin.get<{ uptime: number | null }>(
      `${ROOT}/${made.id}/history?hours=24&buckets=24`,
    );
    expect(history.body.uptime).toBe(1);
  });
});
