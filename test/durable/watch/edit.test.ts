import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Env } from "../../../src/env.ts";
import { randomBytes, toBase64 } from "../../../src/lib/bytes.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { rewriteSecrets } from "../../../src/service/record/secret_rotation.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
let hits = 0;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    hits += 1;
    return new Response("ok");
  });
});

afterEach(async () => {
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

const watch = (id: number) => bindings.WATCH.getByName(`watch-${watchOf(id)}`);
const alarmAt = async (id: number) => (await watch(id).health()).alarmAt;
const bearer = (token: string) => ({ type: "bearer", bearer: { token } });
const config = {
  url: "https://edit.example/",
  certExpiry: { enabled: false },
  auth: bearer("a secret token"),
};

async function read(id: number): Promise<Monitor> {
  return (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
}

/** The next check is due in up to a day, so the test sees only the first. */
async function add(): Promise<Monitor> {
  const made = await admin.post<Monitor>(ROOT, { name: "Edit", type: "https", intervalSecs: 86_400, config });
  await eventually(async () => expect((await read(made.body.id)).lastCheckedAt).not.toBeNull());
  hits = 0;
  return await read(made.body.id);
}

describe("an edited monitor", () => {
  it("is not checked early after a change that does not affect the check", async () => {
    const { id } = await add();
    const before = await alarmAt(id);
    expect(before).not.toBeNull();
    const url = `${ROOT}/${id}`;
    await admin.patch(url, {
      name: "Other",
      tags: [{ label: "a", color: "#fff" }],
      retries: 3,
      timeoutMs: 2000,
    });
    await admin.patch(url, { failureThreshold: 4, channelIds: [] });
    const { auth, ...rest } = config;
    await admin.patch(url, { config: { method: "GET", auth, ...rest, keyword: "" } });
    expect(await alarmAt(id)).toBe(before);
    expect(hits).toBe(0);
  });

  it("is checked at once after its secret or URL changed", async () => {
    const { id } = await add();
    await admin.patch(`${ROOT}/${id}`, { config: { ...config, auth: bearer("another token") } });
    await eventually(() => expect(hits).toBe(1));
    await admin.patch(`${ROOT}/${id}`, { config: { ...config, url: "https://edit.example/other" } });
    await eventually(() => expect(hits).toBe(2));
  });
});

describe("changing SECRET_KEY", () => {
  it("causes no checks, and gives watches the newly encrypted values", async () => {
    const { id } = await add();
    const [before, sealed] = [await alarmAt(id), await storedPlan(id)];
    const SECRET_KEY = `${toBase64(randomBytes(32))},${bindings.SECRET_KEY}`;
    const renewed: Env = { ...bindings, SECRET_KEY };
    await rewriteSecrets(renewed, Date.now());
    const after = await runInDurableObject(watch(id), async (instance: Watch, { storage }) => {
      Object.assign(instance, { env: renewed });
      await instance.reload();
      return await storage.getAlarm();
    });
    expect(await storedPlan(id)).not.toBe(sealed);
    expect(after).toBe(before);
  });
});

async function storedPlan(id: number): Promise<string> {
  return await runInDurableObject(watch(id), (_watch: Watch, { storage }) => {
    const found = storage.sql.exec<{ config: string }>(
      "SELECT plan ->> '$.config' AS config FROM monitors WHERE id = ?",
      id,
    );
    return found.one().config;
  });
}
