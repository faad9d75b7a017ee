import { exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { bindings, ORIGIN, setUp, type Visitor } from "../client.ts";
import { place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/monitors";
const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

afterEach(() => {
  vi.useRealTimers();
});

async function add(body: object = {}): Promise<Monitor> {
  const wanted = { name: "Beat", type: "webhook", config: {}, intervalSecs: 86_400, ...body };
  return (await admin.post<Monitor>(ROOT, wanted)).body;
}

const read = async (id: number) => (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
const pathOf = ({ heartbeatUrl = "" }: { heartbeatUrl?: string | undefined }) =>
  new URL(heartbeatUrl).pathname;

interface Beat {
  method?: string;
  query?: string;
  type?: string | null;
  body?: BodyInit;
}

/** curl sends no Origin header, and only the given content type. */
async function beat(monitor: Monitor, { method = "POST", query = "", type, body }: Beat = {}) {
  const headers = new Headers({ "CF-Connecting-IP": "198.51.100.7" });
  if (type) headers.set("Content-Type", type);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const url = `${ORIGIN}${pathOf(monitor)}${query}`;
  const response = await exports.default.fetch(new Request(url, { method, headers, body: bytes ?? null }));
  const text = await response.text();
  return {
    status: response.status,
    error: text ? (JSON.parse(text) as { error?: string }).error : undefined,
  };
}

describe("a heartbeat", () => {
  it("is received at its monitor's own URL, which can be replaced", async () => {
    const made = await add();
    expect(made.heartbeatUrl).toMatch(/^http:\/\/uptide\.test\/api\/v1\/hook\/[0-9a-f]{48}$/);
    expect((await beat(made, { method: "GET", query: "?ms=12&message=fine" })).status).toBe(200);
    expect(await read(made.id)).toMatchObject({ currentStatus: "up", responseMs: 12, message: "fine" });
    expect((await beat(made, { method: "HEAD", query: "?status=degraded" })).status).toBe(200);
    expect((await read(made.id)).currentStatus).toBe("degraded");
    const reset = await admin.post<{ heartbeatUrl: string }>(`${ROOT}/${made.id}/reset-token`);
    expect(reset.body.heartbeatUrl).not.toBe(made.heartbeatUrl);
    expect((await beat(made)).status).toBe(404);
    expect((await beat({ ...made, ...reset.body })).status).toBe(200);
  });

  it("still arrives at an old domain of this service, whose page and panel respond too", async () => {
    const { heartbeatUrl } = await add();
    const old = "http://status.before.example";
    for (const path of [pathOf({ heartbeatUrl }), "/api/v1/public/page", "/admin/login", "/"]) {
      const response = await exports.default.fetch(new Request(old + path));
      await response.body?.cancel();
      expect([path, response.status]).toEqual([path, 200]);
    }
  });

  it("with an unknown token gets 404", async () => {
    const made = await add();
    for (const token of ["0".repeat(48), "short"]) {
      const lost = { ...made, heartbeatUrl: `${ORIGIN}/api/v1/hook/${token}` };
      expect((await beat(lost)).status).toBe(404);
      expect((await beat(lost, { type: JSON_TYPE, body: "{" })).status).toBe(404);
    }
  });

  const form = new FormData();
  form.set("status", "down");
  form.set("message", "backup failed");
  form.set("ms", "7");
  const DOWN: Record<string, Beat> = {
    "the query": { query: "?status=down&message=backup failed&ms=7" },
    JSON: {
      type: JSON_TYPE,
      body: JSON.stringify({ status: "down", message: "backup failed", ms: 7, more: 1 }),
    },
    "JSON with a form's content type": {
      type: FORM,
      body: JSON.stringify({ status: "down", message: "backup failed", ms: 7 }),
    },
    "a form": { type: `${FORM}; charset=utf-8`, body: "status=down&message=backup+failed&ms=7&more=1" },
    "a multipart form": { body: form },
    "query and body": { query: "?status=down&ms=7", type: FORM, body: "message=backup%20failed" },
    "names in other case": { type: JSON_TYPE, body: '{"Status":"down","MESSAGE":"backup failed","ms":7}' },
  };
  it.each(Object.entries(DOWN))("can send its message in %s", async (_name, sent) => {
    const made = await add();
    expect(await beat(made, sent)).toEqual({ status: 200, error: undefined });
    expect(await read(made.id)).toMatchObject({
      currentStatus: "down",
      message: "backup failed",
      responseMs: 7,
    });
    await admin.delete(`${ROOT}/${made.id}`);
  });

  const LONG = "long ".repeat(200);
  const LONG_MESSAGES: Record<string, Beat> = {
    "the query": { method: "GET", query: `?status=down&message=${encodeURIComponent(LONG)}` },
    JSON: { type: JSON_TYPE, body: JSON.stringify({ status: "down", message: LONG }) },
    "a form": { type: FORM, body: `status=down&message=${LONG.replaceAll(" ", "+")}` },
    "query and body": {
      query: `?status=down&message=${encodeURIComponent(LONG)}`,
      type: JSON_TYPE,
      body: JSON.stringify({ message: LONG }),
    },
  };
  it.each(Object.entries(LONG_MESSAGES))(
    "is accepted with a message over 500 characters in %s, which is truncated",
    async (_name, sent) => {
      const made = await add();
      expect(await beat(made, sent)).toEqual({ status: 200, error: undefined });
      expect(await read(made.id)).toMatchObject({ currentStatus: "down", message: `${LONG.slice(0, 499)}…` });
      await admin.delete(`${ROOT}/${made.id}`);
    },
  );

  it("at a job URL is accepted with a message over 500 characters too", async () => {
    const made = await add();
    const [path, query] = [`${pathOf(made)}/fail`, `?message=${"ż".repeat(501)}`];
    const response = await exports.default.fetch(new Request(`${ORIGIN}${path}${query}`));
    expect(response.status).toBe(200);
    expect(await read(made.id)).toMatchObject({ currentStatus: "down", message: `${"ż".repeat(499)}…` });
  });

  const UP: Record<string, Beat> = {
    "no body": {},
    "an empty body": { type: "text/plain", body: "" },
    "empty JSON": { type: JSON_TYPE, body: "{}" },
    "output of a job": { type: FORM, body: "3 files & 100% done\n=ok\u0000" },
    "unknown fields": { query: "?ping=&x=1", type: JSON_TYPE, body: '{"result":3}' },
    "the longest duration": { query: "?ms=86400000" },
  };
  it.each(Object.entries(UP))("means up with %s", async (_name, sent) => {
    const made = await add();
    expect(await beat(made, sent)).toEqual({ status: 200, error: undefined });
    expect((await read(made.id)).currentStatus).toBe("up");
    await admin.delete(`${ROOT}/${made.id}`);
  });

  const REFUSED: Record<string, Beat & { with?: number; says?: string }> = {
    "an unknown status": { query: "?status=broken", says: "status: Use up, degraded or down." },
    "an empty status": { query: "?status=", says: "status: Use up, degraded or down." },
    "an unknown status in JSON": {
      type: JSON_TYPE,
      body: '{"status":"DOWN!"}',
      says: "status: Use up, degraded or down.",
    },
    "a status that isn't a string": {
      type: JSON_TYPE,
      body: '{"status":0}',
      says: "status: Use up, degraded or down.",
    },
    "an unknown status in a form": {
      type: FORM,
      body: "status=broken",
      says: "status: Use up, degraded or down.",
    },
    "a status without a field name": { type: FORM, body: "down", says: "status: Send it as status=down." },
    "a status without a field name in the query": { query: "?down", says: "status: Send it as status=down." },
    "two statuses": { query: "?status=down&status=up" },
    "another status in the body": { query: "?status=up", type: FORM, body: "status=down" },
    "a duration that isn't a number": { query: "?ms=fast", says: "ms: Use a whole number." },
    "a duration as a string": { type: JSON_TYPE, body: '{"ms":"12"}' },
    "a negative duration": { query: "?ms=-1", says: "ms: Use 0 to 86400000 milliseconds." },
    "a duration over a day": { query: "?ms=86400001", says: "ms: Use 0 to 86400000 milliseconds." },
    "a huge duration": { query: "?ms=9007199254740991", says: "ms: Use 0 to 86400000 milliseconds." },
    "a huge duration in JSON": { type: JSON_TYPE, body: '{"ms":1e308}' },
    "malformed JSON": { type: JSON_TYPE, body: '{"status":"down"', says: "The body is not valid JSON." },
    "malformed JSON with a form's content type": {
      type: FORM,
      body: '{"status":"down"',
      says: "The body is not valid JSON.",
    },
    "an array": { type: JSON_TYPE, body: "[]" },
    "invalid UTF-8": { type: JSON_TYPE, body: new Uint8Array([0x22, 0xff, 0x22]) },
    "an unsupported content type": { type: "text/plain", body: "status=down", with: 415 },
    "a body without a content type": { body: new Uint8Array([1]), with: 415 },
    "a body that is too large": { type: FORM, body: `status=down&x=${"x".repeat(1024 * 1024)}`, with: 413 },
  };
  it.each(Object.entries(REFUSED))("with %s is rejected and doesn't count", async (_name, sent) => {
    const { with: status = 400, says, ...rest } = sent;
    const made = await add();
    const reply = await beat(made, rest);
    expect(reply).toEqual({ status, error: says ?? expect.stringMatching(/\.$/) });
    expect(await read(made.id)).toMatchObject({ currentStatus: "pending", lastCheckedAt: null });
    await admin.delete(`${ROOT}/${made.id}`);
  });

  it("loses its URL when its monitor's type changes, and gets a new one when it changes back", async () => {
    const made = await add();
    const https = {
      type: "https",
      config: { url: "https://other.example/", certExpiry: { enabled: false } },
    };
    expect((await admin.patch<Monitor>(`${ROOT}/${made.id}`, https)).body).not.toHaveProperty("heartbeatUrl");
    expect(await beat(made)).toMatchObject({ status: 404 });
    expect((await admin.post(`${ROOT}/${made.id}/reset-token`)).status).toBe(409);
    const back = await admin.patch<Monitor>(`${ROOT}/${made.id}`, { type: "webhook", config: {} });
    expect(back.body.heartbeatUrl).toMatch(/[0-9a-f]{48}$/);
    expect(back.body.heartbeatUrl).not.toBe(made.heartbeatUrl);
    expect(await beat(made)).toMatchObject({ status: 404 });
    expect(await beat(back.body)).toMatchObject({ status: 200 });
  });

  it("loses its URL when an import changes the type, and keeps it when the type stays the same", async () => {
    const made = await add({ name: "Imported", key: "imported" });
    const apply = (type: string, config: string) =>
      admin.post(
        "/api/v1/admin/config/apply",
        `kind: Monitor\nkey: imported\nname: Imported\ntype: ${type}\nconfig: ${config}\n`,
        {
          headers: { "Content-Type": "application/yaml" },
        },
      );
    expect((await apply("webhook", "{ graceSecs: 5 }")).status).toBe(200);
    expect(await beat(made)).toMatchObject({ status: 200 });
    expect((await apply("ping", "{ host: other.example }")).status).toBe(200);
    expect(await beat(made)).toMatchObject({ status: 404 });
    expect(await read(made.id)).not.toHaveProperty("heartbeatUrl");
    expect((await apply("webhook", "{ graceSecs: 5 }")).status).toBe(200);
    expect(await beat(made)).toMatchObject({ status: 404 });
    expect((await read(made.id)).heartbeatUrl).toMatch(/[0-9a-f]{48}$/);
  });
});

describe("the uptime of a heartbeat monitor with a grace period", () => {
  it("is the same in the panel and on the page while a heartbeat is due", async () => {
    const made = await add({ intervalSecs: 60, config: { graceSecs: 7200 } });
    await place(admin, [made]);
    await beat(made);
    const watch = bindings.WATCH.getByName(`watch-${watchOf(made.id)}`);
    await eventually(async () => expect((await watch.health()).outbox).toBe(0));
    vi.useFakeTimers({ now: Date.now() + 1_800_000, toFake: ["Date"] });
    const query = "history?hours=24&buckets=24";
    const panel = await admin.get<{ uptime: number | null }>(`${ROOT}/${made.id}/${query}`);
    const page = await admin.get<{ uptime: number | null }>(`/api/v1/public/monitor/${made.id}/${query}`);
    expect([panel.status, page.status]).toEqual([200, 200]);
    expect(panel.body.uptime).toBe(1);
    expect(page.body.uptime).toBe(1);
  });
});

describe("a monitor's response times", () => {
  it("end at the given time, and start at most 90 days before", async () => {
    const made = await add({ intervalSecs: 60 });
    const now = Date.now();
    const read = (from: number, to: number) =>
      admin.get<{ buckets: { at: number }[]; problems?: { path: string }[] }>(
        `${ROOT}/${made.id}/history?buckets=10&from=${from}&to=${to}`,
      );
    const week = 7 * 86_400_000;
    const { status, body } = await read(now - 2 * week, now - week);
    expect([status, body.buckets.length, body.buckets[0]?.at]).toEqual([200, 10, now - 2 * week]);
    for (const [from, to] of [
      [now, now - week],
      [now - 14 * week, now],
    ] as const) {
      const refused = await read(from, to);
      expect([refused.status, refused.body.problems?.map(({ path }) => path)]).toEqual([400, ["from"]]);
    }
  });
});
