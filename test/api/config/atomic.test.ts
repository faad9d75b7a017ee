import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "../../../src/data/db.ts";
import type { UserRow } from "../../../src/data/user.ts";
import { applyDocuments } from "../../../src/service/config/import.ts";
import { type Context, createContext } from "../../../src/service/context.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import { action, apply, channel, exportText, monitor, yamlOf } from "./client.ts";

const TABLES = [
  "monitors",
  "channels",
  "actions",
  "monitor_channels",
  "monitor_dependencies",
  "action_channels",
  "action_links",
  "action_runs",
  "stale_watches",
  "audit",
];
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(async () => {
  const tables = ["monitors", "channels", "actions", "action_runs"];
  await bindings.DB.batch(tables.map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)));
});

afterEach(async () => {
  await bindings.DB.prepare("DROP TRIGGER IF EXISTS injected").run();
});

async function dump(): Promise<unknown> {
  const rows = await bindings.DB.batch(TABLES.map((table) => bindings.DB.prepare(`SELECT * FROM ${table}`)));
  return rows.map(({ results }) => results);
}

const BEFORE = [
  channel("c1"),
  channel("c2"),
  monitor("m1", {
    notifications: ["c1"],
    dependsOn: ["m2"],
    actions: [
      { action: "a1", onStatus: "down" },
      { action: "a1", onStatus: "up" },
    ],
  }),
  monitor("m2"),
  action("a1", { failureNotifications: ["c1"] }),
];
const AFTER = [
  monitor("m0", { notifications: ["c9"], dependsOn: ["m1"], actions: [{ action: "a9", onStatus: "up" }] }),
  monitor("m1", {
    retries: 5,
    notifications: ["c9"],
    dependsOn: ["m9"],
    actions: [
      { action: "a1", onStatus: "up", delayMinutes: 3 },
      { action: "a9", onStatus: "down" },
    ],
  }),
  monitor("m2", { type: "webhook", config: {} }),
  action("a1", { enabled: false, failureNotifications: ["c9"] }),
  action("a9"),
  monitor("m9"),
  channel("c1", { enabled: false }),
  channel("c9"),
];

const STEPS = [
  "INSERT ON channels",
  "UPDATE ON channels",
  "INSERT ON monitors",
  "UPDATE OF retries ON monitors",
  "UPDATE OF heartbeat_hash ON monitors",
  "INSERT ON actions",
  "UPDATE ON actions",
  "DELETE ON monitor_channels",
  "INSERT ON monitor_channels",
  "DELETE ON monitor_dependencies",
  "INSERT ON monitor_dependencies",
  "DELETE ON action_channels",
  "INSERT ON action_channels",
  "DELETE ON action_links",
  "INSERT ON action_links",
  "UPDATE ON action_links",
  "UPDATE ON action_runs",
  "INSERT ON audit WHEN NEW.entity_type = 'monitor'",
  "INSERT ON audit WHEN NEW.action = 'Import'",
  "INSERT ON stale_watches",
];

describe("an import with a failing write", () => {
  it.each(STEPS)("changes nothing: %s", async (step) => {
    expect((await apply(admin, BEFORE)).status).toBe(200);
    await bindings.DB.prepare(
      `INSERT INTO action_runs (timer_id, action_id, action_name, monitor_id, monitor_name, trigger, status, due_at, created_at)
       SELECT 't', action_id, 'a', monitor_id, 'm', 'down', 'waiting', 9e15, 0 FROM action_links WHERE on_status = 'down'`,
    ).run();
    const before = await dump();
    const [head, when] = step.split(" WHEN ");
    await bindings.DB.prepare(
      `CREATE TRIGGER injected BEFORE ${head} ${when ? `WHEN ${when}` : ""} BEGIN SELECT RAISE(ABORT, 'injected'); END`,
    ).run();
    const failed = await apply(admin, AFTER);
    expect(failed.status).toBe(500);
    expect(await dump()).toEqual(before);
    await bindings.DB.prepare("DROP TRIGGER injected").run();
    expect((await apply(admin, AFTER)).body.summary).toEqual({ create: 4, update: 4, unchanged: 0 });
    expect((await apply(admin, AFTER)).body.summary).toEqual({ create: 0, update: 0, unchanged: 8 });
    expect(await bindings.DB.prepare("SELECT status FROM action_runs").first("status")).toBe("cancelled");
  });
});

describe("an import of 2000 documents that reference each other", () => {
  const many = (name: string) =>
    Array.from({ length: 1900 }, (_, i) => {
      const dependsOn = i % 2 === 0 ? (i + 2 < 1900 ? [`m${i + 1}`] : []) : i > 2 ? [`m${i - 2}`] : [];
      // These monitors are heartbeats, because two thousand checks would slow the test.
      const webhook = { type: "webhook", config: { graceSecs: i } };
      return monitor(`m${i}`, {
        ...webhook,
        name: `${name} ${i}`,
        notifications: [`c${i % 100}`],
        dependsOn,
      });
    }).concat(Array.from({ length: 100 }, (_, i) => channel(`c${i}`)));

  it("is all or nothing, and changes nothing when repeated", { timeout: 120_000 }, async () => {
    const before = await dump();
    await bindings.DB.prepare(
      "CREATE TRIGGER injected BEFORE INSERT ON audit WHEN NEW.action = 'Import' BEGIN SELECT RAISE(ABORT, 'injected'); END",
    ).run();
    expect((await apply(admin, many("A"))).status).toBe(500);
    expect(await dump()).toEqual(before);
    await bindings.DB.prepare("DROP TRIGGER injected").run();
    expect((await apply(admin, many("A"))).body.summary).toEqual({ create: 2000, update: 0, unchanged: 0 });
    expect((await apply(admin, many("A"))).body.summary).toEqual({ create: 0, update: 0, unchanged: 2000 });
    const text = await exportText(admin);
    expect((await apply(admin, text)).body.summary).toEqual({ create: 0, update: 0, unchanged: 2000 });
    expect(await exportText(admin)).toBe(text);

    const rows = () =>
      bindings.DB.prepare(
        "SELECT (SELECT max(id) FROM audit) AS audit, (SELECT count(*) FROM monitors WHERE name LIKE 'B %') AS changed",
      ).first();
    const { audit } = (await rows()) as { audit: number };
    const one = await apply(admin, text.replace("name: A 7\n", "name: B 7\n"));
    expect(one.body.summary).toEqual({ create: 0, update: 1, unchanged: 1999 });
    expect(await rows()).toEqual({ audit: audit + 2, changed: 1 });
  });
});

function contextWithRaces(races: string[]): Context {
  let isWriting = false;
  const own: Pick<D1Database, "prepare" | "batch"> = {
    prepare(text) {
      isWriting ||= text.includes("json('guard')");
      return bindings.DB.prepare(text);
    },
    async batch(statements) {
      const race = isWriting ? races.shift() : undefined;
      isWriting = false;
      if (race) await bindings.DB.prepare(race).run();
      return await bindings.DB.batch(statements);
    },
  };
  const context = createContext(bindings, {
    client: { ip: "", userAgent: "" },
    origin: "http://uptide.test",
    waitUntil: () => {},
    actor: {
      kind: "user",
      user: { id: 1, email: "a@example.com", role: "admin" } as UserRow,
      session: {} as never,
      mustSetUpTwoFactor: false,
    },
  });
  return { ...context, db: openDb(own as D1Database) };
}

describe("an import with a concurrent change", () => {
  const AUDIT = (entity: string) =>
    `INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details) VALUES (0, 0, '', 'Update', '${entity}', '', '{}')`;

  it("is planned again with the new state", async () => {
    await apply(admin, [channel("c"), monitor("m")]);
    const context = contextWithRaces([AUDIT("notification_channel")]);
    await bindings.DB.prepare(
      "CREATE TRIGGER injected AFTER INSERT ON audit WHEN NEW.entity_type = 'notification_channel' BEGIN DELETE FROM channels; END",
    ).run();
    const text = yamlOf([monitor("m", { notifications: ["c"] })]);
    await expect(applyDocuments(context, text)).rejects.toMatchObject({
      code: "invalid",
      detail: { problems: [{ path: "Monitor[m].notifications[0]" }] },
    });
    expect(await bindings.DB.prepare("SELECT count(*) AS n FROM monitor_channels").first("n")).toBe(0);
  });

  it("succeeds if the change doesn't affect it", async () => {
    const context = contextWithRaces([AUDIT("monitor"), AUDIT("vault")]);
    const answer = await applyDocuments(context, yamlOf([monitor("m")]));
    expect(answer.summary).toEqual({ create: 1, update: 0, unchanged: 0 });
  });

  it("waits its turn among a dozen others", async () => {
    const races = Array(11).fill(AUDIT("monitor")) as string[];
    const answer = await applyDocuments(contextWithRaces(races), yamlOf([monitor("m")]));
    expect([answer.summary.create, races]).toEqual([1, []]);
  });

  it("fails with a conflict if concurrent changes don't stop", async () => {
    const context = contextWithRaces(Array(25).fill(AUDIT("monitor")) as string[]);
    await expect(applyDocuments(context, yamlOf([monitor("m")]))).rejects.toMatchObject({ code: "conflict" });
    expect(await bindings.DB.prepare("SELECT count(*) AS n FROM monitors").first("n")).toBe(0);
  });

  it("isn't blocked by changes outside the configuration", async () => {
    const races = Array(9).fill(AUDIT("session")) as string[];
    await applyDocuments(contextWithRaces(races), yamlOf([monitor("m")]));
    expect(races).toHaveLength(8);
  });
});
