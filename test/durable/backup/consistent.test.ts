import { beforeAll, describe, expect, it } from "vitest";
import type { Backup } from "../../../src/schema/backup.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { addBeating, beat } from "../../api/page/placed.ts";
import { fillTables } from "./filled.ts";

const ROOT = "/api/v1/admin/backups";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  const monitor = await addBeating(admin, "First");
  await fillTables(monitor.id, 1);
});

const rows = async (sql: string) => (await bindings.DB.prepare(sql).all<Record<string, number>>()).results;

async function disturb(isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const monitor = await addBeating(admin, `Passing ${n}`);
    const incident = await admin.post<{ id: number }>("/api/v1/admin/incidents", {
      title: `Incident ${n}`,
      body: "It began.",
      impact: "major",
      status: "investigating",
      monitorIds: [monitor.id],
    });
    expect(incident.status).toBe(201);
    await beat(admin, monitor, "down");
    await admin.post(`/api/v1/admin/incidents/${incident.body.id}/updates`, {
      body: "Over.",
      status: "resolved",
    });
    if (n % 2 === 0) await admin.delete(`/api/v1/admin/monitors/${monitor.id}`);
    if (n % 3 === 0) await admin.delete(`/api/v1/admin/incidents/${incident.body.id}`);
  }
}

describe("a backup made during changes", () => {
  it("is consistent: references are complete, and statuses and incidents match their latest update", async () => {
    let isOver = false;
    const disturbing = disturb(() => isOver);
    const made: string[] = [];
    for (let n = 0; n < 4; n++) made.push((await admin.post<Backup>(ROOT, {})).body.name);
    isOver = true;
    await disturbing;
    for (const name of made) {
      const reply = await admin.post(`${ROOT}/restore`, { name, currentPassword: ADMIN.password });
      expect([reply.status, reply.body]).toMatchObject([200, { state: "done" }]);
      admin = await signIn(ADMIN.email, ADMIN.password);
      expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
      expect(
        await rows(
          `SELECT monitor_id FROM monitor_history WHERE to_at IS NULL GROUP BY monitor_id HAVING count(*) > 1`,
        ),
      ).toEqual([]);
      // Each monitor's open state matches its status.
      expect(
        await rows(`SELECT s.monitor_id, s.confirmed, h.state FROM monitor_status s
          JOIN monitor_history h ON h.monitor_id = s.monitor_id AND h.to_at IS NULL WHERE h.state <> s.confirmed`),
      ).toEqual([]);
      // Each incident has its beginning, and a resolved one has its end.
      expect(
        await rows(`SELECT i.id FROM incidents i WHERE i.status <> (SELECT u.status FROM incident_updates u
          WHERE u.incident_id = i.id ORDER BY u.posted_at DESC, u.id DESC LIMIT 1)
          OR NOT EXISTS (SELECT 1 FROM incident_updates u WHERE u.incident_id = i.id)`),
      ).toEqual([]);
    }
  });
});
