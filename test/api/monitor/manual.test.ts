import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";
import { place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/monitors";
let person: Visitor;
let admin: Visitor;

beforeAll(async () => {
  person = await setUp();
  // Sessions and new tokens would expire before the years pass.
  admin = await addToken(person, ["monitors:write"]);
  await bindings.DB.prepare("UPDATE api_tokens SET expires_at = 9e12").run();
});

afterEach(() => {
  vi.useRealTimers();
});

async function add(body: object = {}): Promise<Monitor> {
  const made = await admin.post<Monitor>(ROOT, { name: "Phone line", type: "manual", config: {}, ...body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

const read = async ({ id }: Monitor) => (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
const set = async ({ id }: Monitor, body: object) =>
  await admin.put<Monitor & { error: string }>(`${ROOT}/${id}/status`, body);
const watchFor = ({ id }: Monitor) => bindings.WATCH.getByName(`watch-${watchOf(id)}`);

async function kinds(monitor: Monitor): Promise<string[]> {
  await eventually(async () => expect((await watchFor(monitor).health()).outbox).toBe(0));
  const { results } = await bindings.DB.prepare(
    "SELECT kind FROM monitor_events WHERE monitor_id = ? ORDER BY at, id",
  )
    .bind(monitor.id)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
}

describe("a manual monitor", () => {
  it("takes the last status at once, with the events and history of a check", async () => {
    const made = await add({ failureThreshold: 3, recoveryThreshold: 3 });
    expect(made).toMatchObject({ currentStatus: "pending" });
    expect(made).not.toHaveProperty("heartbeatUrl");
    expect((await set(made, { status: "up" })).body.currentStatus).toBe("up");
    const down = await set(made, { status: "down", message: "Carrier works on the line" });
    expect(down.body).toMatchObject({
      currentStatus: "down",
      confirmedStatus: "down",
      message: "Carrier works on the line",
    });
    await set(made, { status: "up" });
    expect(await kinds(made)).toEqual(["alert", "recovery"]);
    const timeline = await admin.get<{ state: string }[]>(`${ROOT}/${made.id}/timeline`);
    expect(timeline.body.map(({ state }) => state)).toEqual(["up", "down", "up"]);
  });

  it("keeps its status for years, after an eviction and a rename, in the panel and in uptime", async () => {
    const made = await add();
    await place(person, [made]);
    await set(made, { status: "degraded", message: "Half the lines" });
    await admin.patch(`${ROOT}/${made.id}`, { name: "Phone lines" });
    await runInDurableObject(watchFor(made), (_watch: Watch, state) => state.abort("evicted")).catch(
      () => {},
    );
    vi.useFakeTimers({ now: Date.now() + 3 * 365 * 86_400_000, toFake: ["Date"] });
    await runInDurableObject(watchFor(made), (instance: Watch) => instance.alarm());
    expect(await read(made)).toMatchObject({ currentStatus: "degraded", message: "Half the lines" });
    const page = await admin.get<{ uptime: number | null }>(
      `/api/v1/public/monitor/${made.id}/history?hours=24&buckets=24`,
    );
    expect(page.body.uptime).toBe(1);
  });

  it("doesn't set an alarm on its watch", async () => {
    for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
    const made = await add();
    await set(made, { status: "up" });
    await eventually(async () => expect((await watchFor(made).health()).outbox).toBe(0));
    await runInDurableObject(watchFor(made), async (instance: Watch, state) => {
      await state.storage.deleteAlarm();
      await instance.revive();
      expect(await state.storage.getAlarm()).toBeNull();
    });
  });

  it("audits each status change, and rejects invalid changes", async () => {
    const made = await add();
    const https = await admin.post<Monitor>(ROOT, { name: "Told", type: "webhook", config: {} });
    expect((await set(made, { status: "broken" })).status).toBe(400);
    expect((await set(made, { status: "down", message: "x".repeat(501) })).status).toBe(400);
    expect((await set(https.body, { status: "down" })).status).toBe(409);
    await admin.post(`${ROOT}/${made.id}/pause`);
    expect((await set(made, { status: "down" })).status).toBe(409);
    await admin.post(`${ROOT}/${made.id}/resume`);
    expect((await admin.post(`${ROOT}/${made.id}/check-now`)).status).toBe(409);
    expect(
      (await admin.post<{ error: string }>(`${ROOT}/test`, { type: "manual", config: {} })).body.error,
    ).toMatch(/This status is set manually/);
    expect(await read(made)).toMatchObject({ currentStatus: "pending" });
    await set(made, { status: "down", message: "Cut" });
    const log = await person.get<{ items: { action: string; details: object }[] }>(
      "/api/v1/admin/audit?action=status_set&limit=1",
    );
    expect(log.body.items[0]?.details).toEqual({
      changes: { status: ["pending", "down"], message: ["", "Cut"] },
    });
  });

  it("exports as a document, and an import keeps its status", async () => {
    const made = await add({ key: "by-hand" });
    const yaml = await person.send<string>("GET", "/api/v1/admin/config/export");
    expect(yaml.body).toContain("type: manual");
    await set(made, { status: "down" });
    const applied = await person.post("/api/v1/admin/config/apply", String(yaml.body), {
      headers: { "Content-Type": "application/yaml" },
    });
    expect(applied.status).toBe(200);
    expect((await read(made)).currentStatus).toBe("down");
  });
});
