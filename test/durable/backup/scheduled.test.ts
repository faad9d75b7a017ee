import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Backups } from "../../../durable/backup/backups.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/units.ts";
import type { Backup, BackupOverview } from "../../../src/schema/backup.ts";
import { findBackupStatus } from "../../../src/service/backup/status.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin/backups";
let admin: Visitor;
const begun = Date.now();

beforeAll(async () => {
  await setUp();
});

beforeEach(async () => {
  admin = await signIn(ADMIN.email, ADMIN.password);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const backups = () => bindings.BACKUPS.getByName("backups");
const alarmAt = () => runInDurableObject(backups(), (_backups: Backups, { storage }) => storage.getAlarm());
const hours = async () =>
  (await scheduled()).map(({ createdAt }) => Math.floor(createdAt / HOUR_MS) * HOUR_MS);
const scheduled = async () => {
  const own = await signIn(ADMIN.email, ADMIN.password);
  return (await own.get<Backup[]>(ROOT)).body.filter(({ origin }) => origin === "scheduled");
};

async function standAt(now: number): Promise<void> {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  await runHousekeeping(bindings, now);
  await eventually(async () => {
    await runDurableObjectAlarm(backups());
    expect((await findBackupStatus(bindings)).running).toBeNull();
  });
}

const dayAt = (days: number, hour: number) =>
  Math.floor(begun / DAY_MS) * DAY_MS + days * DAY_MS + hour * HOUR_MS;

describe("scheduled backups", () => {
  it("are made once at their hour, and the oldest beyond the limit are deleted", async () => {
    await admin.put(`${ROOT}/settings`, { schedule: "daily", hour: 3, keep: 2 });
    await standAt(dayAt(1, 1));
    expect(await scheduled()).toEqual([]);
    for (const day of [1, 2, 3, 4]) {
      await standAt(dayAt(day, 3) + 1000);
      await standAt(dayAt(day, 4));
      const made = await scheduled();
      expect([day, made.length]).toEqual([day, Math.min(day, 2)]);
      expect(made[0]).toMatchObject({ state: "done", encryptedWith: "secret_key" });
      expect((await hours())[0]).toBe(dayAt(day, 3));
    }
    expect(await alarmAt()).toBe(dayAt(5, 3));
    const { body } = await (await signIn(ADMIN.email, ADMIN.password)).get<BackupOverview>(`${ROOT}/status`);
    expect(body).toMatchObject({ nextAt: dayAt(5, 3), lastSuccessAt: expect.any(Number), lastError: null });
  });

  it("follow the current clock after it was far ahead", async () => {
    await standAt(dayAt(400, 12));
    expect((await hours())[0]).toBe(dayAt(400, 12));
    await standAt(dayAt(5, 12));
    await standAt(dayAt(6, 3) + 1);
    expect(await hours()).toContain(dayAt(6, 3));
  });

  it("keep manual backups, and run after a lost alarm", async () => {
    const made = await admin.post<Backup>(ROOT, {});
    expect(made.status).toBe(201);
    await runInDurableObject(backups(), (_backups: Backups, { storage }) => storage.deleteAlarm());
    await standAt(dayAt(7, 3) + 5);
    const names = (await (await signIn(ADMIN.email, ADMIN.password)).get<Backup[]>(ROOT)).body.map(
      ({ name }) => name,
    );
    expect(names).toContain(made.body.name);
    expect(await hours()).toContain(dayAt(7, 3));
  });

  it("are retried an hour after a failure, which leaves no backup", async () => {
    vi.spyOn(bindings.FILES, "createMultipartUpload").mockRejectedValue(new Error("the bucket is away"));
    await standAt(dayAt(8, 3) + 1);
    expect(await hours()).not.toContain(dayAt(8, 3));
    vi.restoreAllMocks();
    await standAt(dayAt(8, 3) + HOUR_MS / 2);
    expect(await hours()).not.toContain(dayAt(8, 3));
    await standAt(dayAt(8, 4) + 60_000);
    expect(await hours()).toContain(dayAt(8, 4));
  });

  it("stop when switched off, and reject invalid settings", async () => {
    vi.useFakeTimers({ now: dayAt(8, 5), toFake: ["Date"] });
    const own = await signIn(ADMIN.email, ADMIN.password);
    expect((await own.put(`${ROOT}/settings`, { schedule: "never" })).status).toBe(400);
    expect((await own.put(`${ROOT}/settings`, { hour: 24 })).status).toBe(400);
    await own.put(`${ROOT}/settings`, { schedule: "off" });
    await runDurableObjectAlarm(backups());
    await eventually(async () => expect(await alarmAt()).toBeNull());
    const before = await scheduled();
    await standAt(dayAt(20, 3) + 1);
    expect(await scheduled()).toEqual(before);
  });
});
