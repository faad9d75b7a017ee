import { SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openDb, type Statement, save } from "../../src/data/db.ts";
import { insertIf, insertRows, keysBut, updateRows } from "../../src/data/rows.ts";
import { monitorHistory, monitors } from "../../src/data/tables_monitor.ts";
import { bindings } from "../api/client.ts";

const db = openDb(bindings.DB);

const ROW: Omit<typeof monitors.$inferSelect, "id"> = {
  key: "one",
  name: 'It\'s "one"\nof two',
  publicName: null,
  publicDescription: "",
  type: "https",
  paused: true,
  intervalSecs: 60,
  timeoutMs: 5000,
  retries: 1,
  failureThreshold: 1,
  recoveryThreshold: 1,
  config: { url: "https://example.com", list: [1, "2", null, true], text: "null" },
  tags: [{ label: "a", color: "#fff" }],
  autoIncidentMinutes: null,
  autoIncidentMode: "draft",
  autoIncidentTemplateId: null,
  locations: [],
  confirmFrom: null,
  everyPlaceEvery: null,
  agent: null,
  heartbeatHash: null,
  heartbeatToken: null,
  createdAt: 1,
  updatedAt: 9_007_199_254_740_991,
};

function textOf(statement: Statement | undefined): string {
  return statement instanceof SQL ? new SQLiteAsyncDialect().sqlToQuery(statement).sql : "";
}

async function read() {
  const rows = await db.select().from(monitors).orderBy(monitors.id);
  return rows.map(({ id: _, ...row }) => row);
}

let monitorId = 0;

beforeAll(async () => {
  await save(db, insertRows(monitors, [ROW, { ...ROW, key: "two", paused: false }]));
  const [one] = await db.select().from(monitors).orderBy(monitors.id);
  monitorId = one!.id;
});

describe("rows as one JSON parameter", () => {
  it("are stored as drizzle reads them", async () => {
    expect(await read()).toEqual([ROW, { ...ROW, key: "two", paused: false }]);
    const types = await bindings.DB.prepare(
      "SELECT typeof(paused) AS p, typeof(config) AS c, typeof(updated_at) AS u, typeof(public_name) AS n FROM monitors",
    ).first();
    expect(types).toEqual({ p: "integer", c: "text", u: "integer", n: "null" });
  });

  it("update the rows with their key, in the given columns only", async () => {
    const keys = keysBut(monitors, "id", "key", "paused");
    const changed = { ...ROW, config: {}, publicName: "One", publicDescription: null, paused: false };
    await save(db, updateRows(monitors, [changed], { by: "key", keys }));
    expect(await read()).toEqual([
      { ...changed, paused: true },
      { ...ROW, key: "two", paused: false },
    ]);
    await save(db, updateRows(monitors, [ROW], { by: "key", keys }));
  });

  it("update only the columns that a partial row has, false values included", async () => {
    const change = { id: monitorId, paused: false };
    const set = { updatedAt: sql`${5}` };
    const keys = ["paused", "tags", "retries"] as const;
    await save(db, updateRows(monitors, [change], { by: "id", keys, set, isPartial: true }));
    expect((await read())[0]).toEqual({ ...ROW, paused: false, updatedAt: 5 });
  });

  it("produce the same statement text for any rows", () => {
    const { name, ...rest } = ROW;
    const [text, other] = [[ROW], [{ ...rest, name, paused: false, publicName: "x" }, ROW]].map((rows) =>
      textOf(insertRows(monitors, rows)[0]),
    );
    expect(text).toContain("own.value ->> 'intervalSecs'");
    expect(other).toBe(text);
    expect(insertRows(monitors, [])).toEqual([]);
  });

  it("are inserted with the given columns, and leave existing rows unchanged", async () => {
    const keys = ["monitorId", "fromAt", "state", "message"] as const;
    const rows = [{ monitorId, fromAt: 1, state: "down" as const, message: "a" }];
    const insert = (message: string) =>
      insertRows(monitorHistory, rows, { keys, set: { message: sql`${message}` }, or: "IGNORE" });
    await save(db, [...insert("b"), ...insert("c")]);
    expect(await db.select().from(monitorHistory)).toEqual([{ ...rows[0], toAt: null, message: "b" }]);
    const upsertOn = ["monitorId", "fromAt"] as const;
    await save(db, insertRows(monitorHistory, rows, { keys, upsertOn }));
    expect(await db.select().from(monitorHistory)).toEqual([{ ...rows[0], toAt: null }]);
    await save(db, [db.delete(monitorHistory)]);
  });

  it("are inserted only when the condition holds", async () => {
    const row = { monitorId, fromAt: 1, toAt: null, state: "up" as const, message: "" };
    const insert = (isThere: boolean) =>
      insertIf(monitorHistory, row, { or: "IGNORE", where: sql`${isThere}` });
    await save(db, [insert(false)]);
    expect(await db.select().from(monitorHistory)).toEqual([]);
    await save(db, [insert(true), insert(true)]);
    expect(await db.select().from(monitorHistory)).toEqual([row]);
    expect(textOf(insert(true))).toBe(
      textOf(
        insertIf(monitorHistory, Object.assign({ message: "" }, row), {
          or: "IGNORE",
          where: sql`${true}`,
        }),
      ),
    );
  });
});
