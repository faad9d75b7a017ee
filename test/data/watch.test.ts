import { beforeAll, describe, expect, it } from "vitest";
import { openDb, save } from "../../src/data/db.ts";
import { writeHistory } from "../../src/data/watch.ts";
import type { HistoryWrite } from "../../src/domain/uptime/uptime.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { bindings, setUp } from "../api/client.ts";

const db = openDb(bindings.DB);
let monitorId = 0;

beforeAll(async () => {
  const admin = await setUp();
  const body = { name: "By hand", type: "manual" };
  monitorId = (await admin.post<Monitor>("/api/v1/admin/monitors", body)).body.id;
});

const open = (from: number): HistoryWrite => ({ kind: "open", state: "up", from, message: "" });
const close = (from: number, to: number): HistoryWrite => ({ kind: "close", from, to });

async function rowsAfter(...writes: HistoryWrite[]): Promise<unknown[]> {
  await bindings.DB.prepare("DELETE FROM monitor_history").run();
  for (const write of writes) await save(db, writeHistory(db, monitorId, write));
  const read = bindings.DB.prepare("SELECT from_at, to_at FROM monitor_history ORDER BY from_at");
  return (await read.all<{ from_at: number; to_at: number | null }>()).results.map((row) => [
    row.from_at,
    row.to_at,
  ]);
}

describe("history after the clock was set back", () => {
  it("splits the record in which a new one begins", async () => {
    const rows = await rowsAfter(open(1000), close(1000, 9000), open(4000));
    expect(rows).toEqual([
      [1000, 4000],
      [4000, null],
      [4001, 9000],
    ]);
  });

  it("replaces the records of the same time, and keeps the rest", async () => {
    const before = [
      open(1000),
      close(1000, 5000),
      open(5000),
      close(5000, 6000),
      open(6000),
      close(6000, 9000),
    ];
    expect(await rowsAfter(...before, open(2000), close(2000, 7000))).toEqual([
      [1000, 2000],
      [2000, 7000],
      [7001, 9000],
    ]);
  });
});
