import { beforeAll, describe, expect, it, vi } from "vitest";
import { addToken, bindings, setUp, type Visitor } from "../client.ts";
import { apply, exportText, yamlOf } from "./client.ts";

const ADMIN = "/api/v1/admin";
const MASKED = "https://••••••••@site.example/in?page=2&key=••••••••&X-Amz-Signature=••••••••#top";
const WHOLE = "https://ops:hush-1@site.example/in?page=2&key=hush-2&X-Amz-Signature=hush-3#top";
const BODY = '{"routing_key":"hush-4","what":"{{status}}"}';
const NEXT_BODY = BODY.replace("hush-4", "hush-8");

let admin: Visitor;
let reader: Visitor;

interface Configured {
  id: number;
  config: { url: string };
}

beforeAll(async () => {
  admin = await setUp();
  reader = await addToken(admin, ["monitors:read", "channels:read", "actions:read"]);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

const NOUNS = {
  monitors: { path: `${ADMIN}/monitors`, body: { type: "https" } },
  channels: { path: `${ADMIN}/notifications/channels`, body: { type: "webhook" } },
  actions: { path: `${ADMIN}/actions`, body: {} },
};

async function storedUrl(table: keyof typeof NOUNS, id: number): Promise<string> {
  const row = await bindings.DB.prepare(`SELECT config ->> '$.url' AS url FROM ${table} WHERE id = ?`)
    .bind(id)
    .first<{ url: string }>();
  return row!.url;
}

describe.each(["monitors", "channels", "actions"] as const)("credentials in the URL of %s", (noun) => {
  const { path, body } = NOUNS[noun];

  async function add(): Promise<Configured> {
    const extra = noun === "monitors" ? {} : { body: BODY };
    return (await admin.post<Configured>(path, { ...body, name: "Keyed", config: { url: WHOLE, ...extra } }))
      .body;
  }

  it("are masked in every response", async () => {
    const { id, config } = await add();
    expect(config.url).toBe(MASKED);
    for (const from of [path, `${path}/${id}`]) {
      const { status, body } = await reader.get(from);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/hush-[123]/);
    }
  });

  it("are kept when the mask is sent back with the same URL", async () => {
    const { id, config } = await add();
    const kept = await admin.patch<Configured>(`${path}/${id}`, { config: { ...config, method: "PUT" } });
    expect(kept.status).toBe(200);
    expect(await storedUrl(noun, id)).toBe(WHOLE);
  });

  it("must be entered again for another URL", async () => {
    const { id, config } = await add();
    for (const url of [
      MASKED.replace("site.example", "other.example"),
      MASKED.replace("page=2", "page=3"),
      MASKED.replace("••••", ""),
    ]) {
      const refused = await admin.patch(`${path}/${id}`, { config: { ...config, url } });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain("enter it again with its credentials");
    }
    expect(await storedUrl(noun, id)).toBe(WHOLE);
    const typed = "https://other.example/?token=hush-5";
    await admin.patch(`${path}/${id}`, { config: { ...config, url: typed } });
    expect(await storedUrl(noun, id)).toBe(typed);
  });

  it("never appear in the audit log", async () => {
    const { id, config } = await add();
    const change = {
      url: "https://site.example/?sig=hush-6",
      ...(noun !== "monitors" && { body: NEXT_BODY }),
    };
    expect((await admin.patch(`${path}/${id}`, { config: { ...config, ...change } })).status).toBe(200);
    const { results } = await bindings.DB.prepare("SELECT details FROM audit").all();
    expect(JSON.stringify(results)).not.toContain("hush");
  });
});

describe("documents with credentials in URLs", () => {
  const documents = [
    { kind: "NotificationChannel", key: "keyed", name: "C", type: "webhook", config: { url: WHOLE } },
    { kind: "Monitor", key: "keyed", name: "M", type: "https", config: { url: WHOLE } },
  ];

  it("are exported unmasked to callers with write access, and masked to readers", async () => {
    await apply(admin, documents);
    expect(await exportText(admin, "?kind=Monitor&key=keyed")).toContain(WHOLE);
    for (const kind of ["Monitor", "NotificationChannel"]) {
      const text = await exportText(reader, `?kind=${kind}&key=keyed`);
      expect(text).toContain(MASKED);
      expect(text).not.toContain("hush");
    }
    const writer = await addToken(admin, ["monitors:write", "channels:read"]);
    expect(await exportText(writer, "?kind=Monitor&key=keyed")).toContain(WHOLE);
    expect(await exportText(writer, "?kind=NotificationChannel&key=keyed")).toContain(MASKED);
  });

  it("change nothing when imported with masks", async () => {
    await apply(admin, documents);
    const masked = documents.map((one) => ({ ...one, config: { url: MASKED } }));
    expect((await apply(admin, yamlOf(masked))).body.summary).toEqual({ create: 0, update: 0, unchanged: 2 });
    const elsewhere = { ...masked[1]!, key: "new" };
    const refused = await apply(admin, [elsewhere]);
    expect(refused.body.problems).toEqual([
      { path: "Monitor[new].config.url", message: expect.stringContaining("enter it again") },
    ]);
  });
});

describe("self-test URLs", () => {
  it("keep masked credentials, in any order", async () => {
    const urls = ["https://a.example/?key=hush-7", "https://b.example/"];
    await admin.put(`${ADMIN}/self-test`, { urls });
    const { body } = await admin.get<{ urls: string[] }>(`${ADMIN}/self-test`);
    expect(body.urls).toEqual(["https://a.example/?key=••••••••", "https://b.example/"]);
    await admin.put(`${ADMIN}/self-test`, { urls: body.urls.toReversed() });
    const row = await bindings.DB.prepare("SELECT value FROM settings WHERE name = 'self_test'").first(
      "value",
    );
    expect(JSON.parse(String(row)).urls).toEqual(urls.toReversed());
    const refused = await admin.put(`${ADMIN}/self-test`, { urls: ["https://evil.example/?key=••••••••"] });
    expect(refused.status).toBe(400);
  });
});

describe("heartbeat URLs", () => {
  it("are returned only to callers with write access to monitors", async () => {
    const made = await admin.post<{ id: number; heartbeatUrl: string; pingUrl: string }>(
      `${ADMIN}/monitors`,
      {
        name: "Backup",
        type: "webhook",
      },
    );
    expect(made.body.heartbeatUrl).toContain("/api/v1/hook/");
    const writer = await addToken(admin, ["monitors:write"]);
    const path = `${ADMIN}/monitors/${made.body.id}`;
    expect((await writer.get<typeof made.body>(path)).body.pingUrl).toBe(made.body.pingUrl);
    for (const from of [path, `${ADMIN}/monitors`]) {
      const text = JSON.stringify((await reader.get(from)).body);
      expect(text).toContain("Backup");
      expect(text).not.toMatch(/heartbeatUrl|pingUrl|\/hook\/|\/ping\//);
    }
  });
});
