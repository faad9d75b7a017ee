import { runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, setUp, type Visitor } from "../client.ts";

/** workerd ends the hang after 30 seconds. */
const TIMEOUT_MS = 25_000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

it(
  "a watch that hangs delays a report and the dashboard's trends, but doesn't hold them up",
  async () => {
    const config = { name: "Hangs", type: "webhook", config: {} };
    const { id } = (await admin.post<Monitor>("/api/v1/admin/monitors", config)).body;
    const stub = bindings.WATCH.getByName(`watch-${watchOf(id)}`);
    const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
    const holding = runInDurableObject(stub, (_watch, state) => state.blockConcurrencyWhile(() => hangs));
    const [report, trends] = await Promise.all([
      admin.get<{ monitors: object[] }>("/api/v1/admin/reports/uptime"),
      admin.get("/api/v1/admin/dashboard/trends"),
    ]);
    release();
    await holding;
    expect([report.status, report.body.monitors]).toEqual([200, [expect.objectContaining({ id })]]);
    expect(trends.status).toBe(200);
  },
  TIMEOUT_MS,
);
