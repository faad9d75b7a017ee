import { expect, it } from "vitest";
import { openDb, save } from "../../src/data/db.ts";
import { deleteOldEvents } from "../../src/data/monitor_event.ts";
import { bindings } from "../api/client.ts";
import { rowsReadDuring } from "../api/d1_reads.ts";
import { addMonitors } from "./add_monitors.ts";

it("deleteOldEvents reads only the events of as many monitors as it takes to reach its limit", async () => {
  await addMonitors(Array.from({ length: 100 }, (_, i) => i + 1));
  await bindings.DB.prepare(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
    INSERT INTO monitor_events (id, monitor_id, kind, at, offered, body)
    SELECT (1 + i % 100) || ':' || (1 + i / 100), 1 + i % 100, 'alert', i, 1, '{}' FROM n`).run();
  let changes = 0;
  const read = await rowsReadDuring(async () => {
    const [result] = await save(openDb(bindings.DB), [deleteOldEvents(20_000, 500)]);
    changes = result?.meta.changes ?? 0;
  });
  expect(changes).toBe(500);
  expect(read).toBeLessThan(6000);
});
