import { beforeAll, describe, expect, it, vi } from "vitest";
import { secretBoxOf } from "../../../src/env.ts";
import { MASK } from "../../../src/lib/mask.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/monitors";
const TOKEN = "a-secret-of-the-shop";
const basic = (token: string, url = "https://shop.example/") => ({
  url,
  certExpiry: { enabled: false },
  auth: { type: "bearer", bearer: { token } },
});
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

async function add(body: object = {}): Promise<Monitor> {
  const made = await admin.post<Monitor>(ROOT, {
    name: "Shop",
    type: "https",
    config: basic(TOKEN),
    ...body,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

const clone = async ({ id }: Monitor, body: object = {}, by = admin) =>
  await by.post<Monitor & { error: string }>(`${ROOT}/${id}/clone`, body);

/** The monitor's key is part of the name that its secret is encrypted with. */
async function secretOf({ id, key }: Monitor): Promise<string | null> {
  const row = await bindings.DB.prepare("SELECT config FROM monitors WHERE id = ?")
    .bind(id)
    .first<{ config: string }>();
  const sealed = JSON.parse(row?.config ?? "{}").auth.bearer.token as string;
  return await (await secretBoxOf(bindings)).open(sealed, `monitor/${key}/auth/bearer/token`);
}

describe("a clone of a monitor", () => {
  it("copies the settings with a new name and key, and re-encrypts the secrets", async () => {
    const shop = await add({
      intervalSecs: 300,
      failureThreshold: 4,
      publicName: "Buying",
      publicDescription: "Baskets and orders.",
      tags: [{ label: "eu", color: "#22c55e" }],
    });
    const { status, body } = await clone(shop);
    expect(status).toBe(201);
    const own = ["id", "key", "name"];
    const times = ["createdAt", "updatedAt"];
    const live = [
      "currentStatus",
      "confirmedStatus",
      "statusSince",
      "lastCheckedAt",
      "responseMs",
      "message",
    ];
    for (const [name, value] of Object.entries(shop)) {
      if (own.includes(name)) expect([name, body[name as keyof Monitor]]).not.toEqual([name, value]);
      else if (![...live, ...times].includes(name))
        expect([name, body[name as keyof Monitor]]).toEqual([name, value]);
    }
    expect([body.name, body.key]).toEqual(["Copy of Shop", "copy-of-shop"]);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
    expect([await secretOf(shop), await secretOf(body)]).toEqual([TOKEN, TOKEN]);
    await admin.delete(`${ROOT}/${shop.id}`);
    expect(await secretOf(body)).toBe(TOKEN);
  });

  it("keeps a masked secret only for the same URL", async () => {
    const shop = await add({ key: "masked" });
    const same = await clone(shop, { name: "Same", config: { ...basic(MASK), keyword: "open" } });
    expect([same.status, await secretOf(same.body)]).toEqual([201, TOKEN]);
    const elsewhere = await clone(shop, { config: basic(MASK, "https://elsewhere.example/") });
    expect([elsewhere.status, elsewhere.body.error]).toEqual([
      400,
      expect.stringMatching(/enter the secret again/),
    ]);
    const typed = await clone(shop, { config: basic("another", "https://elsewhere.example/") });
    expect([typed.status, await secretOf(typed.body)]).toEqual([201, "another"]);
    const half = await clone(shop, { config: basic(`${MASK}x`) });
    expect(half.status).toBe(400);
    const other = await clone(shop, { type: "tcp" });
    expect([other.status, other.body.error]).toEqual([400, "A new type needs a new config."]);
    expect((await clone(shop, { key: "masked" })).status).toBe(409);
    expect((await clone({ ...shop, id: 999_999 })).status).toBe(404);
  });

  it("gets a new heartbeat URL, and isn't paused if the original is", async () => {
    const beat = await add({ name: "Beat", type: "webhook", config: { schedule: "@daily" } });
    await admin.post(`${ROOT}/${beat.id}/pause`);
    const { body } = await clone(beat);
    expect(body.paused).toBe(false);
    expect(body.config).toEqual(beat.config);
    expect(body.heartbeatUrl).toMatch(/[0-9a-f]{48}$/);
    expect([body.heartbeatUrl, body.pingUrl]).not.toContain(beat.heartbeatUrl);
    expect(body.pingUrl).not.toBe(beat.pingUrl);
  });

  it("copies dependencies, channels and actions, as far as the caller may link them", async () => {
    const base = await add({ name: "Base" });
    const shop = await add({ name: "Linked" });
    const hook = { name: "Hook", type: "webhook", config: { url: "https://hook.example/" } };
    const channel = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", hook);
    const action = await admin.post<{ id: number }>("/api/v1/admin/actions", {
      name: "Restart",
      config: { url: "https://act.example/", method: "POST" },
    });
    await admin.put(`${ROOT}/${shop.id}/dependencies`, { dependsOnIds: [base.id] });
    await admin.put(`/api/v1/admin/notifications/monitor/${shop.id}/channels`, {
      channelIds: [channel.body.id],
    });
    const link = { actionId: action.body.id, onStatus: "down", delayMinutes: 5, cooldownMinutes: 7 };
    await admin.put(`${ROOT}/${shop.id}/actions`, { actions: [link] });
    expect((await clone(shop)).body).toMatchObject({
      dependsOnIds: [base.id],
      channelIds: [channel.body.id],
      actions: [link],
    });
    const token = await addToken(admin, ["monitors:write"]);
    const { body } = await clone(shop, {}, token);
    const seen = (await admin.get<Monitor>(`${ROOT}/${body.id}`)).body;
    expect(seen).toMatchObject({ dependsOnIds: [base.id], channelIds: [], actions: [] });
  });

  it("cuts a long name between characters", async () => {
    const shop = await add({ name: `a${"😀".repeat(199)}` });
    expect((await clone(shop)).body.name).toBe(`Copy of a${"😀".repeat(190)}…`);
  });

  it("requires vault:use to copy a vault reference, like a new monitor", async () => {
    const vault = await admin.post<{ id: number }>("/api/v1/admin/vaults", { name: "Shop", kind: "local" });
    await admin.post(`/api/v1/admin/vaults/${vault.body.id}/secrets`, {
      name: "token",
      type: "value",
      values: { value: "from the vault" },
    });
    const bearer = { vault: { vault: "Shop", secret: "token" } };
    const shop = await add({ config: { ...basic(TOKEN), auth: { type: "bearer", bearer } } });
    expect((await clone(shop)).body.config).toMatchObject({ auth: { bearer } });
    const token = await addToken(admin, ["monitors:write"]);
    expect((await clone(shop, {}, token)).status).toBe(403);
  });
});
