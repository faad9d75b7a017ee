import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Backup, RestoreState } from "../../../src/schema/backup.ts";
import type { Page } from "../../../src/schema/page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { ADMIN, bindings, handle, ORIGIN, setUp, signIn, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import { addSubscriber } from "../subscriber/audience.ts";
import { readDatabase } from "./database.ts";
import { fillTables } from "./filled.ts";

const ROOT = "/api/v1/admin/backups";
const PASSPHRASE = "open sesame";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  const monitor = await addBeating(admin, "Shop");
  await place(admin, [monitor]);
  const config = { url: "https://hook.example/", signingSecret: "a secret" };
  const channel = { name: "Hook", type: "webhook", config };
  const { body } = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", channel);
  await fillTables(monitor.id, body.id);
});

// Every restore ends the session.
beforeEach(async () => {
  admin = await again();
});

const again = () => signIn(ADMIN.email, ADMIN.password);

const make = async (body: object = {}) =>
  await admin.post<Backup>(ROOT, { ...body, currentPassword: ADMIN.password });

async function restore(body: object): Promise<void> {
  const reply = await admin.post<RestoreState>(`${ROOT}/restore`, {
    ...body,
    currentPassword: ADMIN.password,
  });
  expect([reply.status, reply.body]).toMatchObject([200, { state: "done", error: null }]);
}

async function count(sql: string): Promise<number> {
  return (await bindings.DB.prepare(`SELECT count(*) AS n FROM ${sql}`).first<{ n: number }>())?.n ?? 0;
}

describe("a backup", () => {
  it("is listed with its details, and can be downloaded", async () => {
    const made = await make();
    expect([made.status, made.body]).toMatchObject([
      201,
      { state: "done", encryptedWith: "secret_key", origin: "manual", error: null, progress: 1 },
    ]);
    const list = await admin.get<Backup[]>(ROOT);
    expect(list.body).toEqual([made.body]);
    const file = await admin.get<string>(`${ROOT}/${made.body.name}/download`);
    expect([file.status, file.headers.get("Content-Length")]).toEqual([200, String(made.body.size)]);
    expect(file.body.startsWith("UPTIDEB\u0001")).toBe(true);
    // More than three thousand entries with the same text show that compression comes before encryption.
    expect(made.body.size).toBeLessThan(400_000);
  });

  it("restores everything, with unfinished work ended and all sessions closed", async () => {
    const { body } = await make({ passphrase: PASSPHRASE });
    expect(body.encryptedWith).toBe("passphrase");
    const before = await readDatabase(bindings.DB);
    await admin.post("/api/v1/admin/monitors", { name: "Later", type: "webhook", config: {} });
    await admin.patch("/api/v1/admin/branding", { siteName: "Other" });
    await bindings.DB.prepare("DELETE FROM response_days").run();
    await restore({ name: body.name, passphrase: PASSPHRASE });
    const after = await readDatabase(bindings.DB);
    expect(after.schema).toEqual(before.schema);
    for (const [table, rows] of Object.entries(before.rows)) {
      // The version keeps counting after a restore, and what it cancels is counted.
      if (table === "versions" || table === "tallies") continue;
      if (!ENDED.includes(table)) expect([table, after.rows[table]]).toEqual([table, rows]);
      else expect([table, after.rows[table]?.length]).toEqual([table, rows.length]);
    }
    expect((await admin.get(ROOT)).status).toBe(401);
    admin = await again();
    expect(await count("deliveries WHERE status = 'pending'")).toBe(0);
    expect(await count("deliveries WHERE status = 'cancelled' AND reason = 'ended by a restore'")).toBe(1);
    expect(await count("action_runs WHERE status = 'cancelled'")).toBe(1);
    expect(await count("tallies WHERE status = 'cancelled' AND kind IN ('delivery', 'run')")).toBe(2);
    expect(await count("subscriber_deliveries WHERE status = 'pending'")).toBe(0);
    expect(await count("subscriber_notices WHERE status = 'pending'")).toBe(0);
    expect(await count("fanouts WHERE finished_at IS NULL")).toBe(0);
    expect(await count("pragma_foreign_key_list('monitor_status')")).toBe(1);
    expect((await bindings.DB.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
    expect(await count("sqlite_master WHERE name LIKE 'restore%'")).toBe(0);
  });

  it("restores a deleted status page with its addresses and subscribers", async () => {
    const pages = "/api/v1/admin/pages";
    const page = { key: "customers", name: "For customers", hostnames: ["status.customers.example"] };
    const { id } = (await admin.post<Page>(pages, page)).body;
    const [{ id: monitorId }] = (await admin.get<{ id: number }[]>("/api/v1/admin/monitors")).body as [
      { id: number },
    ];
    const tree = { id: "root", type: "page", children: [{ id: "m", type: "monitor", monitorId }] };
    expect((await admin.put(`${pages}/customers/layout`, { tree })).status).toBe(200);
    const follower = await addSubscriber();
    await bindings.DB.prepare("UPDATE subscribers SET page_id = ? WHERE id = ?").bind(id, follower.id).run();
    const { body } = await make();
    expect((await admin.delete(`${pages}/customers?confirm=For%20customers`)).status).toBe(204);
    const read = async (url: string) => {
      forgetPage();
      return await (await handle(new Request(url))).text();
    };
    const addresses = ["http://status.customers.example/", `${ORIGIN}/p/customers/`];
    for (const url of addresses) expect(await read(url)).not.toContain("For customers");
    await restore({ name: body.name });
    admin = await again();
    for (const url of addresses) expect(await read(url)).toMatch(/For customers.*Shop/s);
    const { items } = (await admin.get<{ items: { id: number }[] }>(`${pages}/customers/subscribers`)).body;
    expect(items.map((one) => one.id)).toEqual([follower.id]);
  });

  it("can be restored repeatedly", async () => {
    const { body } = await make();
    await restore({ name: body.name });
    admin = await again();
    await restore({ name: body.name });
    admin = await again();
    expect((await admin.get<unknown[]>("/api/v1/admin/monitors")).body).toHaveLength(1);
  });

  it("reuses no ids assigned after it", async () => {
    const { body } = await make();
    const later = { name: "Later", type: "webhook", config: {} };
    const first = await admin.post<{ id: number }>("/api/v1/admin/monitors", later);
    await restore({ name: body.name });
    admin = await again();
    const second = await admin.post<{ id: number }>("/api/v1/admin/monitors", later);
    expect(second.body.id).toBe(first.body.id + 1);
  });

  it("rejects changes from pages opened before its restore", async () => {
    const { body } = await make();
    await admin.patch("/api/v1/admin/branding", { siteName: "Changed since" });
    const open = await admin.get<{ version: number }>("/api/v1/admin/branding");
    await restore({ name: body.name });
    admin = await again();
    const change = { siteName: "Typed before", version: open.body.version };
    expect((await admin.patch("/api/v1/admin/branding", change)).status).toBe(409);
  });

  it("leaves audit entries with the author when restored and deleted", async () => {
    const { body } = await make();
    await restore({ name: body.name });
    admin = await again();
    expect((await admin.delete(`${ROOT}/${body.name}`)).status).toBe(204);
    expect((await admin.get(`${ROOT}/${body.name}/download`)).status).toBe(404);
    expect((await admin.delete(`${ROOT}/${body.name}`)).status).toBe(404);
    const audit = await admin.get<{ items: Record<string, unknown>[] }>(
      "/api/v1/admin/audit?entityType=backup&limit=3",
    );
    expect(audit.body.items).toMatchObject([
      { action: "Delete", entityName: body.name, userEmail: ADMIN.email },
      { action: "Update", entityName: body.name, userEmail: ADMIN.email, details: { fields: ["restored"] } },
      // Made before the backup, so the backup doesn't contain it.
      {},
    ]);
  });
});

const ENDED = ["deliveries", "action_runs", "subscriber_deliveries", "subscriber_notices", "fanouts"];
