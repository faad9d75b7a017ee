import { beforeEach, describe, expect, it, vi } from "vitest";
import { fireRun, insertTimedRun } from "../../src/data/action_run.ts";
import { openDb, type Statement, save } from "../../src/data/db.ts";
import { applyChanges, listWaitingRecoveries } from "../../src/data/delivery.ts";
import {
  bringForward,
  claimOutgoing,
  endOutgoing,
  returnedIds,
  selectOverdue,
} from "../../src/data/outgoing.ts";
import type { DeliveryChange, NewDelivery } from "../../src/domain/alert/delivery.ts";
import type { ActionTimer } from "../../src/domain/monitor/timer.ts";
import { CLAIM_MS } from "../../src/domain/system/claim.ts";
import { bindings } from "../api/client.ts";

const db = openDb(bindings.DB);
const NOW = 1_000_000;
let channelId = 100;

beforeEach(() => {
  channelId += 1;
});

const saved = async (statements: readonly Statement[]) => returnedIds(await save(db, statements));

function add(eventId: string, more: Partial<NewDelivery> = {}): DeliveryChange {
  const delivery: NewDelivery = {
    eventId,
    channelName: "",
    channelType: "webhook",
    monitorId: null,
    monitorName: "",
    eventType: "alert",
    status: "pending",
    reason: null,
    heldUntil: null,
    dueAt: NOW,
    message: { id: eventId } as NewDelivery["message"],
    createdAt: NOW,
    ...more,
  };
  return { kind: "add", delivery };
}

const idOf = async (eventId: string) =>
  await bindings.DB.prepare("SELECT id FROM deliveries WHERE channel_id = ? AND event_id = ?")
    .bind(channelId, eventId)
    .first<number>("id");

const applied = async (...changes: DeliveryChange[]) => await saved(applyChanges(channelId, changes, NOW));

describe("the changes of a channel's deliveries", () => {
  it("return only the ids that are due", async () => {
    const later = { heldUntil: NOW + 1, dueAt: NOW + 1 };
    const ids = await applied(add("now"), add("held", later), add("kept back", { status: "suppressed" }));
    expect(ids).toEqual([await idOf("now")]);
    const release = { kind: "release", eventIds: ["held"], heldUntil: null, dueAt: NOW } as const;
    expect(await applied(release)).toEqual([await idOf("held")]);
  });

  it("don't change a claimed delivery, even if its release arrives late", async () => {
    const ids = await applied(add("tried"));
    await save(db, [claimOutgoing("deliveries", ids, NOW)]);
    const read = () =>
      bindings.DB.prepare("SELECT held_until, due_at FROM deliveries WHERE id = ?")
        .bind(...ids)
        .first();
    const before = await read();
    const late = { kind: "release", eventIds: ["tried"], heldUntil: NOW + 5000, dueAt: NOW + 5000 } as const;
    expect(await applied(late)).toEqual([]);
    expect(await read()).toEqual(before);
  });

  it("return the same ids when repeated, until they are claimed", async () => {
    const ids = await applied(add("a"), add("b"));
    expect(ids).toHaveLength(2);
    expect(await applied(add("a"), add("b"))).toEqual(ids);
    await save(db, [claimOutgoing("deliveries", ids.slice(0, 1), NOW)]);
    expect(await applied(add("a"), add("b"))).toEqual(ids.slice(1));
  });
});

describe("a recovery", () => {
  const retryAt = NOW + 60_000;
  const claim = async (ids: number[], now = NOW) =>
    (await saved([claimOutgoing("deliveries", ids, now)])).toSorted((a, b) => a - b);

  async function addPair(more: Partial<NewDelivery> = {}): Promise<[alert: number, recovery: number]> {
    const monitorId = channelId;
    const [alert = 0] = await applied(add("alert", { monitorId }));
    const [recovery = 0] = await applied(add("recovery", { monitorId, eventType: "recovery", ...more }));
    return [alert, recovery];
  }

  it("is claimed together with its alert, but never before it", async () => {
    const [alert, recovery] = await addPair();
    expect(await claim([recovery])).toEqual([]);
    expect(await claim([recovery, alert])).toEqual([alert, recovery]);
  });

  it("is found by its alert among the later deliveries of the monitor", async () => {
    const [alert, recovery] = await addPair();
    await applied(add("another", { monitorId: 1, eventType: "recovery" }));
    const prepare = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "prepare");
    const sent = { id: alert, monitorId: channelId, channelId };
    expect(await listWaitingRecoveries(db, [sent], NOW)).toEqual([recovery]);
    expect(await listWaitingRecoveries(db, [{ ...sent, id: recovery }], NOW)).toEqual([]);
    const [text = ""] = prepare.mock.calls[0] ?? [];
    prepare.mockRestore();
    const explained = bindings.DB.prepare(`EXPLAIN QUERY PLAN ${text}`);
    const { results } = await explained.bind(...Array(text.split("?").length - 1).fill("[]")).all();
    const step = "SEARCH deliveries USING INDEX deliveries_monitor (monitor_id=? AND id>?)";
    expect(results).toContainEqual(expect.objectContaining({ detail: step }));
  });

  it("waits while its alert is being sent or retried", async () => {
    const [alert, recovery] = await addPair();
    await claim([alert]);
    expect(await claim([recovery])).toEqual([]);
    const retried = {
      id: alert,
      claimedUntil: NOW + CLAIM_MS.deliveries,
      status: "pending",
      dueAt: retryAt,
    } as const;
    await save(db, endOutgoing("deliveries", [retried]));
    expect(await claim([recovery, alert])).toEqual([]);
    await claim([alert], retryAt);
    const failed = { ...retried, claimedUntil: retryAt + CLAIM_MS.deliveries, status: "failed" } as const;
    await save(db, endOutgoing("deliveries", [failed]));
    expect(await claim([recovery], retryAt)).toEqual([recovery]);
  });

  it("doesn't wait for alerts to others", async () => {
    const [, recovery] = await addPair({ recipient: { userId: 1, email: "ada@example.com" } });
    expect(await claim([recovery])).toEqual([recovery]);
  });
});

describe("the end of a timer", () => {
  it("returns the id of its run, also when repeated, until the run is claimed", async () => {
    const timer = { kind: "action", id: "t", actionId: 1, trigger: "down", dueAt: NOW, cooldownMinutes: 0 };
    const facts = { kind: "manual" } as unknown as Parameters<typeof fireRun>[2]["facts"];
    const fire = () => fireRun(1, timer as ActionTimer, { facts, now: NOW });
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
    expect(await saved(insertTimedRun(1, timer as ActionTimer, NOW))).toEqual([]);
    const ids = await saved(fire());
    expect(ids).toHaveLength(1);
    expect(await saved(fire())).toEqual(ids);
    await save(db, [claimOutgoing("action_runs", ids, NOW)]);
    expect(await saved(fire())).toEqual([]);
  });
});

describe("an attempt that ends after another process has claimed its row", () => {
  it.each([
    ["failed", "pending"],
    ["pending", "pending"],
    ["delivered", "delivered"],
  ] as const)("as %s leaves the row %s", async (status, left) => {
    const [id = 0] = await applied(add("a"));
    await save(db, [claimOutgoing("deliveries", [id], NOW)]);
    const later = NOW + CLAIM_MS.deliveries + 1;
    await save(db, [claimOutgoing("deliveries", [id], later)]);
    const end = { id, claimedUntil: NOW + CLAIM_MS.deliveries, status, dueAt: NOW, lastError: "late" };
    await save(db, endOutgoing("deliveries", [end]));
    const row = await bindings.DB.prepare("SELECT status, last_error FROM deliveries WHERE id = ?")
      .bind(id)
      .first();
    expect(row).toEqual({ status: left, last_error: left === "delivered" ? "late" : null });
  });
});

describe("deliveries from before the clock was set back", () => {
  const HOUR = 3_600_000;
  const ahead = { dueAt: NOW + 2 * HOUR, createdAt: NOW + HOUR };
  const overdue = async () => {
    const found = await save(db, [selectOverdue("deliveries", { before: NOW, now: NOW, limit: 50 })]);
    return returnedIds(found);
  };

  it("are due at once when an attempt was postponed, unlike current ones", async () => {
    await applied(add("postponed", ahead), add("later", { dueAt: NOW + HOUR }));
    await save(db, [bringForward("deliveries", NOW)]);
    expect(await overdue()).toContain(await idOf("postponed"));
    expect(await overdue()).not.toContain(await idOf("later"));
  });

  it("are returned as overdue when they are held, with their time unchanged", async () => {
    const held = { ...ahead, heldUntil: ahead.dueAt };
    await applied(add("held ahead", held), add("held", { heldUntil: NOW + HOUR, dueAt: NOW + HOUR }));
    await save(db, [bringForward("deliveries", NOW)]);
    expect(await overdue()).toContain(await idOf("held ahead"));
    expect(await overdue()).not.toContain(await idOf("held"));
    const row = bindings.DB.prepare("SELECT due_at FROM deliveries WHERE id = ?");
    expect(await row.bind(await idOf("held ahead")).first("due_at")).toBe(ahead.dueAt);
  });
});
