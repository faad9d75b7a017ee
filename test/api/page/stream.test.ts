import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { eventually } from "../../eventually.ts";
import { bindings, handle, ORIGIN, setUp, Visitor } from "../client.ts";
import { pageObjectUnderTest } from "../page_under_test.ts";
import { addBeating, beat, place } from "./placed.ts";

const EVENTS = "/api/v1/public/events";
const ACCESS = "/api/v1/admin/status-page-access";
let admin: Visitor;
const open: ReadableStreamDefaultReader<Uint8Array>[] = [];

beforeAll(async () => {
  admin = await setUp();
});

afterEach(async () => {
  for (const reader of open.splice(0)) await reader.cancel().catch(() => {});
  await admin.put(ACCESS, { private: false });
});

async function follow(by: Visitor = new Visitor()) {
  const headers = new Headers(by.cookie ? { Cookie: by.cookie } : {});
  const response = await handle(new Request(ORIGIN + EVENTS, { headers }));
  if (response.status !== 200) throw new Error(`the stream returned ${response.status}`);
  const reader = response.body!.getReader();
  open.push(reader);
  let text = "";
  const read = async (wanted: string | null, times = 1): Promise<string> => {
    while (wanted === null || text.split(wanted).length <= times) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += new TextDecoder().decode(value);
    }
    return text;
  };
  return { response, read };
}

describe("the public event stream", () => {
  it("starts with the retry interval and the page's version", async () => {
    const { response, read } = await follow();
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    const text = await read("event: hello");
    const { version } = (await new Visitor().get<PublicPage>("/api/v1/public/page")).body;
    const hello = `event: hello\ndata: {"version":"${version}"}`;
    expect(text.replace(/id: \d+/, "id: 1")).toBe(`retry: 2000\n\nid: 1\n${hello}\n\n`);
  });

  it("responds to HEAD with headers, and keeps no stream open", async () => {
    const request = new Request(ORIGIN + EVENTS, { method: "HEAD" });
    for (let asked = 0; asked < 25; asked++) {
      const response = await handle(request.clone());
      expect([response.status, response.headers.get("Content-Type"), response.body]).toEqual([
        200,
        "text/event-stream",
        null,
      ]);
    }
  });

  it("sends status changes to all clients, only for monitors on the page", async () => {
    const [shown, hidden] = [await addBeating(admin, "shown"), await addBeating(admin, "hidden")];
    await place(admin, [shown]);
    const [one, two] = [await follow(), await follow()];
    await Promise.all([one.read("hello"), two.read("hello")]);
    await beat(admin, hidden, "down");
    await beat(admin, shown, "up");
    await beat(admin, shown, "down");
    for (const { read } of [one, two]) {
      const text = await read("monitor.status");
      const data = /event: monitor.status\ndata: (.*)\n/.exec(text)?.[1] ?? "{}";
      expect(JSON.parse(data)).toEqual({
        monitorId: shown.id,
        status: "down",
        responseMs: 25,
        checkedAt: expect.stringMatching(/Z$/),
      });
      expect(text.match(/event: monitor.status/g)).toHaveLength(1);
    }
  });

  it("sends maintenance of public monitors, also when it starts", async () => {
    const [shown, hidden] = [await addBeating(admin, "shown"), await addBeating(admin, "hidden")];
    await place(admin, [shown]);
    const { read } = await follow();
    await read("hello");
    const plan = async (monitorIds: number[]) => {
      const window = { name: "w", startsAt: Date.now() + 10_000, endsAt: Date.now() + 60_000, monitorIds };
      return (await admin.post<{ id: number }>("/api/v1/admin/maintenance", window)).body.id;
    };
    const internal = await plan([hidden.id]);
    const id = await plan([shown.id]);
    const message = `event: maintenance.updated\ndata: {"id":${id}}`;
    const text = await read(message);
    expect(text).not.toContain(`data: {"id":${internal}}`);
    await new Visitor().get("/api/v1/public/page");
    vi.useFakeTimers({ now: Date.now() + 20_000, toFake: ["Date"] });
    expect(await read(message, 2)).not.toContain(`data: {"id":${internal}}`);
    vi.useRealTimers();
  });

  it("is separate from the panel's stream, and removes disconnected clients", async () => {
    const before = await pageObjectUnderTest().streamCount();
    const { read } = await follow();
    await read("hello");
    expect(await bindings.LIVE.getByName("page").streamCount()).toBe(0);
    expect(await pageObjectUnderTest().streamCount()).toBe(before + 1);
    await open.pop()?.cancel();
    const page = pageObjectUnderTest();
    let renamed = 0;
    await eventually(async () => {
      await admin.post("/api/v1/admin/incidents", {
        title: `Told to nobody ${renamed++}`,
        status: "resolved",
        impact: "minor",
        monitorIds: [],
      });
      expect(await page.streamCount()).toBe(before);
    });
  });

  it("encodes a message once for all clients", async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow()));
    await Promise.all(streams.map(({ read }) => read("hello")));
    const encode = vi.spyOn(TextEncoder.prototype, "encode");
    const { body } = await admin.post<{ id: number }>("/api/v1/admin/incidents", {
      title: "Told once",
      status: "investigating",
      impact: "minor",
      monitorIds: [],
    });
    for (const { read } of streams) expect(await read("Told once")).toContain(`"id":${body.id},`);
    const isMessage = ([text = ""]: unknown[]) => /^id: [\s\S]*Told once/.test(String(text));
    expect(encode.mock.calls.filter(isMessage)).toHaveLength(1);
    vi.restoreAllMocks();
  });
});

describe("public event streams", () => {
  async function openFrom(ip: string): Promise<Response> {
    const headers = { "CF-Connecting-IP": ip };
    return await handle(new Request(ORIGIN + EVENTS, { headers }));
  }

  it("are limited to 20 per address, and a closed one frees its place immediately", async () => {
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, at) => openFrom(`2001:db8:99:${at.toString(16)}::1`)),
    );
    const taken = responses.filter(({ status }) => status === 200);
    for (const { body } of taken) open.push(body!.getReader());
    const refused = responses.filter(({ status }) => status === 429);
    expect([taken.length, refused.length]).toEqual([20, 4]);
    expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await refused[0]?.json()) as object).toMatchObject({ error: expect.stringContaining("20") });
    const elsewhere = await openFrom("203.0.113.200");
    expect(elsewhere.status).toBe(200);
    open.push(elsewhere.body!.getReader());

    for (const reader of open.splice(0, 5)) await reader.cancel();
    await eventually(async () => {
      const again = await openFrom("2001:db8:99::1");
      if (again.status === 200) open.push(again.body!.getReader());
      expect(again.status).toBe(200);
    });
  });
});

describe("the event stream of a private page", () => {
  it("requires a session, and ends when the page becomes private or the session ends", async () => {
    const guest = await follow();
    await guest.read("hello");
    await admin.put(ACCESS, { private: true });
    expect(await guest.read(null)).toContain("hello");
    await expect(follow()).rejects.toThrow("401");
    const other = await setUp();
    const { read } = await follow(other);
    await read("hello");
    await other.post("/api/v1/auth/logout");
    expect(await read(null)).toContain("hello");
  });
});
