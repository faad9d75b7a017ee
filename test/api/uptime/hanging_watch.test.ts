import { runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Backup } from "../../../src/schema/backup.ts";
import { eventually } from "../../eventually.ts";
import { ADMIN, bindings, setUp, type Visitor } from "../client.ts";
import { addBeating } from "../page/placed.ts";

/** workerd ends the hang after 30 seconds. */
const TIMEOUT_MS = 25_000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

it(
  "a watch that hangs delays a report, the dashboard's trends and a backup, but doesn't hold them up",
  async () => {
    const { id } = await addBeating(admin, "Hangs");
    // A backup asks the watches of monitors with a stored status.
    await eventually(async () => {
      expect(await bindings.DB.prepare("SELECT monitor_id FROM monitor_status").all()).toMatchObject({
        results: [{}],
      });
    });
    const stub = bindings.WATCH.getByName(`watch-${watchOf(id)}`);
    const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
    const holding = runInDurableObject(stub, (_watch, state) => state.blockConcurrencyWhile(() => hangs));
    const [report, trends, backup] = await Promise.all([
      admin.get<{ monitors: object[] }>("/api/v1/admin/reports/uptime"),
      admin.get("/api/v1/admin/dashboard/trends"),
      admin.post<Backup>("/api/v1/admin/backups", { currentPassword: ADMIN.password }),
    ]);
    release();
    await holding;
    expect([report.status, report.body.monitors]).toEqual([200, [expect.objectContaining({ id })]]);
    expect(trends.status).toBe(200);
    expect([backup.status, backup.body.state]).toEqual([201, "done"]);
  },
  TIMEOUT_MS,
);
