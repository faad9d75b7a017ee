import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeWatchParts } from "../../../durable/watch/parts.ts";
import type { Watch } from "../../../durable/watch/watch.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Env } from "../../../src/env.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, ORIGIN, setUp, type Visitor } from "../../api/client.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

afterEach(async () => {
  await allow();
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

async function inWatch<T>(work: (instance: Watch, state: DurableObjectState) => T | Promise<T>) {
  return await runInDurableObject(bindings.WATCH.getByName(firstWatch()), work);
}

/** The watch's storage refuses monitors, so the watch never learns of one. */
async function refuse(): Promise<void> {
  await inWatch((_watch, { storage }) => {
    storage.sql.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON monitors BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
  });
}

async function allow(): Promise<void> {
  await inWatch((_watch, { storage }) => void storage.sql.exec("DROP TRIGGER IF EXISTS refuse"));
}

async function add(name: string): Promise<Monitor> {
  const wanted = { name, type: "webhook", config: {}, intervalSecs: 86_400 };
  const made = await admin.post<Monitor>(ROOT, wanted);
  expect(made.status).toBe(201);
  return made.body;
}

const read = async ({ id }: Monitor) => (await admin.get<Monitor>(`${ROOT}/${id}`)).body;
const watched = async () => await inWatch(async (watch) => (await watch.states()).map(({ id }) => id));

async function beat({ heartbeatUrl = "" }: Monitor) {
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}${new URL(heartbeatUrl).pathname}`, {
      method: "POST",
      headers: { "CF-Connecting-IP": "198.51.100.7" },
    }),
  );
  await response.text();
  return { status: response.status, retryAfter: response.headers.get("Retry-After") };
}

describe("a heartbeat for a monitor its watch doesn't know yet", () => {
  it("makes the watch load its plan first", async () => {
    await refuse();
    const made = await add("Late");
    await allow();
    expect(await watched()).toEqual([]);
    expect(await beat(made)).toEqual({ status: 200, retryAfter: null });
    expect(await read(made)).toMatchObject({ currentStatus: "up" });
  });

  it("returns 503 with Retry-After when the plan can't be loaded", async () => {
    await refuse();
    const made = await add("Later");
    expect(await beat(made)).toEqual({ status: 503, retryAfter: "5" });
    await allow();
    expect((await beat(made)).status).toBe(200);
    expect(await read(made)).toMatchObject({ currentStatus: "up" });
  });

  it("returns 200 and is ignored while the monitor is paused", async () => {
    const made = await add("Paused");
    await admin.post(`${ROOT}/${made.id}/pause`);
    expect((await beat(made)).status).toBe(200);
    expect(await read(made)).toMatchObject({ currentStatus: "pending", lastCheckedAt: null });
  });
});

describe("a watch notified of a change while it loads its plan", () => {
  it("loads it once more", async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let hasRead = () => {};
    const isRead = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const slow = new Proxy(bindings.DB, {
      get(db, name) {
        const value: unknown = Reflect.get(db, name);
        if (typeof value !== "function") return value;
        if (name !== "batch") return value.bind(db) as unknown;
        return async (...statements: unknown[]) => {
          const rows: unknown = await value.apply(db, statements);
          hasRead();
          await held;
          return rows;
        };
      },
    });
    const env: Env = { ...bindings, DB: slow };
    await add("Before");
    await inWatch(async (instance, { storage }) => {
      Object.assign(instance, { env });
      const first = instance.reload();
      await isRead;
      Object.assign(instance, { env: bindings });
      await bindings.DB.exec("UPDATE monitors SET name = 'After'");
      const second = instance.reload();
      letGo();
      await Promise.all([first, second]);
      const { name } = storage.sql.exec("SELECT plan ->> '$.name' AS name FROM monitors").one();
      expect(name).toBe("After");
    });
  });
});

describe("a monitor paused while its result waits for those of other monitors", () => {
  it("stays without a status, and its uptime ends", async () => {
    const { id } = await add("Paused");
    await inWatch(async (_watch, { storage }) => {
      const parts = makeWatchParts({
        env: () => bindings,
        storage,
        number: watchOf(id),
        prober: () => exports.Prober,
        onTick: () => {},
        recall: () => {},
        reload: async () => {},
      });
      const { plan, writer, book } = parts;
      const found = () => {
        const now = Date.now();
        const times = { startedAt: now, checkedAt: now };
        return { monitorId: id, result: { status: "up", responseMs: 1, message: "", ...times } } as const;
      };
      await plan.take();
      writer.add(found());
      await writer.flush();
      expect(book.find(id)?.state.open?.state).toBe("up");

      writer.add(found());
      await bindings.DB.exec("UPDATE monitors SET paused = 1");
      await plan.take();
      await writer.flush();

      expect(book.find(id)?.state).toMatchObject({ current: "pending", open: null });
    });
  });
});
