import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Mirror } from "../../../durable/mirror/mirror.ts";
import type { MirrorResponse } from "../../../src/schema/mirror.ts";
import type { PageAccessSaved } from "../../../src/schema/page_access.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin/static-mirror";
const ACCESS = "/api/v1/admin/status-page-access";
const STORE = "https://store.example/";
/** How long work on a bucket waits for abandoned requests. */
const GIVEN_UP_MS = 30_000;
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
const stored = new Set<string>();
const signers = new Set<string>();
const removed: string[] = [];
let answer: (name: string) => Response | Promise<void> | undefined = () => undefined;

beforeAll(async () => {
  admin = await setUp();
  await place(admin, [await addBeating(admin, "Shop")]);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(STORE)) return new Response("not the storage", { status: 404 });
    const path = decodeURIComponent(request.url.slice(STORE.length));
    const given = await answer(`${request.method} ${path}`);
    if (given) return given;
    if (request.method === "PUT") stored.add(path);
    if (request.method === "DELETE") {
      stored.delete(path);
      if (!path.endsWith(".bsp-access-check")) removed.push(path);
      signers.add(/Credential=(\w+)/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "");
    }
    return new Response(null, { status: request.method === "DELETE" ? 204 : 200 });
  });
});

beforeEach(async () => {
  admin = await signIn(ADMIN.email, ADMIN.password);
  stored.clear();
  stored.add("copy/not-ours.txt");
  removed.length = 0;
  signers.clear();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.mocked(scheduler.wait).mockRestore?.();
  answer = () => undefined;
  admin = await signIn(ADMIN.email, ADMIN.password);
  await admin.put(ROOT, { ...SETTINGS, enabled: false });
  await eventually(async () => expect((await read()).status.filesLeft).toBe(0));
});

const mirror = () => bindings.MIRROR.getByName("mirror");
const read = async () => (await admin.get<MirrorResponse>(ROOT)).body;
const save = async (change: object) => (await admin.put<MirrorResponse>(ROOT, change)).body;
const others = () => [...stored].filter((path) => path !== "copy/not-ours.txt");
const denied = (code: string, status = 403) =>
  new Response(`<Error><Code>${code}</Code></Error>`, { status });
const deny = (name: string) => (name.startsWith("DELETE ") ? denied("AccessDenied") : undefined);

async function begin(more: object = {}): Promise<void> {
  await save({ ...SETTINGS, ...more });
  await eventually(async () => expect((await read()).status.state).toBe("up_to_date"));
}

const untilRemoved = () =>
  eventually(async () => {
    expect((await read()).status).toMatchObject({ state: "off", filesLeft: 0, lastError: null });
  });

const alarmAt = () => runInDurableObject(mirror(), (_mirror: Mirror, { storage }) => storage.getAlarm());

async function fail(change: object = {}): Promise<number> {
  answer = deny;
  await save({ enabled: false, ...change });
  await eventually(async () => expect((await read()).status.lastError).not.toBeNull());
  return (await read()).status.filesLeft;
}

function hold(held: string) {
  let isHeld = true;
  let hasBegun = false;
  let hasEnded = false;
  answer = async (name) => {
    if (name === held) hasBegun = true;
    while (isHeld && name === held) await scheduler.wait(5);
    if (name === held) hasEnded = true;
  };
  return {
    begun: () => eventually(() => expect(hasBegun).toBe(true)),
    ended: () => eventually(() => expect(hasEnded).toBe(true)),
    letGo() {
      isHeld = false;
    },
  };
}

describe("switching the mirror off", () => {
  it("removes pushed files and nothing else, and the response contains their number", async () => {
    await begin();
    const count = others().length;
    expect(count).toBeGreaterThan(5);
    const { status } = await save({ enabled: false });
    expect(status).toMatchObject({ state: "off", filesLeft: count, lastError: null });
    await untilRemoved();
    expect([...stored]).toEqual(["copy/not-ours.txt"]);
    expect([new Set(removed).size, removed.length, await alarmAt()]).toEqual([count, count, null]);
  });

  it("removes more files than one invocation may request", async () => {
    const incident = { status: "resolved", impact: "minor", monitorIds: [], body: "x" };
    for (let n = 0; n < 45; n++) await admin.post("/api/v1/admin/incidents", { title: `n${n}`, ...incident });
    await begin();
    const { status } = await save({ enabled: false });
    expect(status.filesLeft).toBeGreaterThan(45);
    await untilRemoved();
    expect(others()).toEqual([]);
  });

  it("retries with growing delays until it is done, and at once when the settings are saved", async () => {
    await begin();
    const left = await fail();
    const { status } = await read();
    expect(status).toMatchObject({ state: "off", filesLeft: left });
    expect(status.lastError).toMatch(/403 AccessDenied: .*s3:DeleteObject/);
    const health = (await admin.get<SystemHealth>("/api/v1/admin/system-health")).body;
    const part = health.parts.find(({ id }) => id === "mirror");
    expect([part?.state, part?.summary]).toEqual(["failing", expect.stringContaining(`${left} files are`)]);
    const waits: number[] = [];
    for (let n = 0; n < 8; n++) {
      const at = (await alarmAt())!;
      vi.useFakeTimers({ now: at, toFake: ["Date"] });
      await runDurableObjectAlarm(mirror());
      waits.push(Math.round(((await alarmAt())! - at) / 60_000));
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    answer = () => undefined;
    vi.useRealTimers();
    await save({ enabled: false });
    await untilRemoved();
    expect(others()).toEqual([]);
  });

  it("continues after a crash and a lost alarm", async () => {
    await begin();
    const left = await fail();
    await runInDurableObject(mirror(), (_mirror: Mirror, { storage }) => storage.deleteAlarm());
    await runInDurableObject(mirror(), (_mirror: Mirror, ctx) => ctx.abort("evicted")).catch(() => {});
    answer = () => undefined;
    expect((await read()).status.filesLeft).toBe(left);
    await runHousekeeping(bindings, Date.now());
    await untilRemoved();
    expect(others()).toEqual([]);
  });

  it("counts files in a missing bucket as removed", async () => {
    await begin();
    answer = (name) => (name.startsWith("DELETE ") ? denied("NoSuchBucket", 404) : undefined);
    await save({ enabled: false });
    await untilRemoved();
  });

  it("leaves a complete copy when it is switched on again half-way", async () => {
    await begin();
    const before = [...stored].sort();
    await fail();
    answer = () => undefined;
    expect((await save(SETTINGS)).status.filesLeft).toBe(0);
    await eventually(async () => expect((await read()).status.state).toBe("up_to_date"));
    expect([...stored].sort()).toEqual(before);
    await save({ enabled: false });
    await untilRemoved();
    expect(others()).toEqual([]);
  });

  it("removes the file of an abandoned upload, whenever that arrives", async () => {
    const { begun, ended, letGo } = hold("PUT copy/index.html");
    const waits = vi.spyOn(scheduler, "wait");
    await save(SETTINGS);
    await begun();
    expect((await save({ enabled: false })).status.filesLeft).toBeGreaterThan(0);
    // The push abandoned it, and it arrives during or after the removal.
    await eventually(() => {
      const isAwaited = waits.mock.calls.some(([ms]) => ms === GIVEN_UP_MS);
      expect(isAwaited || removed.includes("copy/index.html")).toBe(true);
    });
    letGo();
    await ended();
    await untilRemoved();
    expect(others()).toEqual([]);
  });

  it("finishes removing a file before uploading it again", async () => {
    await begin();
    const before = [...stored].sort();
    const { begun, letGo } = hold("DELETE copy/index.html");
    await save({ enabled: false });
    await begun();
    await save(SETTINGS);
    letGo();
    await eventually(async () => expect((await read()).status.state).toBe("up_to_date"));
    expect([...stored].sort()).toEqual(before);
  });

  it("reports a removed key, and removes the rest once it is entered again", async () => {
    await begin();
    expect(await fail({ secretAccessKey: "" })).toBeGreaterThan(5);
    expect((await read()).status.lastError).toContain("Enter the secret access key");
    answer = () => undefined;
    await save({ secretAccessKey: "Hush-hush" });
    await untilRemoved();
    expect(others()).toEqual([]);
  });

  it("uses the previous bucket and key, whatever the settings are now", async () => {
    await begin();
    await fail();
    await save({ bucket: "elsewhere", accessKeyId: "AKOTHER", secretAccessKey: "other" });
    await eventually(async () => {
      expect((await read()).status.lastError).toMatch(/^https:\/\/store\.example\/copy: The storage/);
    });
    answer = () => undefined;
    await save({ enabled: false });
    await untilRemoved();
    expect([others(), [...signers]]).toEqual([[], ["AKEXAMPLE"]]);
  });

  it("removes files from an earlier bucket too, which are kept until then", async () => {
    await begin();
    const first = others().length;
    await begin({ bucket: "second", accessKeyId: "AKOTHER" });
    expect([others().length, removed]).toEqual([first * 2, []]);
    expect((await save({ enabled: false })).status.filesLeft).toBe(first * 2);
    await untilRemoved();
    expect([others(), [...signers].sort()]).toEqual([[], ["AKEXAMPLE", "AKOTHER"]]);
  });

  it("removes files left by an earlier version", async () => {
    await begin();
    await fail();
    await runInDurableObject(mirror(), async (_mirror: Mirror, { storage }) => {
      storage.sql.exec("INSERT INTO files SELECT path, 'x', 1, 'x', NULL, 1 FROM left_files");
      storage.sql.exec("DELETE FROM left_files");
      await storage.deleteAlarm();
    });
    answer = () => undefined;
    await runHousekeeping(bindings, Date.now());
    await untilRemoved();
    expect(others()).toEqual([]);
  });
});

describe("making the page private", () => {
  it("reports the number of files still in the bucket, and retries on request", async () => {
    await begin();
    const left = await fail();
    const failing = await admin.put<PageAccessSaved>(ACCESS, { private: true });
    expect([failing.status, failing.body.mirrorFilesLeft]).toEqual([200, left]);
    answer = () => undefined;
    await admin.put(ACCESS, { private: true });
    await untilRemoved();
    expect(others()).toEqual([]);
    const { body } = await admin.put<PageAccessSaved>(ACCESS, { private: false });
    expect(body).not.toHaveProperty("mirrorFilesLeft");
  });
});
