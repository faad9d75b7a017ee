import { runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Watch } from "../../../durable/watch/watch.ts";
import type { Heartbeat } from "../../../src/objects/watch.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addToken, bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let admin: Visitor;

beforeAll(async () => {
  // A token, because sessions end when the clock moves on.
  admin = await addToken(await setUp(), ["monitors:read", "monitors:write"]);
});

beforeEach(async () => {
  // Each test has its own hour, and the watch has seen it begin.
  vi.useFakeTimers({ now: Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 1000, toFake: ["Date"] });
  await ring();
});

afterEach(async () => {
  await inWatch((_watch, { sql }) => {
    for (const { name } of sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    ))
      sql.exec(`DROP TRIGGER ${name}`);
  });
  await bindings.DB.exec("DROP TRIGGER IF EXISTS refuse");
  for (const { id } of (await admin.get<Monitor[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

const watch = () => bindings.WATCH.getByName(firstWatch());

async function inWatch<T>(work: (instance: Watch, storage: DurableObjectStorage) => T | Promise<T>) {
  return await runInDurableObject(watch(), (instance: Watch, state) => work(instance, state.storage));
}

/** The tests call its watch as the API does after it has read a heartbeat. */
async function add(name: string, body: object = {}): Promise<Monitor> {
  const made = await admin.post<Monitor>(ROOT, { name, type: "webhook", intervalSecs: 86_400, ...body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

const beat = (part: Partial<Heartbeat> = {}): Heartbeat => ({
  status: "up",
  message: "",
  responseMs: 12,
  ...part,
});

async function send(...beats: [monitor: Monitor, beat: Heartbeat][]): Promise<void> {
  // Both arrive at once and are written together.
  await inWatch(async (instance) => {
    await Promise.all(beats.map(([{ id }, one]) => instance.heartbeat(id, one)));
  });
}

async function ring(): Promise<void> {
  await inWatch((instance) => instance.alarm());
}

function pass(ms: number): void {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });
}

async function alertsOf({ id }: Monitor): Promise<string[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT kind FROM monitor_events WHERE monitor_id = ? ORDER BY CAST(substr(id, instr(id, ':') + 1) AS INTEGER)",
  )
    .bind(id)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
}

async function alertsCome(monitor: Monitor, kinds: string[]): Promise<void> {
  await eventually(async () => expect(await alertsOf(monitor)).toEqual(kinds));
}

async function hoursOf({ id }: Monitor): Promise<number> {
  const row = await bindings.DB.prepare("SELECT count(*) AS n FROM response_days WHERE monitor_id = ?")
    .bind(id)
    .first<{ n: number }>();
  return row?.n ?? 0;
}

async function incidentsOf({ id }: Monitor): Promise<number> {
  const row = await bindings.DB.prepare("SELECT count(*) AS n FROM incidents WHERE auto_event_id LIKE ?")
    .bind(`${id}:%`)
    .first<{ n: number }>();
  return row?.n ?? 0;
}

async function refuseItems(condition: string): Promise<void> {
  await inWatch((_watch, { sql }) => {
    sql.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON outbox WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
  });
}

const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, 2 ** 31, 2 ** 50, Number.MAX_SAFE_INTEGER, 1e300, Infinity, -Infinity, NaN),
  fc.double(),
  fc.integer(),
);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.constantFrom("\u0000", "\uD800", "a\nb", "x".repeat(3_000_000)),
);
const anyBeat: fc.Arbitrary<Heartbeat> = fc.record({
  status: fc.constantFrom("up", "degraded", "down"),
  message: anyText,
  responseMs: fc.option(anyNumber, { nil: null }),
});

describe("a watch", () => {
  it("continues with other monitors whatever one monitor's results are", async () => {
    const [hostile, other] = [await add("hostile"), await add("other", { autoIncidentMinutes: 5 })];
    let expected: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(anyBeat, { minLength: 1, maxLength: 8 }), async (beats) => {
        const before = await incidentsOf(other);
        const hours = await hoursOf(other);
        await send([other, beat()], ...beats.map((one): [Monitor, Heartbeat] => [hostile, one]));
        await send([hostile, beats[0]!], [other, beat({ status: "down" })]);
        pass(DAY_MS);
        await ring();
        expected = [...expected, "alert"];
        await alertsCome(other, expected);
        await eventually(async () => expect(await incidentsOf(other)).toBe(before + 1));
        await eventually(async () => expect(await hoursOf(other)).toBe(hours + 1));
        await send([other, beat()]);
        expected = [...expected, "recovery"];
        await alertsCome(other, expected);
        expect((await watch().health()).outbox).toBe(0);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it("closes an hour with impossible durations", async () => {
    const [hostile, other] = [await add("huge"), await add("neighbour")];
    // As an earlier version stored them: 2^49 ms and up, at the index of the first monitor.
    const bytes = [0, 0, 0, 0, 128, 128, 128, 128, 128, 128, 128, 8];
    bytes[Math.floor((hostile.id % 32) / 8)] = 1 << (hostile.id % 8);
    await inWatch((_watch, { sql }) => {
      for (let i = 0; i < 30; i++)
        sql.exec(
          "INSERT INTO ticks (at, results) VALUES (?, ?)",
          Date.now() - 500 + i,
          Uint8Array.from(bytes).buffer,
        );
      sql.exec(
        "INSERT INTO ticks (at, results) VALUES (?, ?)",
        Date.now() - 100,
        Uint8Array.from([255]).buffer,
      );
    });
    await send([other, beat()]);
    pass(HOUR_MS);
    await ring();
    await eventually(async () => expect(await hoursOf(other)).toBe(1));
    // A new instance reads them too before doing anything.
    await runInDurableObject(watch(), (_watch: Watch, state) => state.abort("evicted")).catch(() => {});
    expect((await watch().health()).monitors).toBe(2);
  });

  it("stores other results when one can't be stored, and repeats that decision at the next check", async () => {
    const [refused, other] = [await add("refused"), await add("written")];
    await send([refused, beat()], [other, beat()]);
    await refuseItems(`NEW.item ->> '$.event.monitorId' = ${refused.id}`);
    await send([refused, beat({ status: "down" })], [other, beat({ status: "down" })]);
    await alertsCome(other, ["alert"]);
    expect(await alertsOf(refused)).toEqual([]);
    expect((await admin.get<Monitor>(`${ROOT}/${refused.id}`)).body.currentStatus).toBe("up");
    await inWatch((_watch, { sql }) => void sql.exec("DROP TRIGGER refuse"));
    await send([refused, beat({ status: "down" })]);
    await alertsCome(refused, ["alert"]);
  });

  it("ends the timers it can, and retries one that can't be stored", async () => {
    const [refused, other] = [
      await add("stuck", { autoIncidentMinutes: 5 }),
      await add("free", { autoIncidentMinutes: 5 }),
    ];
    await send([refused, beat({ status: "down" })], [other, beat({ status: "down" })]);
    await refuseItems(`NEW.item ->> '$.kind' = 'timer_end' AND NEW.item ->> '$.monitorId' = ${refused.id}`);
    pass(6 * 60_000);
    await ring();
    await eventually(async () => expect(await incidentsOf(other)).toBe(1));
    expect(await incidentsOf(refused)).toBe(0);
    // It retries after a pause.
    expect((await watch().health()).alarmAt).toBeGreaterThan(Date.now());
    await inWatch((_watch, { sql }) => void sql.exec("DROP TRIGGER refuse"));
    pass(61_000);
    await ring();
    await eventually(async () => expect(await incidentsOf(refused)).toBe(1));
  });

  it("stores other monitors' events while the database rejects one monitor's", async () => {
    const [refused, other] = [await add("unheard"), await add("heard")];
    await send([refused, beat()], [other, beat()]);
    await eventually(async () => expect((await watch().health()).outbox).toBe(0));
    await bindings.DB.prepare(
      `CREATE TRIGGER refuse BEFORE INSERT ON monitor_events WHEN NEW.monitor_id = ${refused.id}
       BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    ).run();
    await send([refused, beat({ status: "down" })], [other, beat({ status: "down" })]);
    await alertsCome(other, ["alert"]);
    await send([other, beat()]);
    await alertsCome(other, ["alert", "recovery"]);
    expect(await alertsOf(refused)).toEqual([]);
    await bindings.DB.exec("DROP TRIGGER refuse");
    pass(60_000);
    await inWatch((instance) => instance.revive());
    await alertsCome(refused, ["alert"]);
    expect((await watch().health()).outbox).toBe(0);
  });

  it("loads the other monitors of a plan when one can't be stored", async () => {
    await add("known");
    await inWatch((_watch, { sql }) => {
      sql.exec(
        "CREATE TRIGGER refuse BEFORE INSERT ON monitors WHEN NEW.plan ->> '$.name' = 'unstored' BEGIN SELECT RAISE(ABORT, 'refused'); END",
      );
    });
    const refused = await add("unstored");
    const other = await add("stored");
    await send([other, beat({ status: "down" })], [refused, beat({ status: "down" })]);
    await alertsCome(other, ["alert"]);
    await inWatch((_watch, { sql }) => void sql.exec("DROP TRIGGER refuse"));
    await watch().reload();
    await send([refused, beat({ status: "down" })]);
    await alertsCome(refused, ["alert"]);
  });
});
