import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addToken, bindings, handle, ORIGIN, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;
const open: ReadableStreamDefaultReader<Uint8Array>[] = [];

beforeAll(async () => {
  admin = await setUp();
});

afterEach(async () => {
  for (const reader of open.splice(0)) await reader.cancel().catch(() => {});
});

async function follow(by: Visitor) {
  const headers = new Headers(by.token ? { Authorization: `Bearer ${by.token}` } : { Cookie: by.cookie });
  const response = await handle(new Request(`${ORIGIN}${ROOT}/events`, { headers }));
  const reader = response.body!.getReader();
  open.push(reader);
  let text = "";
  const read = async (wanted: string | null): Promise<string> => {
    while (wanted === null || !text.includes(wanted)) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += new TextDecoder().decode(value);
    }
    return text;
  };
  return { response, read };
}

describe("the monitor event stream", () => {
  it("starts with retry interval and version, and sends changes and checks", async () => {
    const { response, read } = await follow(admin);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    expect(await read("event: hello")).toMatch(
      /^retry: 2000\n\nid: 0\nevent: hello\ndata: \{"version":"[0-9a-f]{8}"\}\n\n/,
    );

    const made = await admin.post<Monitor>(ROOT, { name: "beat", type: "webhook", config: {} });
    await read(`event: monitor.created\ndata: {"id":${made.body.id}}`);
    await admin.patch(`${ROOT}/${made.body.id}`, { name: "other" });
    await read(`event: monitor.updated\ndata: {"id":${made.body.id}}`);
    await admin.get(`${new URL(made.body.heartbeatUrl ?? "").pathname}?status=down&message=late`);
    const text = await read("event: check");
    expect(text).toContain(`{"monitorId":${made.body.id},"status":"down","confirmedStatus":"down"`);
    await admin.delete(`${ROOT}/${made.body.id}`);
    await read(`event: monitor.deleted\ndata: {"id":${made.body.id}}`);
  });

  it("sends an event with the panel's lists that changed, and only for those", async () => {
    const { read } = await follow(admin);
    await read("event: hello");
    await admin.post("/api/v1/admin/incidents", {
      title: "Slow",
      status: "investigating",
      impact: "minor",
      notifySubscribers: false,
    });
    const text = await read("event: lists");
    expect(text).toContain('data: {"changed":["audit","incidents"]}');
    expect(text.match(/event: lists/g)).toHaveLength(1);
  });

  it("ends when the token is revoked", async () => {
    const token = await addToken(admin, ["monitors:read"], "to be revoked");
    const { read } = await follow(token);
    await read("event: hello");
    const list = await admin.get<{ id: number; name: string }[]>("/api/v1/admin/api-tokens");
    await admin.delete(
      `/api/v1/admin/api-tokens/${list.body.find(({ name }) => name === "to be revoked")?.id}`,
    );
    expect(await read(null)).toContain("event: hello");
    expect(await bindings.LIVE.getByName("page").streamCount()).toBe(0);
  });

  it("ends when the session is signed out", async () => {
    const other = await setUp();
    const { read } = await follow(other);
    await read("event: hello");
    await other.post("/api/v1/auth/logout");
    expect(await read(null)).toContain("event: hello");
  });
});
