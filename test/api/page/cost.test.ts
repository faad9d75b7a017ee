import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { pageObjectUnderTest } from "../page_under_test.ts";

const MONITORS = 50;
const INCIDENTS = 10;
/** More requests would slow the runner, with the same result. */
const VIEWS = 100;
const NOW = Date.now();
let admin: Visitor;
let rowsRead = 0;
let stopCounting = () => {};

interface Sender {
  _sendOrThrow(...given: unknown[]): Promise<unknown>;
}

/** Every database response in this isolate passes through here, including those of Durable Objects. */
function countRows(): () => void {
  const { alwaysPrimarySession } = bindings.DB as unknown as { alwaysPrimarySession: object };
  const sender = Object.getPrototypeOf(alwaysPrimarySession) as Sender;
  const send = sender._sendOrThrow;
  sender._sendOrThrow = async function (...given) {
    const answer = await send.apply(this, given);
    for (const one of [answer].flat() as { meta?: { rows_read?: number } }[])
      rowsRead += one.meta?.rows_read ?? 0;
    return answer;
  };
  return () => {
    sender._sendOrThrow = send;
  };
}

async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const before = rowsRead;
  await work();
  return rowsRead - before;
}

afterAll(() => stopCounting());

beforeAll(async () => {
  admin = await setUp();
  stopCounting = countRows();
  const { meta } = await bindings.DB.prepare("SELECT count(*) FROM users").all();
  expect(rowsRead).toBeGreaterThan(0);
  expect(meta.rows_read).toBe(rowsRead);
  const ids: number[] = [];
  for (let n = 0; n < MONITORS; n++) {
    const body = { name: `Monitor ${n}`, type: "webhook", config: {}, intervalSecs: 3600 };
    const made = await admin.post<{ id: number; heartbeatUrl: string }>("/api/v1/admin/monitors", body);
    await admin.get(new URL(made.body.heartbeatUrl).pathname);
    ids.push(made.body.id);
  }
  const card = (id: number) => ({ id: `m${id}`, type: "monitor", monitorId: id });
  const groups = Array.from({ length: 6 }, (_, n) => ({
    id: `g${n}`,
    type: "group",
    label: `Group ${n}`,
    children: ids.filter((_id, at) => at % 6 === n).map(card),
  }));
  const tree = {
    id: "root",
    type: "page",
    children: [...groups, { id: "i", type: "incidents", limit: INCIDENTS }],
  };
  expect((await admin.put("/api/v1/admin/layout", { tree })).status).toBe(200);
  for (let n = 0; n < INCIDENTS; n++)
    await admin.post("/api/v1/admin/incidents", {
      title: `Incident ${n}`,
      status: n === 0 ? "investigating" : "resolved",
      impact: "minor",
      monitorIds: [ids[n]],
      startedAt: NOW - n * 3_600_000,
      body: "Told.",
    });
}, 60_000);

describe("a page with 50 monitors and 10 incidents", () => {
  it("reads at most 6 rows per monitor from the database, plus 25 per incident", async () => {
    await new Visitor().get("/api/v1/public/page");
    const rows = await rowsReadBy(async () => {
      forgetPage();
      await pageObjectUnderTest().changed();
      const { body } = await new Visitor().get<PublicPage>("/api/v1/public/page");
      expect(body.monitors.filter(({ status }) => status === "up")).toHaveLength(MONITORS);
      expect(body.incidents).toHaveLength(INCIDENTS);
    });
    console.info(`rows read to build the snapshot: ${rows}`);
    expect(rows).toBeGreaterThan(MONITORS);
    // An incident takes its row, links, updates, and one lookup per placed monitor.
    expect(rows).toBeLessThanOrEqual(6 * MONITORS + 25 * INCIDENTS);
  });

  it("reads no rows for a hundred views without a change", async () => {
    const visitor = new Visitor();
    await visitor.get("/");
    const rows = await rowsReadBy(async () => {
      for (let n = 0; n < VIEWS; n++) {
        const { status } = await visitor.get("/", { headers: { "Accept-Encoding": "gzip" } });
        if (status !== 200) throw new Error(`a view returned ${status}`);
      }
    });
    console.info(`rows read by ${VIEWS} views: ${rows}`);
    expect(rows).toBe(0);
  });

  it("reads no rows for clients that poll its data, feeds and status", async () => {
    await admin.put("/api/v1/admin/subscribers/settings", { enabled: true });
    const paths = [
      "page",
      "incidents.rss",
      "incidents.atom",
      "team-chat.rss",
      "summary.json",
      "components.json",
    ];
    const poll = async () => {
      for (const path of paths) expect((await new Visitor().get(`/api/v1/public/${path}`)).status).toBe(200);
    };
    await poll();
    const rows = await rowsReadBy(async () => {
      for (let n = 0; n < 5; n++) await poll();
    });
    expect(rows).toBe(0);
  });

  it("reads no rows for a scheduled copy until something changes", async () => {
    const page = pageObjectUnderTest();
    await page.viewNoOlderThan(0);
    const takenBefore = (await page.viewNoOlderThan(0)).snapshot.page.takenAt;
    const rows = await rowsReadBy(async () => {
      const { snapshot } = await page.viewNoOlderThan(-1);
      expect(snapshot.page.takenAt >= takenBefore).toBe(true);
      expect(snapshot.page.monitors.filter(({ status }) => status === "up")).toHaveLength(MONITORS);
    });
    expect(rows).toBe(0);
    await admin.patch("/api/v1/admin/branding", { siteName: "Changed since" });
    expect(JSON.stringify((await page.viewNoOlderThan(60_000)).snapshot.page.site)).toContain(
      "Changed since",
    );
  });
});
