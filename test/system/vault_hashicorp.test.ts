import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HashicorpVault, readHashicorp, tryHashicorp } from "../../src/remote/hashicorp.ts";
import { type HashicorpSettings, hashicorpSettings } from "../../src/schema/vault.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";
import { ROLE, ROOT_TOKEN, startVault, type VaultPeer } from "./vault_peer.ts";

const NOW = 1_800_000_000_000;
const APPROLE = { method: "approle", ...ROLE } as const;
const TOKEN = { method: "token", token: ROOT_TOKEN } as const;

let peer: VaultPeer;
let versions = 0;

beforeEach(async () => {
  peer = await startVault();
  peer.stored.set("shop/db", { username: "ann", password: "p1", port: 5432, tags: ["a"] });
});

afterEach(async () => await peer.stop());

function vaultAt(given: Partial<HashicorpSettings> = {}): HashicorpVault {
  const settings = hashicorpSettings.parse({ address: peer.origin, auth: TOKEN, ...given });
  return { name: "Prod", version: String(++versions), settings };
}

const read = (vault: HashicorpVault, { path = "shop/db", after = 0, limitMs = 5000 } = {}) =>
  readHashicorp(vault, path, { now: NOW + after, limitMs });
const faultOf = async (reading: Promise<unknown>) => {
  const outcome = await reading.then(
    (value) => `answered ${JSON.stringify(value)}`,
    (error: Error & { code: string }) => `${error.code}: ${error.message}`,
  );
  for (const secret of [ROOT_TOKEN, ROLE.secretId, "p1"]) expect(outcome).not.toContain(secret);
  return outcome;
};

describe("reading from a HashiCorp vault", () => {
  it("returns text and number fields with a token, and caches them for half a minute", async () => {
    const vault = vaultAt();
    expect(await read(vault)).toEqual({ username: "ann", password: "p1", port: "5432" });
    expect(peer.requests[0]).toMatchObject({
      method: "GET",
      url: "/v1/secret/data/shop/db",
      headers: { "x-vault-token": ROOT_TOKEN },
    });
    expect(peer.requests[0]?.headers["x-vault-namespace"]).toBeUndefined();
    peer.stored.set("shop/db", { password: "p2" });
    expect((await read(vault, { after: 29_999 }))["password"]).toBe("p1");
    expect(peer.requests).toHaveLength(1);
    expect((await read(vault, { after: 30_000 }))["password"]).toBe("p2");
  });

  it("drops cached values once the settings change", async () => {
    await read(vaultAt());
    await read(vaultAt());
    expect(peer.requests).toHaveLength(2);
  });

  it("uses the mount and namespace of the settings, whatever the path contains", async () => {
    await peer.stop();
    peer = await startVault({ mount: "kv/team", namespace: "eu/shop" });
    peer.stored.set("a b/c?d", { value: "x" });
    const vault = vaultAt({ mount: "kv/team", namespace: "eu/shop" });
    expect(await read(vault, { path: "a b/c?d" })).toEqual({ value: "x" });
    expect(peer.requests[0]).toMatchObject({
      url: "/v1/kv/team/data/a%20b/c%3Fd",
      headers: { "x-vault-namespace": "eu/shop" },
    });
  });

  it("logs in once per lease with an AppRole", async () => {
    peer.leaseSecs = 60;
    const vault = vaultAt({ auth: APPROLE });
    await read(vault);
    await read(vault, { after: 40_000 });
    expect([peer.logins(), peer.reads().length]).toEqual([1, 2]);
    await read(vault, { after: 80_000 });
    expect([peer.logins(), peer.reads().length]).toEqual([2, 3]);
    expect(peer.reads().at(-1)?.headers["x-vault-token"]).toBe("hvs.login-2");
  });

  it("logs in again, once, when a kept AppRole login is rejected", async () => {
    const vault = vaultAt({ auth: APPROLE });
    await read(vault);
    peer.tokens.clear();
    expect((await read(vault, { after: 40_000 }))["password"]).toBe("p1");
    expect([peer.logins(), peer.reads().length]).toEqual([2, 3]);
    peer.instead = ({ url }) => (url.includes("/data/") ? { status: 403, body: { errors: ["no"] } } : null);
    expect(await faultOf(read(vault, { after: 80_000 }))).toBe(
      "unavailable: The vault Prod refused reading shop/db in secret (status 403: no).",
    );
    expect([peer.logins(), peer.reads().length]).toEqual([3, 5]);
  });

  it("doesn't log in for each read of a forbidden path, but again after five minutes", async () => {
    const vault = vaultAt({ auth: APPROLE });
    await read(vault);
    peer.instead = ({ url }) => (url.includes("/data/") ? { status: 403 } : null);
    for (const after of [40_000, 70_000, 339_000]) {
      expect(await faultOf(read(vault, { after }))).toContain(
        "refused reading shop/db in secret (status 403",
      );
    }
    expect([peer.logins(), peer.reads().length]).toEqual([2, 5]);
    peer.tokens.clear();
    peer.instead = null;
    expect((await read(vault, { after: 340_000 }))["password"]).toBe("p1");
    expect(peer.logins()).toBe(3);
  });

  it.each([
    [
      "an invalid token",
      { auth: { method: "token", token: "hvs.other" } as const },
      "The vault Prod refused reading shop/db in secret (status 403: permission denied).",
    ],
    ["a path without a secret", { mount: "other" }, "The vault Prod has nothing at shop/db in other."],
    [
      "a rejected AppRole, without its secret",
      { auth: { ...APPROLE, roleId: "unknown" } },
      "The vault Prod refused its AppRole (status 400: invalid secret id [redacted]).",
    ],
  ])("reports %s", async (_, settings, sentence) => {
    expect(await faultOf(read(vaultAt(settings)))).toBe(`unavailable: ${sentence}`);
  });

  it.each([
    [
      { status: 503, body: { errors: ["Vault is sealed"] } },
      "The vault Prod refused reading shop/db in secret (status 503: Vault is sealed).",
    ],
    [{ status: 500 }, "The vault Prod refused reading shop/db in secret (status 500)."],
    [
      { status: 200, body: { data: { password: "p1" } } },
      "The vault Prod didn't respond as KV version 2 for shop/db: check the mount secret.",
    ],
    [
      { status: 200, body: "x".repeat(2_000_000) },
      "The vault Prod didn't respond as KV version 2 for shop/db: check the mount secret.",
    ],
  ])("reports the response %j", async (answer, sentence) => {
    peer.instead = () => answer;
    expect(await faultOf(read(vaultAt()))).toBe(`unavailable: ${sentence}`);
  });

  it("sends the token to no other address", async () => {
    const thief = await startHttp((_, response) => response.end("{}"));
    peer.instead = () => ({ status: 307, headers: { Location: `${thief.origin}/v1/secret/data/shop/db` } });
    expect(await faultOf(read(vaultAt()))).toBe(
      "unavailable: The vault Prod redirects: enter the final address in its settings.",
    );
    expect(thief.requests).toEqual([]);
    await thief.stop();
  });

  it("has one time limit for login and response", async () => {
    peer.instead = ({ url }) => (url.includes("/data/") ? { status: 0 } : null);
    expect(await faultOf(read(vaultAt({ auth: APPROLE }), { limitMs: 200 }))).toBe(
      "unavailable: The vault Prod didn't respond within 0.2 s.",
    );
  });

  it("reports an unreachable vault", async () => {
    const { origin, stop } = await startVault();
    await stop();
    expect(await faultOf(read(vaultAt({ address: origin })))).toBe(
      "unavailable: The vault Prod didn't respond: The connection was refused.",
    );
  });
});

describe("testing a HashiCorp vault", () => {
  it("looks up the token, or logs in despite a kept login", async () => {
    await tryHashicorp(vaultAt(), { now: NOW });
    expect(peer.requests.map(({ url }) => url)).toEqual(["/v1/auth/token/lookup-self"]);
    const vault = vaultAt({ auth: APPROLE });
    await read(vault);
    await tryHashicorp(vault, { now: NOW });
    expect(peer.logins()).toBe(2);
    const other = vaultAt({ auth: { method: "token", token: "hvs.other" } });
    expect(await faultOf(tryHashicorp(other, { now: NOW }))).toBe(
      "unavailable: The vault Prod refused its token (status 403: permission denied).",
    );
  });
});

describe("a monitor with a password in a HashiCorp vault", () => {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-vault-"));
  let product: Product;
  let panel: PanelClient;
  let target: HttpPeer;
  let vault: VaultPeer;

  beforeAll(async () => {
    product = await startProduct({ stateDir });
    panel = await PanelClient.open(product.address);
    target = await startHttp((_, response) => response.end("ok"));
    vault = await startVault({ namespace: "eu" });
    vault.stored.set("shop/web", { username: "ann", password: "first" });
    vault.stored.set("shop/new", { username: "ann", password: "second" });
  });

  afterAll(async () => {
    await product.stop();
    await target.stop();
    rmSync(stateDir, { recursive: true, force: true });
  });

  interface Read {
    id: number;
    currentStatus: string;
    message: string;
    lastCheckedAt: number;
  }

  it("uses the password, and reports an unreachable vault without going down", async () => {
    const settings = { address: vault.origin, namespace: "eu", auth: APPROLE };
    const ROOT = "/api/v1/admin/vaults";
    const { id } = await panel.post<Read>(ROOT, { name: "Prod", kind: "hashicorp", settings });
    expect(await panel.post(`${ROOT}/${id}/test`)).toEqual({ ok: true });
    const secret = { name: "web", type: "userpass", path: "shop/web" };
    const made = await panel.post<{ id: number; fields: string[] }>(`${ROOT}/${id}/secrets`, secret);
    expect(made.fields).toEqual(["password", "username"]);

    const basic = { vault: { vault: "Prod", secret: "web" } };
    const config = { url: target.origin, auth: { type: "basic", basic } };
    const MONITORS = "/api/v1/admin/monitors";
    const monitor = await panel.post<Read>(MONITORS, { name: "Shop", type: "https", config });
    const readMonitor = () => panel.get<Read>(`${MONITORS}/${monitor.id}`);
    await until(async () => (await readMonitor()).currentStatus === "up");
    expect(target.requests.at(-1)?.headers.authorization).toBe(`Basic ${btoa("ann:first")}`);

    await panel.send("PUT", `${ROOT}/${id}/secrets/${made.id}`, { ...secret, path: "shop/new" });
    await panel.post(`${MONITORS}/${monitor.id}/check-now`);
    expect(target.requests.at(-1)?.headers.authorization).toBe(`Basic ${btoa("ann:second")}`);

    const before = await readMonitor();
    const sent = target.requests.length;
    await vault.stop();
    await panel.send("PUT", `${ROOT}/${id}/secrets/${made.id}`, { ...secret, path: "shop/other" });
    const now = panel.post(`${MONITORS}/${monitor.id}/check-now`);
    await expect(now).rejects.toThrow(/returned 503: .*The vault Prod didn't respond/);
    const after = await readMonitor();
    expect(after.message).toMatch(/^The vault Prod didn't respond: /);
    expect({ ...after, message: "" }).toEqual({ ...before, message: "" });
    expect(target.requests).toHaveLength(sent);
    expect(product.output()).not.toMatch(/first|second|secret-id-1|hvs\./);
  });
});
