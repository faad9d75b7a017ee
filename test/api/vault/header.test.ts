import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Vault, VaultSecret } from "../../../src/schema/vault.ts";
import { addToken, setUp, type Visitor } from "../client.ts";
import { apply, exportText, pathsOf } from "../config/client.ts";

const VAULTS = "/api/v1/admin/vaults";
const MONITORS = "/api/v1/admin/monitors";
const CHANNELS = "/api/v1/admin/notifications/channels";
const VALUE = "swordfish-header";
const MASK = "••••••••";
const reference = { vault: "Headers", secret: "key" };
let admin: Visitor;
let vault: Vault;
let sent: Headers[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(new Request(input, init).headers);
    return new Response("ok");
  });
  vault = (await admin.post<Vault>(VAULTS, { name: "Headers", kind: "local" })).body;
  await admin.post(`${VAULTS}/${vault.id}/secrets`, { name: "key", type: "value", values: { value: VALUE } });
});

beforeEach(() => {
  sent = [];
});

const headers = { Accept: "text/html", "X-Api-Key": { vault: reference }, "X-Token": "typed-token" };
const siteConfig = (own: object = headers) => ({ url: "https://site.example/", headers: own });
const addMonitor = (config: object, by = admin) =>
  by.post<Monitor>(MONITORS, { name: "Site", type: "https", intervalSecs: 86_400, config });

describe("a header value from a vault", () => {
  it("is sent with a monitor's check, and returned as a reference", async () => {
    const made = await addMonitor(siteConfig());
    expect(made.status).toBe(201);
    const shown = { Accept: "text/html", "X-Api-Key": { vault: reference }, "X-Token": MASK };
    expect(made.body.config["headers"]).toEqual(shown);
    sent = [];
    await admin.post(`${MONITORS}/${made.body.id}/check-now`);
    expect(sent.map((one) => [one.get("X-Api-Key"), one.get("X-Token")])).toContainEqual([
      VALUE,
      "typed-token",
    ]);
    const kept = await admin.patch<Monitor>(`${MONITORS}/${made.body.id}`, { config: siteConfig(shown) });
    expect(kept.body.config["headers"]).toEqual(shown);
    const masked = await admin.patch(`${MONITORS}/${made.body.id}`, {
      config: siteConfig({ ...shown, "X-Api-Key": MASK }),
    });
    expect(masked.status).toBe(400);
    const tried = await admin.post(`${MONITORS}/test`, {
      type: "https",
      config: siteConfig({ "X-Key": { vault: reference } }),
    });
    expect(tried.status).toBe(200);
    expect(sent.at(-1)?.get("X-Key")).toBe(VALUE);
    expect(JSON.stringify(made.body) + JSON.stringify(tried.body)).not.toContain(VALUE);
  });

  it("is sent with a webhook", async () => {
    const config = { url: "https://hook.example/", headers: { Authorization: { vault: reference } } };
    const made = await admin.post<Channel>(CHANNELS, { name: "Hook", type: "webhook", config });
    expect(made.body.config["headers"]).toEqual({ Authorization: { vault: reference } });
    expect((await admin.post(`${CHANNELS}/${made.body.id}/test`)).status).toBe(200);
    expect(sent.at(-1)?.get("Authorization")).toBe(VALUE);
  });

  it.each([
    ["header without a credential's name", { "X-Auth": { vault: reference } }, "config.headers.X-Auth"],
    [
      "reference to an unknown secret",
      { Cookie: { vault: { ...reference, secret: "no" } } },
      "config.headers.Cookie.vault.secret",
    ],
    ["reference by ids", { Cookie: { vault: { vaultId: 1, secretId: 1 } } }, "config.headers.Cookie"],
    ["object of another kind", { Cookie: { text: "a" } }, "config.headers.Cookie"],
  ])("is rejected for a %s", async (_, own, path) => {
    const reply = await addMonitor(siteConfig(own));
    expect(reply.status).toBe(400);
    const { problems } = reply.body as unknown as { problems: { path: string }[] };
    expect(problems[0]?.path).toContain(path);
  });

  it("is exported and imported by name", async () => {
    const { key } = (await addMonitor(siteConfig())).body;
    const text = await exportText(admin, `?kind=Monitor&key=${key}`);
    expect(text).toMatch(/X-Api-Key:\n\s+vault:\n\s+vault: Headers\n\s+secret: key\n/);
    expect((await apply(admin, text)).body.summary).toEqual({ create: 0, update: 0, unchanged: 1 });
    const moved = await apply(
      admin,
      text.replace(/^key: .*$/m, "key: moved").replace(/^ +X-Token: .*\n/m, ""),
    );
    expect(moved.body.summary).toEqual({ create: 1, update: 0, unchanged: 0 });
    const wrong = await apply(admin, text.replace("secret: key", "secret: gone"));
    expect(pathsOf(wrong)).toEqual([`Monitor[${key}].config.headers.X-Api-Key.vault.secret`]);
    expect((await admin.get<string>("/schema/config.json")).status).toBe(200);
  });

  it("requires vault:use to be added or sent to another URL, but not to be removed", async () => {
    const token = await addToken(admin, ["monitors:write"]);
    expect((await addMonitor(siteConfig(), token)).status).toBe(403);
    const { id } = (await addMonitor(siteConfig({ "X-Api-Key": { vault: reference } }))).body;
    const path = `${MONITORS}/${id}`;
    const elsewhere = { ...siteConfig({ "X-Api-Key": { vault: reference } }), url: "https://other.example/" };
    expect((await token.patch(path, { config: elsewhere })).status).toBe(403);
    expect((await token.patch(path, { config: siteConfig({}) })).status).toBe(200);
  });

  it("is returned as a placeholder after its secret is deleted, and the check reports that", async () => {
    const secret = { name: "short", type: "value", values: { value: VALUE } };
    const made = await admin.post<VaultSecret>(`${VAULTS}/${vault.id}/secrets`, secret);
    const own = { "X-Api-Key": { vault: { vault: "Headers", secret: "short" } } };
    const { id } = (await addMonitor(siteConfig(own))).body;
    await admin.delete(`${VAULTS}/${vault.id}/secrets/${made.body.id}`);
    const shown = (await admin.get<Monitor>(`${MONITORS}/${id}`)).body.config["headers"];
    expect(shown).toEqual({
      "X-Api-Key": { vault: { vault: "Headers", secret: `(deleted secret ${made.body.id})` } },
    });
    const checked = await admin.post<{ error: string }>(`${MONITORS}/${id}/check-now`);
    expect([checked.status, checked.body.error]).toEqual([503, expect.stringContaining("was deleted")]);
  });
});
