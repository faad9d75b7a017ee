import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "../../../src/domain/monitor/watch_item.ts";
import { eventually } from "../../eventually.ts";
import { bindings } from "../client.ts";
import { resetState } from "./begin.ts";

const watch = () => bindings.WATCH.getByName("watch-0");
const alerts = () => bindings.ALERTS.getByName("channel-1");
const mirror = () => bindings.MIRROR.getByName("mirror");
const backups = () => bindings.BACKUPS.getByName("backups");

const FAR = Date.now() + 3_600_000;
const STATUS = {
  current: "down",
  currentSince: 1,
  confirmed: "down",
  confirmedSince: 1,
  message: "",
  checkedAt: 1,
  responseMs: null,
  maxGapMs: 1,
  certificateExpiresAt: null,
} as Extract<OutboxItem, { kind: "status" }>["status"];

async function leave(stub: DurableObjectStub, item?: object): Promise<void> {
  await runInDurableObject(stub, async (_object, { storage }) => {
    if (item) storage.sql.exec("INSERT INTO outbox (item) VALUES (?)", JSON.stringify(item));
    await storage.setAlarm(FAR);
  });
}

resetState();

afterEach(() => void vi.restoreAllMocks());

/** The alarm's first step has run before the second response. */
async function hasBegun(stub: DurableObjectStub): Promise<void> {
  const alarmAt = () => runInDurableObject(stub, (_object, { storage }) => storage.getAlarm());
  await eventually(async () => expect(await alarmAt()).not.toBe(FAR));
  await alarmAt();
}

it("alarms wait for the migrations if they run before the first request of a new version", async () => {
  await leave(watch(), { kind: "status", monitorId: 1, status: STATUS });
  await runInDurableObject(alerts(), (_object, { storage }) => {
    storage.sql.exec("INSERT INTO channel (id, facts) VALUES (0, ?)", JSON.stringify({ id: 1 }));
  });
  await leave(alerts(), { kind: "release", eventIds: ["1-1"], heldUntil: null, dueAt: 1 });
  await leave(mirror());
  await leave(backups());
  const said = vi.spyOn(console, "error");
  const prepared = vi.spyOn(bindings.DB, "prepare");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const batch = bindings.DB.batch.bind(bindings.DB);
  vi.spyOn(bindings.DB, "batch").mockImplementation(async (statements) => {
    await released;
    return await batch(statements);
  });

  const objects: DurableObjectStub[] = [watch(), alerts(), mirror(), backups()];
  const ringing = Promise.all(objects.map(runDurableObjectAlarm));
  for (const stub of objects) await hasBegun(stub);
  expect(prepared).toHaveBeenCalled();
  const asked = prepared.mock.calls.map(([sql]) => sql).filter((sql) => !sql.includes("d1_migrations"));
  expect(asked).toEqual([]);
  release();
  expect(await ringing).toEqual([true, true, true, true]);
  await eventually(async () => expect((await watch().health()).outbox).toBe(0));
  expect((await alerts().health()).outbox).toBe(0);
  expect(said.mock.calls).toEqual([]);
});
