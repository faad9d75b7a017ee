import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startFanouts } from "../../../src/service/subscriber/announce.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { addSubscriber, drain, statusesOf } from "./audience.ts";

const PEOPLE = 1000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  await admin.put("/api/v1/admin/subscribers/settings", { enabled: true, allowWebhook: true });
  vi.spyOn(bindings.SUBSCRIBERS, "sendBatch").mockResolvedValue(undefined as never);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

afterAll(() => {
  vi.restoreAllMocks();
});

it("an event writes three rows for each subscriber", async () => {
  const { id } = await addSubscriber();
  await bindings.DB.prepare(`
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${PEOPLE - 1})
    INSERT INTO subscribers (type, destination, email, status, locale, events, seal_name, manage_token, manage_hash,
      unsubscribe_hash, confirmed_at, created_at)
    SELECT type, destination || '/' || n, email, status, locale, events, seal_name, manage_token, 'm' || n, 'u' || n, 1, 1
    FROM subscribers JOIN n WHERE id = ?`)
    .bind(id)
    .run();
  const incident = { title: "Down", status: "investigating", impact: "major", monitorIds: [], body: "" };
  await admin.post("/api/v1/admin/incidents", incident);
  let written = 0;
  const batch = bindings.DB.batch.bind(bindings.DB);
  const spy = vi.spyOn(bindings.DB, "batch").mockImplementation(async (statements) => {
    const results = await batch(statements);
    for (const { meta } of results) written += meta.rows_written;
    return results as never;
  });
  await startFanouts(bindings, Date.now());
  await drain();
  spy.mockRestore();
  expect(await statusesOf(id + 500)).toEqual(["delivered"]);
  // The fan-out itself writes a few more rows, whatever the number of subscribers.
  expect(written).toBeGreaterThanOrEqual(3 * PEOPLE);
  expect(written - 3 * PEOPLE).toBeLessThan(20);
});
