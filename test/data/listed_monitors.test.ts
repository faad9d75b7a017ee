import { afterEach, expect, it } from "vitest";
import { openDb } from "../../src/data/db.ts";
import { type ListedView, readLastStatuses, readListedMonitors } from "../../src/data/monitor_view.ts";
import { bindings } from "../api/client.ts";
import { statementsDuring } from "../api/d1_reads.ts";
import { addMonitors } from "./add_monitors.ts";

afterEach(async () => {
  await bindings.DB.prepare("DELETE FROM monitors").run();
});

async function readAll(): Promise<ListedView[]> {
  const views: ListedView[] = [];
  for await (const slice of readListedMonitors(openDb(bindings.DB), Date.now())) views.push(...slice);
  return views;
}

it.each([0, 1, 1999, 2000, 2001, 4100])(
  "readListedMonitors reads %i monitors once each, in order",
  async (count) => {
    const ids = Array.from({ length: count }, (_, i) => 3 * i + 1);
    await addMonitors(ids);
    const views = await readAll();
    expect(views.map(({ monitor }) => monitor.id)).toEqual(ids);
  },
);

it("readListedMonitors reads few slices after many monitors were deleted", async () => {
  await addMonitors([1, 1_000_000]);
  expect(await statementsDuring(readAll)).toBeLessThan(20);
});

it("readListedMonitors reads dependencies beyond the first slice", async () => {
  await addMonitors(Array.from({ length: 2001 }, (_, i) => i + 1));
  await bindings.DB.prepare(
    "INSERT INTO monitor_dependencies (monitor_id, depends_on_id) VALUES (2001, 7)",
  ).run();
  const views = await readAll();
  expect(views.at(-1)).toMatchObject({ monitor: { id: 2001 }, dependsOnIds: [7] });
});

it("readLastStatuses reads the statuses of the given monitors", async () => {
  await addMonitors([1, 2, 3]);
  await bindings.DB.prepare(`
    INSERT INTO monitor_status (monitor_id, current, confirmed, message, max_gap_ms)
    VALUES (1, 'up', 'up', '', 0), (3, 'down', 'up', 'HTTP 500', 0)`).run();
  const statuses = await readLastStatuses(openDb(bindings.DB), [2, 3]);
  expect([...statuses.keys()]).toEqual([3]);
  expect(statuses.get(3)).toMatchObject({ current: "down", confirmed: "up", message: "HTTP 500" });
});
