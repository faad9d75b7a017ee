import { beforeAll, expect, it } from "vitest";
import type { ShortMonitor } from "../../../src/schema/listed_monitor.ts";
import { addMonitors } from "../../data/add_monitors.ts";
import { bindings, handle, ORIGIN, setUp, type Visitor } from "../client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

it.each([
  [0, 0],
  [1, 1],
  [1999, 1],
  [2000, 1],
  [2001, 2],
])("the short list of %i monitors is a JSON array with %i lines of objects", async (count, lines) => {
  await bindings.DB.prepare("DELETE FROM monitors").run();
  await addMonitors(Array.from({ length: count }, (_, i) => i + 1));
  const headers = { Cookie: admin.cookie };
  const response = await handle(new Request(`${ORIGIN}/api/v1/admin/monitors/short`, { headers }));
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const list = JSON.parse(text) as ShortMonitor[];
  expect(list.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  const written = text.split("\n");
  expect(written.pop()).toBe(count === 0 ? "[]" : "]");
  expect(written).toHaveLength(lines);
  for (const [i, line] of written.entries()) expect(line).toMatch(i === 0 ? /^\[\{.*\}$/ : /^,\{.*\}$/);
});
