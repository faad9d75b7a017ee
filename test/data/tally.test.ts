import { beforeAll, describe, expect, it } from "vitest";
import {
  cancelRunRow,
  cancelUnlinkedRuns,
  fireRun,
  insertRun,
  insertTimedRun,
  skipRun,
} from "../../src/data/action_run.ts";
import { openDb, type Statement, save } from "../../src/data/db.ts";
import { applyChanges, type DeliveryRow } from "../../src/data/delivery.ts";
import { claimOutgoing, endOutgoing, failInterrupted, restartOutgoing } from "../../src/data/outgoing.ts";
import type { NewDelivery } from "../../src/domain/alert/delivery.ts";
import type { ActionTimer } from "../../src/domain/monitor/timer.ts";
import { CLAIM_MS } from "../../src/domain/system/claim.ts";
import { bindings } from "../api/client.ts";

const db = openDb(bindings.DB);
const CHANNEL = 7;
const NOW = 1_000_000;

/** A sender repeats a message whose response was lost. */
async function twice(statements: readonly Statement[]): Promise<void> {
  await save(db, statements);
  await save(db, statements);
}

async function countsOf(sql: string): Promise<Record<string, number>> {
  const { results } = await bindings.DB.prepare(sql).all<{ status: string; count: number }>();
  return Object.fromEntries(results.map(({ status, count }) => [status, count]));
}

const tallied = (kind: string) =>
  countsOf(`SELECT status, sum(count) AS count FROM tallies WHERE kind = '${kind}' GROUP BY status`);

describe("the tally of deliveries", () => {
  const delivery = (eventId: string, status: NewDelivery["status"]): NewDelivery => ({
    eventId,
    status,
    channelName: "",
    channelType: "webhook",
    monitorId: null,
    monitorName: "",
    eventType: "alert",
    reason: null,
    heldUntil: null,
    dueAt: NOW,
    createdAt: NOW,
    message: { id: eventId } as NewDelivery["message"],
  });
  const add = (eventId: string, status: NewDelivery["status"] = "pending") =>
    applyChanges(CHANNEL, [{ kind: "add", delivery: delivery(eventId, status) }], NOW);
  const idOf = async (eventId: string) =>
    (await bindings.DB.prepare("SELECT id FROM deliveries WHERE event_id = ?")
      .bind(eventId)
      .first<number>("id")) ?? 0;
  const end = async (eventId: string, status: DeliveryRow["status"]) => {
    const id = await idOf(eventId);
    const claimedUntil = NOW + CLAIM_MS.deliveries;
    await save(db, [claimOutgoing("deliveries", [id], NOW)]);
    const attempted = { reason: null, dueAt: NOW, attempts: [], lastError: null, deliveredAt: null };
    await twice(endOutgoing("deliveries", [{ id, claimedUntil, status, ...attempted }]));
  };

  it("matches the rows, and counts each end once however often it is sent", async () => {
    await twice(add("held back", "suppressed"));
    for (const event of ["a", "b", "c", "d", "e", "f"]) await twice(add(event));
    await end("a", "delivered");
    await end("b", "failed");
    await end("c", "pending");
    await twice(
      applyChanges(
        CHANNEL,
        [{ kind: "merge", digest: delivery("digest", "pending"), eventIds: ["d", "e"] }],
        NOW,
      ),
    );
    await bindings.DB.prepare(
      "UPDATE deliveries SET attempt_count = max_attempts, claimed_until = 1 WHERE event_id = 'f'",
    ).run();
    await twice(failInterrupted("deliveries", NOW));
    expect(await tallied("delivery")).toEqual({ delivered: 1, failed: 2, suppressed: 3 });
    expect(await tallied("delivery")).toEqual(
      await countsOf(
        "SELECT status, count(*) AS count FROM deliveries WHERE status <> 'pending' GROUP BY status",
      ),
    );
  });

  it("counts the second end of a delivery that is sent again by hand", async () => {
    await save(db, restartOutgoing("deliveries", await idOf("b"), NOW));
    await end("b", "delivered");
    expect(await tallied("delivery")).toEqual({ delivered: 2, failed: 2, suppressed: 3 });
  });
});

describe("the tally of runs", () => {
  const timer = (id: string): ActionTimer =>
    ({
      kind: "action",
      id,
      actionId: 1,
      trigger: "down",
      dueAt: NOW,
      cooldownMinutes: 0,
      downSince: NOW,
    }) as ActionTimer;
  const facts = { kind: "manual" } as unknown as Parameters<typeof fireRun>[2]["facts"];
  const idOf = async (timerId: string) =>
    (await bindings.DB.prepare("SELECT id FROM action_runs WHERE timer_id = ?")
      .bind(timerId)
      .first<number>("id")) ?? 0;

  beforeAll(async () => {
    await bindings.DB.batch([
      bindings.DB.prepare(
        "INSERT INTO actions (id, key, name, enabled, config, created_at, updated_at) VALUES (1, 'a', 'A', 1, '{}', 0, 0)",
      ),
      bindings.DB.prepare(
        `INSERT INTO monitors (id, key, name, type, interval_secs, timeout_ms, retries, failure_threshold,
           recovery_threshold, config, tags, created_at, updated_at)
         VALUES (1, 'm', 'M', 'https', 60, 1000, 1, 1, 1, '{}', '[]', 0, 0)`,
      ),
      bindings.DB.prepare("INSERT INTO action_links VALUES (1, 1, 'down', 0, 0)"),
    ]);
  });

  it("matches the rows, and counts each end once however often it is sent", async () => {
    for (const id of ["skipped", "done", "failed", "cut", "cancelled", "left"])
      await twice(insertTimedRun(1, timer(id), NOW));
    await twice(skipRun({ id: "skipped" }, { reason: "monitor recovered", now: NOW }));
    for (const id of ["done", "failed", "cut"]) await twice(fireRun(1, timer(id), { facts, now: NOW }));
    const claimedUntil = NOW + CLAIM_MS.action_runs;
    for (const [timerId, status] of [
      ["done", "succeeded"],
      ["failed", "failed"],
    ] as const) {
      const id = await idOf(timerId);
      await save(db, [claimOutgoing("action_runs", [id], NOW)]);
      const end = { id, claimedUntil, reason: null, dueAt: NOW, attempts: [], finishedAt: NOW };
      await twice(endOutgoing("action_runs", [{ ...end, status: "running", finishedAt: null }]));
      await save(db, [claimOutgoing("action_runs", [id], NOW)]);
      await twice(endOutgoing("action_runs", [{ ...end, status }]));
    }
    await bindings.DB.prepare(
      "UPDATE action_runs SET status = 'running', attempt_count = 99, claimed_until = 1 WHERE timer_id = 'cut'",
    ).run();
    await twice(failInterrupted("action_runs", NOW));
    await twice(cancelRunRow(await idOf("cancelled"), NOW));
    await bindings.DB.prepare("DELETE FROM action_links").run();
    await twice(cancelUnlinkedRuns(1, NOW));
    await twice(insertTimedRun(1, timer("unlinked"), NOW));
    const byHand = { actionId: 1, actionName: "A", monitorId: null, monitorName: "", facts: null };
    await save(db, insertRun(db, { ...byHand, trigger: "manual", isDisabled: true }, NOW));
    expect(await tallied("run")).toEqual({ succeeded: 1, failed: 2, skipped: 2, cancelled: 3 });
    expect(await tallied("run")).toEqual(
      await countsOf(
        "SELECT status, count(*) AS count FROM action_runs WHERE status NOT IN ('waiting', 'running') GROUP BY status",
      ),
    );
  });
});
