import { AssertionError } from "node:assert";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backup, RestoreState } from "../../src/schema/backup.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { isAlive, type Product, startProduct, until } from "./start/product.ts";

const ADMIN = "/api/v1/admin";
const BACKUPS = `${ADMIN}/backups`;
const PASSPHRASE = "open sesame";
const variables = { PUBLIC_URL: "http://status.test" };
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let hook: HttpPeer;
let source: Product;
let panel: PanelClient;
let token = "";
let beating: Monitor;
let file: Uint8Array<ArrayBuffer>;
let shown: Awaited<ReturnType<typeof look>>;
const begun: Product[] = [];
const folders: string[] = [];

async function begin(): Promise<Product> {
  const product = await startProduct({ variables });
  begun.push(product);
  folders.push(product.stateDir);
  return product;
}

beforeAll(async () => {
  hook = await startHttp((_request, response) => void response.end("ok"));
  source = await begin();
  panel = await PanelClient.open(source.address);
  await fill();
  shown = await look(source.address);
  const { name } = await panel.post<Backup>(BACKUPS, {
    passphrase: PASSPHRASE,
    currentPassword: PanelClient.admin.password,
  });
  file = new Uint8Array(await (await panel.read(`${BACKUPS}/${name}/download`)).arrayBuffer());
});

afterAll(async () => {
  for (const product of begun) await product.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await hook?.stop();
});

async function fill(): Promise<void> {
  const auth = { type: "bearer", bearer: { token: "of the monitor" } };
  const site = {
    name: "Site",
    type: "https",
    config: { url: `${hook.origin}/site`, auth },
    intervalSecs: 86_400,
  };
  const checked = await panel.post<Monitor>(`${ADMIN}/monitors`, site);
  await panel.post(`${ADMIN}/monitors/${checked.id}/check-now`);
  beating = await panel.post<Monitor>(`${ADMIN}/monitors`, {
    name: "Beat",
    type: "webhook",
    config: {},
    intervalSecs: 86_400,
  });
  const config = { url: `${hook.origin}/hook`, signingSecret: "a secret" };
  const channel = { name: "Hook", type: "webhook", config, monitorIds: [beating.id] };
  await panel.post(`${ADMIN}/notifications/channels`, channel);
  await beat(source, "up");
  await beat(source, "down");
  await until(() => hookCalls() === 1);
  await panel.post(`${ADMIN}/actions`, {
    name: "Restart",
    config: { url: `${hook.origin}/run`, headers: { Authorization: "Bearer of the action" } },
  });
  // The page leaves out the failing monitor, because its uptime falls during the test.
  const children = [{ id: "site", type: "monitor", monitorId: checked.id }];
  await panel.send("PUT", `${ADMIN}/layout`, { tree: { id: "root", type: "page", children } });
  await panel.post(`${ADMIN}/incidents`, {
    title: "Żółw is slow",
    body: "We **look** into it.",
    impact: "minor",
    status: "investigating",
    monitorIds: [checked.id],
  });
  await panel.send("PUT", `${ADMIN}/subscribers/settings`, { enabled: true });
  await panel.send("PATCH", `${ADMIN}/branding`, { siteName: "Shop status", primaryColor: "#123456" });
  const form = new FormData();
  form.set("file", new File([PNG], "logo.png", { type: "image/png" }));
  await upload(panel, `${ADMIN}/branding/logo`, form);
  token = (
    await panel.post<{ token: string }>(`${ADMIN}/api-tokens`, {
      name: "cli",
      permissions: ["monitors:read", "channels:read", "actions:read"],
    })
  ).token;
}

const hookCalls = () => hook.requests.filter(({ url }) => url === "/hook").length;

async function upload(client: PanelClient, path: string, form: FormData): Promise<Response> {
  const response = await client.sendForm(path, form);
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

async function beat({ address }: Product, status: string): Promise<void> {
  const { pathname } = new URL(beating.heartbeatUrl ?? "");
  const response = await fetch(`${address}${pathname}?status=${status}`);
  if (!response.ok) throw new Error(`a heartbeat was returned ${response.status}`);
}

async function look(address: string) {
  const client = await PanelClient.open(address);
  const read = async (path: string) => {
    const response = await client.read(path);
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    const [, takenAt = ""] = /(?:"takenAt":|data-taken=)"([^"]*)"/.exec(text) ?? [];
    return text
      .replaceAll(new RegExp(`datetime="${takenAt}"[^<]*`, "g"), "")
      .replace(/ data-taken="[^"]*"/, "")
      .replaceAll(/"(?:takenAt|updated_at)":"[^"]*"/g, "")
      .replaceAll(/<lastBuildDate>[^<]*/g, "");
  };
  const pageData = await read("/api/v1/public/page");
  const [logo = ""] = /\/uploads\/[0-9a-f]{32}\.png/.exec(pageData) ?? [];
  return {
    page: await read("/"),
    pageData,
    summary: await read("/api/v2/summary.json"),
    configuration: await read(`${ADMIN}/config/export`),
    feed: await read("/history.rss"),
    logo: Buffer.from(await (await client.read(logo || "/missing")).arrayBuffer()).toString("base64"),
  };
}

async function restore(product: Product, passphrase = PASSPHRASE): Promise<RestoreState> {
  const client = await signIn(product);
  const form = new FormData();
  form.set("passphrase", passphrase);
  form.set("currentPassword", PanelClient.admin.password);
  form.set("file", new File([file], "backup.uptide"));
  return (await (await upload(client, `${BACKUPS}/restore`, form)).json()) as RestoreState;
}

describe("a backup", () => {
  it("restores page, configuration and files identically on a fresh instance with another key", async () => {
    const fresh = await begin();
    await expect(restore(fresh, "open barley")).rejects.toThrow("The passphrase is wrong");
    expect(await restore(fresh)).toMatchObject({ state: "done", error: null });
    const after = await look(fresh.address);
    expect(after).toEqual(shown);
    expect(shown.page).toContain("Shop status");
    expect(shown.logo).toBe(PNG.toString("base64"));

    // Tokens stay the same, and every secret opens with this instance's own key.
    const listed = await fetch(`${fresh.address}${ADMIN}/monitors`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(((await listed.json()) as Monitor[]).map(({ name }) => name)).toEqual(["Beat", "Site"]);
    const client = await PanelClient.open(fresh.address);
    const [, site] = await client.get<Monitor[]>(`${ADMIN}/monitors`);
    hook.requests.length = 0;
    await client.post(`${ADMIN}/monitors/${site!.id}/check-now`);
    expect(hook.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer of the monitor"]);

    await source.stop();
    await beat(fresh, "down");
    await beat(fresh, "up");
    await until(() => hookCalls() === 1);
    const received = hook.requests.filter(({ url }) => url === "/hook");
    expect(received.map(({ body }) => JSON.parse(body).event ?? JSON.parse(body).event_type)).toEqual([
      "recovery",
    ]);
    expect(received[0]?.headers["webhook-signature"]).toBeTruthy();
  });

  it("leaves all old or all new data, wherever a restore is killed", async () => {
    const product = await begin();
    await restore(product);
    const expected = await configurationOf(product);
    for (const delayMs of [0, 40, 120, 250, 500, 900]) {
      const client = await signIn(product);
      await client.post(`${ADMIN}/monitors`, { name: `Old ${delayMs}`, type: "webhook", config: {} });
      const old = await configurationOf(product);
      const restoring = restore(product).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const { workerd } = product.pids();
      process.kill(workerd, "SIGKILL");
      await until(() => !isAlive(workerd));
      await restoring;
      await untilRestored(product, async () => {
        const now = await configurationOf(product);
        if (now !== old && now !== expected)
          throw new AssertionError({ message: "a part of it is old and a part is new" });
      });
      expect([old, expected]).toContain(await configurationOf(product));
      // A restore killed before it began starts once more.
      if ((await configurationOf(product)) === old) await restore(product);
      expect(await configurationOf(product)).toBe(expected);
    }
  });
});

let clients = 0;

/** Each restore ends the session, and an IP address may sign in only ten times. */
async function signIn({ address }: Product): Promise<PanelClient> {
  clients += 1;
  return await PanelClient.open(address, `10.0.${clients >> 8}.${clients & 255}`);
}

/** A token gives the same view before and after. */
async function configurationOf({ address }: Product): Promise<string> {
  const response = await fetch(`${address}${ADMIN}/config/export`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`the export was returned ${response.status}`);
  return await response.text();
}

async function untilRestored(product: Product, look: () => Promise<void>): Promise<void> {
  let client: PanelClient | null = null;
  await until(async () => {
    try {
      client ??= await signIn(product);
      await look();
      const { restore: state } = await client.get<{ restore: RestoreState | null }>(`${BACKUPS}/status`);
      return state?.state !== "running";
    } catch (error) {
      if (error instanceof AssertionError) throw error;
      client = null;
      return false;
    }
  }, 90_000);
}
