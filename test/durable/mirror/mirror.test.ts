import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Mirror } from "../../../durable/mirror/mirror.ts";
import type { MirrorResponse } from "../../../src/schema/mirror.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { statementsDuring } from "../../api/d1_reads.ts";
import { addBeating, beat, place } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin/static-mirror";
const BUCKET = "https://store.example/copy/";
const SETTINGS = {
  enabled: true,
  provider: "minio",
  bucket: "copy",
  endpoint: "https://store.example",
  intervalSecs: 60,
  accessKeyId: "AKEXAMPLE",
  secretAccessKey: "Hush-hush",
};

let admin: Visitor;
let shop: Monitor;
const asked: string[] = [];
const bucket = new Map<string, string>();
let answer: (name: string, request: Request) => Response | Promise<Response | undefined> | undefined = () =>
  undefined;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  await place(admin, [shop]);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(BUCKET)) return new Response("not the storage", { status: 404 });
    const path = decodeURIComponent(request.url.slice(BUCKET.length));
    const name = `${request.method} ${path}`;
    asked.push(name);
    const body = await request.text();
    const given = await answer(name, request);
    if (given) return given;
    if (request.method === "PUT") bucket.set(path, body);
    if (request.method === "DELETE") bucket.delete(path);
    return new Response(null, { status: request.method === "DELETE" ? 204 : 200 });
  });
});

beforeEach(async () => {
  // Moving the clock by a day ends the session.
  admin = await signIn(ADMIN.email, ADMIN.password);
  asked.length = 0;
  bucket.clear();
  answer = () => undefined;
});

afterEach(async () => {
  vi.useRealTimers();
  admin = await signIn(ADMIN.email, ADMIN.password);
  await admin.put(ROOT, { enabled: false });
  await eventually(async () => expect((await read()).status.filesLeft).toBe(0));
});

const mirror = () => bindings.MIRROR.getByName("mirror");
const read = async () => (await admin.get<MirrorResponse>(ROOT)).body;
const state = async () => (await read()).status.state;
const alarmAt = () => runInDurableObject(mirror(), (_mirror: Mirror, { storage }) => storage.getAlarm());

async function begin(more: object = {}): Promise<void> {
  const { pushes: before } = await read();
  const reply = await admin.put(ROOT, { ...SETTINGS, ...more });
  expect([reply.status, reply.body]).toMatchObject([200, {}]);
  await eventually(async () => expect((await read()).pushes).not.toEqual(before));
  await eventually(async () => expect(await state()).not.toBe("waiting"));
}

function moveTo(now: number): void {
  vi.useFakeTimers({ now, toFake: ["Date"] });
}

async function passToAlarm(): Promise<void> {
  moveTo(((await alarmAt()) ?? 0) + 1);
  asked.length = 0;
  await runDurableObjectAlarm(mirror());
}

async function evict(): Promise<void> {
  await runInDurableObject(mirror(), (_mirror: Mirror, ctx) => ctx.abort("evicted")).catch(() => {});
}

/** Counts database statements, files read for copying, and kept copies of the page. */
async function costOfPush(push: () => Promise<unknown> = passToAlarm) {
  const [keep, load] = [vi.spyOn(bindings.FILES, "put"), vi.spyOn(bindings.ASSETS, "fetch")];
  try {
    const statements = await statementsDuring(push);
    return { statements, loaded: load.mock.calls.length, kept: keep.mock.calls.length };
  } finally {
    keep.mockRestore();
    load.mockRestore();
  }
}

const denied = (code = "AccessDenied") =>
  new Response(`<Error><Code>${code}</Code><AWSAccessKeyId>AKEXAMPLE</AWSAccessKeyId></Error>`, {
    status: 403,
  });

function hold(held: string): { letGo(): void } {
  let isHeld = true;
  answer = async (name, { signal }) => {
    while (isHeld && name === held && !signal.aborted) await scheduler.wait(5);
    signal.throwIfAborted();
    return undefined;
  };
  return {
    letGo() {
      isHeld = false;
    },
  };
}

const rankOf = (name: string) => (name.endsWith(" snapshot.json") ? 2 : Number(/\.html$/.test(name)));
/** Leaves out the file that tests if the bucket keeps encodings. */
const puts = () => asked.filter((name) => name.startsWith("PUT ") && !name.endsWith("-check"));

/** Assets stay the same between pushes of one product version. */
const assets = () => asked.filter((name) => name.includes("assets/"));

describe("the mirror", () => {
  it("waits for its first push, then is up to date with an alarm one interval later", async () => {
    const { letGo } = hold("PUT snapshot.json");
    await admin.put(ROOT, SETTINGS);
    await eventually(() => expect(asked).toContain("PUT snapshot.json"));
    expect(await state()).toBe("waiting");
    letGo();
    await eventually(async () => expect(await state()).toBe("up_to_date"));
    const { status, pushes: list } = await read();
    const last = list.at(-1)!;
    expect(last).toMatchObject({ ok: true, error: null, uploaded: puts().length });
    expect(status).toEqual({
      state: "up_to_date",
      lastSuccessAt: expect.any(Number),
      lastError: null,
      filesLeft: 0,
    });
    expect(await alarmAt()).toBe(last.at + 60_000);
  });

  it("uploads assets before pages, and the snapshot once and last", async () => {
    await begin();
    const ranks = puts().map(rankOf);
    expect(ranks).toEqual(ranks.toSorted());
    expect(ranks.filter((rank) => rank === 2)).toHaveLength(1);
    expect(puts()).toContain("PUT index.html");
    expect(assets().length).toBeGreaterThan(0);
  });

  it("uploads only a new snapshot each interval", async () => {
    await begin();
    const first = JSON.parse(bucket.get("snapshot.json")!);
    await passToAlarm();
    expect(asked).toEqual(["PUT snapshot.json"]);
    const second = JSON.parse(bucket.get("snapshot.json")!);
    expect(second.monitors).toMatchObject([{ name: "Shop" }]);
    expect(Date.parse(second.takenAt) - Date.parse(first.takenAt)).toBeGreaterThan(50_000);
  });

  it("reads only its settings from the database when nothing changed, even in new objects", async () => {
    const page = bindings.PAGE.getByName("page");
    await begin();
    await passToAlarm();
    await evict();
    await evictDurableObject(page);
    const least = { statements: 2, loaded: 0, kept: 0 };
    expect(await costOfPush()).toEqual(least);
    expect(asked).toEqual(["PUT snapshot.json"]);
    await admin.patch("/api/v1/admin/branding", { siteName: "Named since" });
    await evictDurableObject(page);
    expect((await costOfPush()).loaded).toBeGreaterThan(0);
    expect(bucket.get("snapshot.json")).toContain("Named since");
    await evictDurableObject(page);
    expect((await costOfPush()).statements).toBeGreaterThan(2);
    await beat(admin, shop, "down");
    await evictDurableObject(page);
    expect(await costOfPush()).toEqual(least);
    expect(JSON.parse(bucket.get("snapshot.json")!).monitors).toMatchObject([{ status: "down" }]);
    await beat(admin, shop, "up");
    await evictDurableObject(page);
    moveTo(Date.now() + 5 * 60_000);
    const late = await costOfPush(() => runDurableObjectAlarm(mirror()));
    expect([late.statements > 2, late.loaded, late.kept]).toEqual([true, 0, 1]);
  });

  it("uploads only changed files after the page changed", async () => {
    await begin();
    await admin.post("/api/v1/admin/incidents", {
      title: "Shop is slow",
      status: "investigating",
      impact: "minor",
      monitorIds: [],
      body: "x",
    });
    await passToAlarm();
    expect(asked).toContainEqual(expect.stringMatching(/^PUT incidents\/\d+\/index\.html$/));
    expect(assets()).toEqual([]);
    expect(asked.at(-1)).toBe("PUT snapshot.json");
    await passToAlarm();
    expect(asked).toEqual(["PUT snapshot.json"]);
  });

  it("uploads everything again when its settings are saved, and every six hours", async () => {
    await begin();
    const all = puts().length;
    asked.length = 0;
    await begin({ banner: false });
    expect(puts()).toHaveLength(all);
    moveTo(Date.now() + 6 * 3_600_000);
    asked.length = 0;
    await runDurableObjectAlarm(mirror());
    expect(puts()).toHaveLength(all);
    await passToAlarm();
    expect(puts()).toHaveLength(1);
  });

  it("deletes a file a day after its last use, and retries a failed deletion", async () => {
    const { body } = await admin.post<{ id: number }>("/api/v1/admin/incidents", {
      title: "Gone soon",
      status: "resolved",
      impact: "minor",
      monitorIds: [],
      body: "x",
    });
    await begin();
    const page = `incidents/${body.id}/index.html`;
    expect(bucket.has(page)).toBe(true);
    await admin.delete(`/api/v1/admin/incidents/${body.id}`);
    await passToAlarm();
    moveTo(Date.now() + 23 * 3_600_000);
    await runDurableObjectAlarm(mirror());
    expect(bucket.has(page)).toBe(true);
    answer = (name) => (name.startsWith("DELETE ") ? denied() : undefined);
    moveTo(Date.now() + 7 * 3_600_000);
    await runDurableObjectAlarm(mirror());
    expect([asked.includes(`DELETE ${page}`), (await mirror().report()).lastOk]).toEqual([true, true]);
    answer = () => undefined;
    moveTo(Date.now() + 25 * 3_600_000);
    await runDurableObjectAlarm(mirror());
    expect(bucket.has(page)).toBe(false);
    expect(bucket.has("index.html")).toBe(true);
  });

  it("fails with the storage's message, keeps the copy, and retries missing files each interval", async () => {
    await begin();
    const before = new Map(bucket);
    answer = (name) => (name === "PUT 404.html" ? denied() : undefined);
    await admin.put(ROOT, { banner: true });
    await eventually(async () => expect(await state()).toBe("failing"));
    const { lastError } = (await read()).status;
    expect(lastError).toMatch(/^The storage returned 403 AccessDenied: .*s3:PutObject/);
    expect(lastError).not.toMatch(/AKEXAMPLE|Hush/);
    expect([...bucket.keys()].sort()).toEqual([...before.keys()].sort());
    expect(bucket.get("snapshot.json")).toBe(before.get("snapshot.json"));
    await passToAlarm();
    expect([await state(), asked.includes("PUT snapshot.json")]).toEqual(["failing", false]);
    answer = () => undefined;
    await passToAlarm();
    expect(await state()).toBe("up_to_date");
    expect(assets()).toEqual([]);
    expect(asked.at(-1)).toBe("PUT snapshot.json");
  });

  it("fails without sending requests when its key is removed while it is on", async () => {
    await begin();
    asked.length = 0;
    const reply = await admin.put<MirrorResponse>(ROOT, { secretAccessKey: "" });
    expect([reply.status, reply.body.enabled, reply.body.secretAccessKey]).toEqual([200, true, ""]);
    await eventually(async () => expect(await state()).toBe("failing"));
    const error = "The settings are incomplete. Enter the secret access key.";
    expect([(await read()).status.lastError, asked]).toEqual([error, []]);
    await begin();
    expect(await state()).toBe("up_to_date");
  });

  it("is stale three intervals after its last success", async () => {
    await begin();
    const { lastSuccessAt } = (await read()).status;
    moveTo(lastSuccessAt! + 180_000);
    expect(await state()).toBe("up_to_date");
    moveTo(lastSuccessAt! + 180_001);
    expect(await state()).toBe("stale");
    await passToAlarm();
    expect(await state()).toBe("up_to_date");
  });

  it("starts no second push while one takes longer than the interval", async () => {
    await begin();
    const count = (await read()).pushes.length;
    const { letGo } = hold("PUT snapshot.json");
    const at = ((await alarmAt()) ?? 0) + 1;
    moveTo(at);
    asked.length = 0;
    const first = runDurableObjectAlarm(mirror());
    await eventually(() => expect(asked).toContain("PUT snapshot.json"));
    moveTo(at + 150_000);
    await runHousekeeping(bindings, Date.now());
    let isThere = false;
    const second = runInDurableObject(mirror(), async (instance: Mirror) => {
      const work = instance.alarm();
      isThere = true;
      await work;
    });
    await eventually(() => expect(isThere).toBe(true));
    letGo();
    await Promise.all([first, second]);
    expect(asked).toEqual(["PUT snapshot.json"]);
    const { pushes: list } = await read();
    expect(list).toHaveLength(Math.min(20, count + 1));
    expect(await alarmAt()).toBe(list.at(-1)!.at + 180_000);
  });

  it("continues after an eviction in the middle of a push, and reports the interruption", async () => {
    await begin();
    const { letGo } = hold("PUT snapshot.json");
    const before = bucket.get("snapshot.json");
    asked.length = 0;
    await admin.put(ROOT, { banner: false });
    await eventually(() => expect(asked).toContain("PUT snapshot.json"));
    await evict();
    expect(bucket.get("snapshot.json")).toBe(before);
    letGo();
    asked.length = 0;
    await runHousekeeping(bindings, Date.now());
    await eventually(async () => {
      expect((await read()).pushes.some(({ error }) => error?.includes("interrupted"))).toBe(true);
      expect((await read()).pushes.at(-1)?.ok).toBe(true);
    });
    const [cut, last] = (await read()).pushes.slice(-2);
    expect([cut?.ok, cut?.error, last?.ok]).toEqual([false, expect.stringContaining("interrupted"), true]);
    expect(assets()).toEqual([]);
    expect(asked.at(-1)).toBe("PUT snapshot.json");
  });

  it("resumes through cron when its alarm was lost", async () => {
    await begin();
    await runInDurableObject(mirror(), (_mirror: Mirror, { storage }) => storage.deleteAlarm());
    asked.length = 0;
    await runHousekeeping(bindings, Date.now());
    await eventually(() => expect(asked).toContain("PUT snapshot.json"));
  });

  it("continues while the database is unavailable", async () => {
    await begin();
    const { DB } = bindings;
    DB.batch = () => Promise.reject(new Error("D1 is away"));
    try {
      await passToAlarm();
    } finally {
      Reflect.deleteProperty(DB, "batch");
    }
    expect([asked, await state()]).toEqual([["PUT snapshot.json"], "up_to_date"]);
  });

  it("stops as soon as it is switched off, and uploads everything to another bucket", async () => {
    await begin();
    const { letGo } = hold("PUT snapshot.json");
    await admin.put(ROOT, { banner: true });
    await eventually(() => expect(asked.filter((name) => name === "PUT snapshot.json")).toHaveLength(2));
    await admin.put(ROOT, { enabled: false });
    expect(await state()).toBe("off");
    letGo();
    await eventually(async () => expect(await alarmAt()).toBeNull());
    const { pushes: list } = await read();
    await begin();
    expect((await read()).pushes.length).toBe(Math.min(20, list.length + 1));
    asked.length = 0;
    await admin.put(ROOT, { ...SETTINGS, endpoint: "https://store.example/copy/other" });
    await eventually(async () => expect(asked).toContain("PUT other/copy/snapshot.json"));
    expect(assets().length).toBeGreaterThan(0);
  });

  it("pushes on request without unchanged files, and returns the result", async () => {
    await begin();
    asked.length = 0;
    expect((await admin.post(`${ROOT}/test`)).body).toEqual({ ok: true });
    // The product tests if the bucket accepts compressed files before the first large snapshot.
    expect(asked.filter((one) => !one.endsWith(".bsp-access-check"))).toEqual(["PUT snapshot.json"]);
    answer = (name) => (name === "PUT snapshot.json" ? denied("InvalidAccessKeyId") : undefined);
    const failed = await admin.post<{ ok: boolean; error: string }>(`${ROOT}/test`);
    expect(failed.body).toEqual({ ok: false, error: expect.stringContaining("403 InvalidAccessKeyId") });
    await admin.put(ROOT, { enabled: false });
    expect((await admin.post(`${ROOT}/test`)).status).toBe(409);
  });

  it("spreads a large push over several alarms, and records it as one", async () => {
    const incident = { status: "resolved", impact: "minor", monitorIds: [], body: "x" };
    const ids: number[] = [];
    for (let n = 0; n < 45; n++) {
      const made = await admin.post<{ id: number }>("/api/v1/admin/incidents", {
        title: `n${n}`,
        ...incident,
      });
      ids.push(made.body.id);
    }
    const { length } = (await read()).pushes;
    await begin();
    expect((await read()).pushes.length).toBe(Math.min(20, length + 1));
    expect((await read()).pushes.at(-1)).toMatchObject({ ok: true, uploaded: puts().length });
    expect(puts().length).toBeGreaterThan(45);
    expect(new Set(puts()).size).toBe(puts().length);
    expect(puts().at(-1)).toBe("PUT snapshot.json");
    for (const id of ids) expect(bucket.has(`incidents/${id}/index.html`)).toBe(true);
    for (const id of ids) await admin.delete(`/api/v1/admin/incidents/${id}`);
  });

  it("keeps the last twenty pushes, oldest first", async () => {
    await begin();
    for (let n = 0; n < 21; n++) await passToAlarm();
    const times = (await read()).pushes.map(({ at }) => at);
    expect(times).toHaveLength(20);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});
