import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PageSource } from "../../../durable/page/source.ts";
import type { Watch } from "../../../durable/watch/watch.ts";
import { DEFAULT_PAGE_ID } from "../../../src/domain/page/site.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { place } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
const hits = new Map<string, number>();

beforeAll(async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { hostname } = new URL(new Request(input, init).url);
    hits.set(hostname, (hits.get(hostname) ?? 0) + 1);
    return new Response("ok", { status: hostname.startsWith("broken") ? 500 : 200 });
  });
  admin = await setUp();
});

afterEach(() => {
  vi.useRealTimers();
});

const watch = () => bindings.WATCH.getByName(firstWatch());

async function add(host: string, body: object = {}): Promise<Monitor> {
  const config = { url: `https://${host}/`, certExpiry: { enabled: false } };
  const made = await admin.post<Monitor>(ROOT, { name: host, type: "https", config, ...body });
  await eventually(() => expect(hits.get(host)).toBeGreaterThan(0));
  return made.body;
}

async function events(id: number): Promise<unknown[]> {
  const found = bindings.DB.prepare("SELECT id FROM monitor_events WHERE monitor_id = ?").bind(id);
  return (await found.all()).results;
}

function pass(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });
}

describe("a watch whose clock changes", () => {
  const revive = () => watch().revive();
  const ring = () => runInDurableObject(watch(), (instance: Watch) => instance.alarm());

  async function passMinutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      pass(60);
      await revive();
      await ring();
    }
  }

  /** Asks the watch, because sessions end within a day. */
  async function statusOf(id: number): Promise<string | undefined> {
    return (await watch().states()).find((one) => one.id === id)?.state.current;
  }

  async function addBeat(intervalSecs: number): Promise<Monitor> {
    const made = await admin.post<Monitor>(ROOT, {
      name: "beat",
      type: "webhook",
      intervalSecs,
      config: { graceSecs: 10 },
    });
    await admin.get(new URL(made.body.heartbeatUrl ?? "").pathname);
    return made.body;
  }

  it.each([
    ["two hours ahead", 7200],
    ["ahead to just after a heartbeat was due", 3600 + 10 + 30],
    ["a day ahead", 86_400],
  ])(
    "counts no heartbeat as missed when the clock jumps %s, and restarts its window",
    async (_name, seconds) => {
      const { id } = await addBeat(3600);
      const { id: other } = await add("steady.example");
      await revive();
      pass(seconds);
      await ring();
      await revive();
      expect(await statusOf(id)).toBe("up");
      expect([await events(id), await events(other)]).toEqual([[], []]);
      for (let minute = 1; minute <= 60; minute++) {
        pass(60);
        await revive();
      }
      pass(11);
      await ring();
      await eventually(async () => expect(await statusOf(id)).toBe("down"));
    },
  );

  it("continues when the clock is set back an hour, and judges heartbeats by the new time", async () => {
    await add("back.example", { intervalSecs: 60 });
    const { id } = await addBeat(60);
    await revive();
    hits.clear();
    pass(-3600);
    await revive();
    for (let step = 0; step < 13; step++) {
      pass(5);
      await ring();
    }
    // In 65 seconds a check a minute is due once, or twice if the first comes within five seconds.
    await eventually(() => expect([1, 2]).toContain(hits.get("back.example")));
    expect(await events(id)).toEqual([]);
    pass(10);
    await ring();
    await eventually(async () => expect(await statusOf(id)).toBe("down"));
  });

  it("opens an automatic incident on time when the clock is set back an hour", async () => {
    const automatic = { failureThreshold: 1, autoIncidentMinutes: 10 };
    const { id } = await add("broken.example", { intervalSecs: 60, ...automatic });
    await eventually(async () => expect(await statusOf(id)).toBe("down"));
    pass(60);
    await watch().checkNow(id);
    pass(-3600);
    await revive();
    const incidents = async () =>
      (await bindings.DB.prepare("SELECT id FROM incidents").all<{ id: number }>()).results.length;
    await passMinutes(8);
    expect(await incidents()).toBe(0);
    await passMinutes(1);
    await eventually(async () => expect(await incidents()).toBe(1));
  });

  it("limits a running job's duration when the clock is set back an hour", async () => {
    const body = {
      name: "job",
      type: "webhook",
      intervalSecs: 86_400,
      config: { graceSecs: 10, maxRunSecs: 300 },
    };
    const made = await admin.post<Monitor>(ROOT, body);
    const path = new URL(made.body.pingUrl ?? "").pathname;
    await admin.get(path);
    await admin.get(`${path}/start`);
    pass(-3600);
    await revive();
    await passMinutes(4);
    expect(await statusOf(made.body.id)).toBe("up");
    await passMinutes(1);
    await eventually(async () => expect(await statusOf(made.body.id)).toBe("down"));
  });

  it("keeps history without overlaps when the clock is set back an hour", async () => {
    const { id } = await add("seen.example", { intervalSecs: 60 });
    type Row = { from_at: number; to_at: number | null; state: string };
    const rows = async () => {
      const found = bindings.DB.prepare(
        "SELECT * FROM monitor_history WHERE monitor_id = ? ORDER BY from_at",
      );
      return (await found.bind(id).all<Row>()).results;
    };
    await eventually(async () => expect(await rows()).toHaveLength(1));
    const begun = (await rows())[0]?.from_at ?? 0;
    for (let minute = 0; minute < 3; minute++) {
      pass(60);
      await watch().checkNow(id);
    }
    await revive();
    pass(-3600);
    const now = Date.now();
    await revive();
    await eventually(async () => expect((await rows())[0]).toMatchObject({ from_at: now, to_at: null }));
    expect((await rows())[1]).toMatchObject({ from_at: begun, state: "up" });
    expect((await rows())[1]?.to_at).toBeGreaterThan(begun);
    const stored = bindings.DB.prepare("SELECT checked_at FROM monitor_status WHERE monitor_id = ?").bind(id);
    await eventually(async () => expect(await stored.first("checked_at")).toBe(now));
    await runInDurableObject(watch(), (_: Watch, state) => state.abort("evicted")).catch(() => {});
    expect((await watch().health()).lastTickAt ?? 0).toBeLessThan(now + 125_000);
    const timeline = await admin.get<Row[]>(`${ROOT}/${id}/timeline`);
    expect(timeline.body).toEqual([expect.objectContaining({ from: now, to: null, state: "up" })]);
    const checks = async () => (await watch().lastChecks(id, 5)).checks;
    await watch().checkNow(id);
    const last = (await checks()).at(-1)?.at ?? 0;
    expect(last - now).toBeLessThan(60_000);
    pass(7200);
    await watch().checkNow(id);
    await eventually(async () => expect((await rows()).at(-1)?.to_at).toBe(null));
    const spans = await rows();
    for (const [i, { to_at }] of spans.entries())
      expect(to_at ?? Infinity).toBeLessThanOrEqual(spans[i + 1]?.from_at ?? Infinity);
  });

  it("updates a page that has later times in memory", async () => {
    const monitor = await add("shown.example", { intervalSecs: 60 });
    await place(admin, [monitor]);
    const source = new PageSource(bindings, DEFAULT_PAGE_ID);
    const checkedAt = () => {
      const own = source.snapshot(Date.now())?.page.monitors.find(({ id }) => id === monitor.id);
      return Date.parse(own?.checkedAt ?? "");
    };
    await revive();
    pass(300);
    await watch().checkNow(monitor.id);
    await source.read(Date.now());
    const ahead = checkedAt();
    pass(-3600);
    await revive();
    await watch().checkNow(monitor.id);
    await source.readWatches(Date.now());
    expect(checkedAt()).toBeLessThan(ahead - 3_000_000);
  });
});
