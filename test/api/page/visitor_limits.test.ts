import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicChart } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { addUser, freshAddress, setUp, Visitor } from "../client.ts";
import { statementsDuring } from "../d1_reads.ts";
import { pageObjectUnderTest } from "../page_under_test.ts";
import { addBeating, place } from "./placed.ts";

const PUBLIC = "/api/v1/public";
const TOKEN_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
let admin: Visitor;
let shown: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shown = await addBeating(admin, "Shop");
  await place(admin, [shown]);
  for (let n = 0; n < 7; n++)
    await admin.post("/api/v1/admin/incidents", {
      title: `Incident ${n}`,
      status: "resolved",
      impact: "minor",
      startedAt: 1_700_000_000_000 + n,
      body: "Told.",
    });
});

/** The cache expires by the clock, so the clock is fixed. */
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  forgetPage();
  await pageObjectUnderTest().changed();
  await new Visitor().get("/");
});

afterEach(() => {
  vi.useRealTimers();
});

function madeUpCookie(): Visitor {
  const visitor = new Visitor();
  const bytes = crypto.getRandomValues(new Uint8Array(43));
  visitor.cookie = `uptide=${Array.from(bytes, (byte) => TOKEN_LETTERS[byte % 64]).join("")}`;
  return visitor;
}

describe("a forged session cookie", () => {
  it("causes no database statements", async () => {
    const paths = [
      "/",
      `${PUBLIC}/page`,
      `${PUBLIC}/incidents`,
      "/api/v1/auth/session",
      "/api/v1/admin/monitors",
    ];
    for (const path of paths) await madeUpCookie().get(path);
    const statements = await statementsDuring(async () => {
      for (const path of paths) {
        const { status } = await madeUpCookie().get(path);
        expect(status).toBe(path.startsWith(PUBLIC) || path === "/" ? 200 : 401);
      }
    });
    expect(statements).toBe(0);
  });

  it("causes no statements after the first lookup of an ended session", async () => {
    const { visitor } = await addUser("operator");
    const { cookie } = visitor;
    await visitor.post("/api/v1/auth/logout");
    const late = new Visitor();
    late.cookie = cookie;
    expect((await late.get("/api/v1/auth/session")).status).toBe(401);
    const statements = await statementsDuring(async () => {
      for (let n = 0; n < 5; n++) {
        expect((await late.get("/api/v1/auth/session")).status).toBe(401);
        expect((await late.get(`${PUBLIC}/page`)).status).toBe(200);
      }
    });
    expect(statements).toBe(0);
  });
});

describe("data outside the page's snapshot", () => {
  it("is read once for all ranges of a monitor's history, which are rounded to fixed steps", async () => {
    const history = (query: string) =>
      new Visitor().get<PublicChart>(`${PUBLIC}/monitor/${shown.id}/history?${query}`);
    const first = await statementsDuring(async () => {
      for (const hours of [24, 2160]) await history(`hours=${hours}&buckets=50`);
    });
    expect(first).toBeGreaterThan(0);
    const statements = await statementsDuring(async () => {
      for (const [hours, buckets, wanted] of [
        [5, 1, 20],
        [7, 21, 30],
        [23, 50, 50],
        [25, 200, 50],
        [2159, 31, 50],
      ])
        expect((await history(`hours=${hours}&buckets=${buckets}`)).body.buckets).toHaveLength(wanted!);
    });
    expect(statements).toBe(0);
    const { body } = await history("hours=5&buckets=20");
    const [one, two] = body.buckets.map(({ at }) => Date.parse(at));
    expect(two! - one!).toBe((6 * 3_600_000) / 20);
    for (const query of ["hours=0", "hours=2161", "buckets=0", "buckets=201"])
      expect((await history(query)).status).toBe(400);
  });

  it("is read once for all ranges of a monitor's uptime", async () => {
    const uptime = (days: number) =>
      new Visitor().get<{ days: unknown[] }>(`${PUBLIC}/monitor/${shown.id}/uptime?days=${days}`);
    await uptime(90);
    const statements = await statementsDuring(async () => {
      for (const days of [1, 7, 30, 89]) expect((await uptime(days)).body.days).toHaveLength(days);
    });
    expect(statements).toBe(0);
  });

  it("is not looked up for unknown ids", async () => {
    await new Visitor().get(`${PUBLIC}/incidents/99999`);
    const statements = await statementsDuring(async () => {
      for (let id = 100_000; id < 100_010; id++)
        for (const path of [
          `${PUBLIC}/incidents/${id}`,
          `/incidents/${id}`,
          `/maintenance/${id}`,
          `${PUBLIC}/monitor/${id}/history`,
          `${PUBLIC}/monitor/${id}/uptime`,
        ])
          expect((await new Visitor().get(path)).status).toBe(404);
    });
    expect(statements).toBe(0);
  });

  it("is read once for all pages of incidents", async () => {
    const list = async (page: number, limit: number) =>
      (
        await new Visitor().get<{ items: { title: string }[]; total: number }>(
          `${PUBLIC}/incidents?page=${page}&limit=${limit}`,
        )
      ).body;
    await list(1, 1);
    const statements = await statementsDuring(async () => {
      expect((await list(2, 3)).items.map(({ title }) => title)).toEqual([
        "Incident 3",
        "Incident 2",
        "Incident 1",
      ]);
      expect(await list(3, 3)).toMatchObject({ items: [{ title: "Incident 0" }], total: 7 });
      expect(await list(999_999_999, 100)).toMatchObject({ items: [], total: 7 });
    });
    expect(statements).toBe(0);
  });

  it("is limited to 60 requests per minute and client, by IPv6 prefix", async () => {
    const paths = [
      `${PUBLIC}/monitor/${shown.id}/history`,
      `${PUBLIC}/monitor/${shown.id}/uptime`,
      `${PUBLIC}/incidents`,
      `${PUBLIC}/incidents/1`,
      "/incidents/1",
      "/history",
    ];
    const visitor = new Visitor();
    const ask = (at: number) =>
      visitor.get(paths[at % paths.length]!, { ip: `2001:db8:77:${(at % 500).toString(16)}::1` });
    let refused = null;
    // A new minute may start meanwhile and reset the count.
    for (let at = 0; at < 125 && !refused; at++) {
      const reply = await ask(at);
      if (reply.status === 429) refused = reply;
      else expect(at).toBeLessThan(124);
    }
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await visitor.get("/", { ip: "2001:db8:77::1" })).status).toBe(200);
    expect((await visitor.get(paths[0]!, { ip: freshAddress() })).status).toBe(200);
  });
});
