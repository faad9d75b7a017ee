import { runInDurableObject } from "cloudflare:test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import { indexInWatch } from "../../../src/domain/monitor/schedule.ts";
import { packTick } from "../../../src/domain/uptime/packing.ts";
import { DAY_MS, HOUR_MS } from "../../../src/lib/units.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { addBeating, beat } from "../../api/page/placed.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
let admin: Visitor;

beforeAll(async () => {
  await setUp();
});

beforeEach(async () => {
  admin = await signIn(ADMIN.email, ADMIN.password);
});

// The tests share one watch, so the clock never goes back.
afterAll(() => void vi.useRealTimers());

afterEach(async () => {
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());

async function countsOf({ key }: Monitor) {
  const { monitors } = await watch().figures();
  const figures = monitors.find((one) => one.key === key);
  if (!figures) throw new Error("not watched");
  const { checks, failures, responses, responseMs } = figures;
  return { checks, failures, responses, responseMs };
}

async function restart(): Promise<void> {
  await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("restarted")).catch(() => {});
}

/** Calls the alarm that stores the finished hour by hand. */
async function passAnHour(): Promise<void> {
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ["Date"] });
  await runInDurableObject(watch(), (instance: Watch) => instance.alarm());
}

async function rowsOf(table: string): Promise<number> {
  return await runInDurableObject(watch(), (_watch: Watch, { storage }) =>
    Number(storage.sql.exec(`SELECT count(*) AS count FROM ${table}`).one()["count"]),
  );
}

describe("the counts of a watch", () => {
  it("survive a restart, during an hour and after it", async () => {
    const monitor = await addBeating(admin, "Counted");
    await beat(admin, monitor, "down");
    const first = { checks: 2, failures: 1, responses: 2, responseMs: 50 };
    expect(await countsOf(monitor)).toEqual(first);
    await restart();
    expect(await countsOf(monitor)).toEqual(first);
    await passAnHour();
    const hour = await countsOf(monitor);
    await restart();
    expect(await countsOf(monitor)).toEqual(hour);
    await beat(admin, monitor, "up");
    await restart();
    expect(await countsOf(monitor)).toEqual({
      ...hour,
      checks: hour.checks + 1,
      responses: 3,
      responseMs: 75,
    });
  });

  it("are kept when their ticks are deleted", async () => {
    const monitor = await addBeating(admin, "Kept");
    await beat(admin, monitor, "up");
    const before = await countsOf(monitor);
    await passAnHour();
    vi.useFakeTimers({ now: Date.now() + 8 * DAY_MS, toFake: ["Date"] });
    admin = await signIn(ADMIN.email, ADMIN.password);
    await beat(admin, monitor, "up");
    const after = await countsOf(monitor);
    expect(after.responses).toBe(before.responses + 1);
    const { checkedAt } = (await watch().figures()).monitors.find(({ key }) => key === monitor.key) ?? {};
    expect(checkedAt).toBeGreaterThan(Date.now() - DAY_MS);
    await restart();
    expect(await countsOf(monitor)).toEqual(after);
  });

  it("are neither lost nor doubled when closing an hour is interrupted", async () => {
    const monitor = await addBeating(admin, "Cut off");
    await beat(admin, monitor, "down");
    await passAnHour();
    await beat(admin, monitor, "down");
    const before = await countsOf(monitor);
    await runInDurableObject(watch(), (_watch: Watch, { storage }) => {
      storage.sql.exec(
        `CREATE TRIGGER refuse BEFORE INSERT ON closed BEGIN SELECT RAISE(ABORT, 'cut off'); END`,
      );
    });
    await passAnHour();
    await restart();
    const missed = (await countsOf(monitor)).checks - before.checks;
    expect(missed).toBeGreaterThanOrEqual(0);
    expect((await countsOf(monitor)).responses).toBe(before.responses);
    await runInDurableObject(watch(), (_watch: Watch, { storage }) => {
      storage.sql.exec("DROP TRIGGER refuse");
    });
    const kept = await countsOf(monitor);
    await passAnHour();
    await restart();
    expect((await countsOf(monitor)).responses).toBe(kept.responses);
    expect((await countsOf(monitor)).responseMs).toBe(kept.responseMs);
  });

  it("start with the current hour in a watch of an earlier version", async () => {
    const monitor = await addBeating(admin, "Earlier");
    await passAnHour();
    await runInDurableObject(watch(), (_watch: Watch, { storage }) => {
      storage.sql.exec("DROP TABLE check_sums");
      storage.kv.delete("storage_version");
      const old = {
        index: indexInWatch(monitor.id),
        status: "up" as const,
        isUnderMaintenance: false,
        responseMs: 7,
      };
      const at = Date.now() - 3 * HOUR_MS;
      storage.sql.exec("INSERT INTO ticks (at, results) VALUES (?, ?)", at, packTick([old]).slice().buffer);
    });
    await restart();
    const begun = await countsOf(monitor);
    expect(begun.responses).toBe(0);
    await beat(admin, monitor, "up");
    expect(await countsOf(monitor)).toMatchObject({ responses: 1, responseMs: 25 });
  });

  it("take one row for all checks and monitors, written when an hour ends", async () => {
    const monitors = [await addBeating(admin, "One"), await addBeating(admin, "Two")];
    await passAnHour();
    const written = async () => (await watch().health()).cost.rowsWritten;
    const before = await written();
    for (const monitor of monitors) await beat(admin, monitor, "up");
    const perBeat = ((await written()) - before) / 2;
    await beat(admin, monitors[0]!, "up");
    // A heartbeat always writes its tick's row and sets the alarm.
    expect((await written()) - before - 2 * perBeat).toBeLessThanOrEqual(perBeat);
    expect(await rowsOf("check_sums")).toBe(1);
  });
});
