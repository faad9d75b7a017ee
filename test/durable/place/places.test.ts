import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Place } from "../../../durable/place/place.ts";
import type { Watch } from "../../../durable/watch/watch.ts";
import type { PlaceResult } from "../../../src/schema/location.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { LastChecks } from "../../../src/schema/monitor_history.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
const TRACE = "cloudflare.com";
let admin: Visitor;
const hits = new Map<string, number>();
const answers = new Map<string, (hit: number) => Response | Promise<Response>>();
const seen: Headers[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { hostname } = new URL(request.url);
    const hit = (hits.get(hostname) ?? 0) + 1;
    hits.set(hostname, hit);
    if (hostname !== TRACE) seen.push(request.headers);
    return (await answers.get(hostname)?.(hit)) ?? new Response("ok");
  });
});

beforeEach(() => {
  hits.clear();
  answers.clear();
  seen.length = 0;
});

afterEach(async () => {
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());
const bad = () => new Response("no", { status: 503 });
const place = (location: string) => bindings.PLACE.getByName(`place-${location}`);

async function add(host: string, body: object = {}): Promise<Monitor> {
  const config = { url: `https://${host}/`, certExpiry: { enabled: false } };
  const wanted = { name: host, type: "https", intervalSecs: 86_400, config, ...body };
  const made = await admin.post<Monitor>(ROOT, wanted);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await eventually(async () => expect((await read(made.body.id)).lastCheckedAt).not.toBeNull());
  hits.clear();
  seen.length = 0;
  return await read(made.body.id);
}

async function read(id: number): Promise<Monitor> {
  return (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
}

interface Answer {
  status: string;
  message: string;
  places?: PlaceResult[];
}

async function check(id: number, query = ""): Promise<Answer> {
  return (await admin.post<Answer>(`${ROOT}/${id}/check-now${query}`)).body;
}

async function lastChecks(id: number): Promise<LastChecks> {
  return (await admin.get<LastChecks>(`${ROOT}/${id}/checks`)).body;
}

const statusesOf = (places: readonly PlaceResult[] = []) =>
  Object.fromEntries(places.map((one) => [one.place, one.status]));

describe("a monitor confirmed from several regions", () => {
  it("is down when most regions fail, and reports each region's result", async () => {
    const { id } = await add("all.example", { locations: ["apac", "weur"] });
    answers.set("all.example", bad);
    expect(await check(id)).toMatchObject({ status: "down", message: "Expected status 200, got 503." });
    expect(hits.get("all.example")).toBe(3);
    const { checks, places, failure } = await lastChecks(id);
    expect(statusesOf(checks.at(-1)?.places)).toEqual({ home: "down", weur: "down", apac: "down" });
    expect(statusesOf(places)).toEqual({ home: "down", weur: "down", apac: "down" });
    expect(failure?.steps.map(({ label }) => label)).toEqual(
      expect.arrayContaining(["From home", "From weur", "From apac"]),
    );
  });

  it("stays up when only home fails, names the regions, and writes one row like any check", async () => {
    const { id } = await add("home.example", { locations: ["wnam", "weur", "apac"], intervalSecs: 900 });
    await check(id);
    const before = (await watch().health()).cost;
    answers.set("home.example", (hit) => (hit === 1 ? bad() : new Response("ok")));
    hits.clear();
    const message = "Fails from home (Expected status 200, got 503), up from wnam, weur, apac";
    expect(await check(id)).toMatchObject({ status: "up", message, responseMs: null });
    expect(hits.get("home.example")).toBe(4);
    const after = (await watch().health()).cost;
    expect(after.rowsWritten - before.rowsWritten).toBe(1);
    expect(after.databaseRowsWritten).toBe(before.databaseRowsWritten);
    expect(after.requests - before.requests).toBe(3);
    expect(await read(id)).toMatchObject({ currentStatus: "up", confirmedStatus: "up", message });
    expect((await lastChecks(id)).checks.at(-1)).toMatchObject({ status: "up", message });
    const eventCount = bindings.DB.prepare("SELECT count(*) AS n FROM monitor_events WHERE monitor_id = ?");
    expect(await eventCount.bind(id).first("n")).toBe(0);
    // The next message writes no additional row.
    answers.delete("home.example");
    await check(id);
    expect((await watch().health()).cost.rowsWritten - after.rowsWritten).toBe(1);
  });

  it("asks its regions once, after its own attempts", async () => {
    const { id } = await add("tries.example", { locations: ["weur"], retries: 3 });
    answers.set("tries.example", (hit) => (hit < 3 ? bad() : new Response("ok")));
    expect(await check(id)).toMatchObject({
      status: "up",
      message: expect.stringContaining("Responded with 200"),
    });
    expect(hits.get("tries.example")).toBe(3);
    answers.set("tries.example", (hit) => (hit < 4 ? bad() : new Response("ok")));
    hits.clear();
    expect(await check(id)).toMatchObject({
      status: "up",
      message: expect.stringContaining("up from weur"),
    });
    expect(hits.get("tries.example")).toBe(4);
  });

  it("is down once as many regions fail as configured", async () => {
    const { id } = await add("few.example", { locations: ["weur", "apac", "me"], confirmFrom: 2 });
    answers.set("few.example", (hit) => (hit <= 2 ? bad() : new Response("ok")));
    expect((await check(id)).status).toBe("down");
    hits.clear();
    answers.set("few.example", (hit) => (hit <= 1 ? bad() : new Response("ok")));
    expect((await check(id)).status).toBe("up");
  });

  it("gives a silent region no vote, and has no result when all are silent", async () => {
    const { id } = await add("mute.example", { locations: ["eeur", "oc"] });
    for (const location of ["eeur", "oc"]) await evictOnCheck(location);
    answers.set("mute.example", bad);
    const reply = await admin.post<{ error: { message: string } }>(`${ROOT}/${id}/check-now`);
    expect(reply.status).toBe(503);
    expect(JSON.stringify(reply.body)).toContain("no response from eeur, oc");
    expect((await read(id)).currentStatus).toBe("up");
    await comeBack("eeur");
    expect(await check(id)).toMatchObject({ status: "down" });
    expect(statusesOf((await lastChecks(id)).places)).toEqual({ home: "down", eeur: "down", oc: "silent" });
    await comeBack("oc");
  });

  it("is checked from all regions on demand, with times and data centers", async () => {
    answers.set(TRACE, () => new Response("fl=1\ncolo=WAW\nloc=PL\n"));
    const { id } = await add("demand.example", { locations: ["afr", "sam"] });
    await check(id, "?from=all");
    await eventually(async () => {
      const { places = [], status } = await check(id, "?from=all");
      expect(status).toBe("up");
      expect(places.map((one) => [one.place, one.status, one.colo])).toEqual([
        ["home", "up", null],
        ["sam", "up", "WAW"],
        ["afr", "up", "WAW"],
      ]);
      for (const { responseMs } of places) expect(responseMs).toBeGreaterThanOrEqual(0);
    });
    // It is requested once a day instead of once per check.
    expect(hits.get(TRACE)).toBe(2);
    expect((await lastChecks(id)).places.map((one) => one.colo)).toEqual([null, "WAW", "WAW"]);
    expect((await admin.post(`${ROOT}/${id}/check-now?from=moon`)).status).toBe(400);
  });

  it("is checked from all regions once per round, and from home in between", async () => {
    const { id } = await add("round.example", {
      locations: ["weur"],
      everyPlaceEvery: 1440,
      intervalSecs: 86_400,
    });
    expect(statusesOf((await lastChecks(id)).places)).toEqual({ home: "up", weur: "up" });
    await admin.patch(`${ROOT}/${id}`, { everyPlaceEvery: null });
    hits.clear();
    await check(id);
    expect(hits.get("round.example")).toBe(1);
  });

  it("decrypts its secrets in each region", async () => {
    const { id } = await add("secret.example", {
      locations: ["weur"],
      config: {
        url: "https://secret.example/",
        certExpiry: { enabled: false },
        auth: { type: "bearer", bearer: { token: "a secret token" } },
      },
    });
    await check(id, "?from=all");
    expect(seen.map((headers) => headers.get("Authorization"))).toEqual([
      "Bearer a secret token",
      "Bearer a secret token",
    ]);
    const stored = await runInDurableObject(watch(), (_watch: Watch, { storage }) =>
      JSON.stringify(storage.sql.exec("SELECT places FROM ticks").toArray()),
    );
    expect(stored).not.toContain("a secret token");
  });

  it("loses only the running check when its watch is evicted", async () => {
    const { id } = await add("evicted.example", { locations: ["weur", "apac"], failureThreshold: 2 });
    const asked = Promise.withResolvers<void>();
    const never = new Promise<Response>(() => undefined);
    answers.set("evicted.example", (hit) => {
      if (hit === 3) asked.resolve();
      return hit === 1 ? bad() : never;
    });
    const lost = check(id).catch(() => null);
    await asked.promise;
    await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("evicted")).catch(() => {});
    await lost;
    answers.set("evicted.example", bad);
    expect(await check(id)).toMatchObject({ status: "down" });
    expect((await read(id)).confirmedStatus).toBe("up");
    await check(id);
    expect((await read(id)).confirmedStatus).toBe("down");
  });

  it("is tested from each region before it is saved", async () => {
    answers.set("try.example", (hit) => (hit === 1 ? new Response("ok") : bad()));
    const config = { url: "https://try.example/" };
    const { body } = await admin.post<{ overall: string; places: PlaceResult[] }>(`${ROOT}/test`, {
      type: "https",
      config,
      locations: ["me"],
    });
    expect(body.places.map((one) => one.place)).toEqual(["home", "me"]);
    expect(body.places.map((one) => one.status).sort()).toEqual(["down", "up"]);
    const alone = await admin.post<object>(`${ROOT}/test`, { type: "https", config });
    expect(alone.body).not.toHaveProperty("places");
  });
});

async function evictOnCheck(location: string): Promise<void> {
  await runInDurableObject(place(location), (instance: Place) => {
    Object.assign(instance, { check: () => Promise.reject(new Error("Durable Object is overloaded.")) });
  });
}

async function comeBack(location: string): Promise<void> {
  await runInDurableObject(place(location), (_place: Place, state) => state.abort("evicted")).catch(() => {});
}
