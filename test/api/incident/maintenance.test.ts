import { beforeAll, describe, expect, it } from "vitest";
import type { Maintenance } from "../../../src/schema/maintenance.ts";
import { setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/maintenance";
const MONITORS = "/api/v1/admin/monitors";
let admin: Visitor;
let monitorId: number;

beforeAll(async () => {
  admin = await setUp();
  monitorId = await addMonitor();
});

async function addMonitor(): Promise<number> {
  return (await admin.post<{ id: number }>(MONITORS, { name: "beat", type: "webhook", config: {} })).body.id;
}

const windowNow = () => {
  const startsAt = Date.now() - 1000;
  return { name: "Work", startsAt, endsAt: startsAt + 3_600_000, monitorIds: [monitorId] };
};

describe("a maintenance window", () => {
  it("is answered with every field, and ends once", async () => {
    const wanted = windowNow();
    const made = await admin.post<Maintenance>(ROOT, wanted);
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...wanted,
        id: made.body.id,
        version: 1,
        description: "",
        allMonitors: false,
        notifySubscribers: true,
        ...{ recurrence: null, timezone: "UTC", announceHours: 24, occurrences: [], skipped: [] },
        status: "in_progress",
      },
    ]);
    const path = `${ROOT}/${made.body.id}`;
    expect((await admin.post<Maintenance>(`${path}/end`)).body.status).toBe("completed");
    expect((await admin.post(`${path}/end`)).status).toBe(409);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
  });

  it("is refused without a name, with its end not after its start, and without monitors or with unknown ones", async () => {
    const { startsAt } = windowNow();
    const wrongs = [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(201) }, "name"],
      [{ endsAt: startsAt - 1 }, "endsAt"],
      [{ monitorIds: [] }, "monitorIds"],
      [{ monitorIds: [monitorId, 999_999] }, "monitorIds"],
      [{ startsAt: "2026-01-01T00:00:00Z" }, "startsAt"],
    ] as const;
    for (const [wrong, path] of wrongs) {
      const { status, body } = await admin.post<{ problems: { path: string }[] }>(ROOT, {
        ...windowNow(),
        ...wrong,
      });
      expect([wrong, status, body.problems.map((problem) => problem.path)]).toEqual([wrong, 400, [path]]);
    }
  });

  it("that is deleted while it is changed is changed before, or is there no more", async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await admin.post<Maintenance>(ROOT, windowNow());
      const path = `${ROOT}/${body.id}`;
      const [, ...changes] = await Promise.all([
        admin.delete(path),
        ...["a", "b", "c"].map((name) => admin.patch(path, { name })),
      ]);
      for (const { status } of changes) expect([200, 404]).toContain(status);
      expect((await admin.get(path)).status).toBe(404);
    }
  });

  it("goes on without a monitor that is deleted while it is changed", async () => {
    for (let round = 0; round < 5; round++) {
      const goes = await addMonitor();
      const { body } = await admin.post<Maintenance>(ROOT, {
        ...windowNow(),
        monitorIds: [monitorId, goes],
      });
      const path = `${ROOT}/${body.id}`;
      const [, ...changes] = await Promise.all([
        admin.delete(`${MONITORS}/${goes}`),
        ...["a", "b", "c"].map((name) => admin.patch(path, { name })),
      ]);
      for (const { status } of changes) expect(status).toBe(200);
      expect((await admin.get<Maintenance>(path)).body.monitorIds).toEqual([monitorId]);
    }
  });
});
