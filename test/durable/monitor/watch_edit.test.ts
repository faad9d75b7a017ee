import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch.ts";
import type { Env } from "../../../src/env.ts";
import { randomBytes, toBase64 } from "../../../src/lib/bytes.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { rewriteSecrets } from "../../../src/service/system/secret_rotation.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

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

const watch = () => bindings.WATCH.getByName(firstWatch());
const alarmAt = async () => (await watch().health()).alarmAt;
const bearer = (token: string) => ({ type: "bearer", bearer: { token } });
const config = {
  url: "https://edit.example/",
  certExpiry: { enabled: false },
  auth: bearer("a secret token"),
};

async function read(id: number): Promise<Monitor> {
  return (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
}

/** Checked once, and due again in a day at most. */
async function add(): Promise<Monitor> {
  const made = await admin.post<Monitor>(ROOT, { name: "Edit", type: "https", intervalSecs: 86_400, config });
  await eventually(async () => expect((await read(made.body.id)).lastCheckedAt).not.toBeNull());
  hits = 0;
  return await read(made.body.id);
}

describe("an edited monitor", () => {
  it("is not checked out of turn for a change of what is not checked, or of how it is written", async () => {
    const { id } = await add();
    const before = await alarmAt();
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
    expect(await alarmAt()).toBe(before);
    expect(hits).toBe(0);
  });

  it("is checked at once when another secret is sent, or another address", async () => {
    const { id } = await add();
    await admin.patch(`${ROOT}/${id}`, { config: { ...config, auth: bearer("another token") } });
    await eventually(() => expect(hits).toBe(1));
    await admin.patch(`${ROOT}/${id}`, { config: { ...config, url: "https://edit.example/other" } });
    await eventually(() => expect(hits).toBe(2));
  });
});

describe("changing SECRET_KEY", () => {
  it("has nothing checked out of turn, and the watches know the new seal", async () => {
    await add();
    const [before, sealed] = [await alarmAt(), await storedPlan()];
    const SECRET_KEY = `${toBase64(randomBytes(32))},${bindings.SECRET_KEY}`;
    const renewed: Env = { ...bindings, SECRET_KEY };
    await rewriteSecrets(renewed, Date.now());
    const after = await runInDurableObject(watch(), async (instance: Watch, { storage }) => {
      Object.assign(instance, { env: renewed });
      await instance.reload();
      return await storage.getAlarm();
    });
    expect(await storedPlan()).not.toBe(sealed);
    expect(after).toBe(before);
  });
});

async function storedPlan(): Promise<string> {
  return await runInDurableObject(watch(), (_watch: Watch, { storage }) => {
    return storage.sql.exec<{ config: string }>("SELECT plan ->> '$.config' AS config FROM monitors").one()
      .config;
  });
}
