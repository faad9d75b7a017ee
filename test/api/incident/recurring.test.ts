import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openDb, save } from "../../../src/data/db.ts";
import { takeTurns } from "../../../src/data/maintenance_turn.ts";
import type { Maintenance } from "../../../src/schema/maintenance.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { turnMaintenance } from "../../../src/service/incident/occurrence.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { nextSummerTime } from "../../summer_time.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { addBeating, beat, place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/maintenance";
const SETTINGS = "/api/v1/admin/subscribers/settings";
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
let admin: Visitor;
let shop: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  await place(admin, [shop]);
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of (await admin.get<Maintenance[]>(ROOT)).body) await admin.delete(`${ROOT}/${id}`);
});

function daily(fromNowMs: number, more: object = {}) {
  const startsAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + fromNowMs;
  const recurrence = { every: "day" };
  return { name: "Backup", startsAt, endsAt: startsAt + HOUR_MS, monitorIds: [shop.id], recurrence, ...more };
}

async function plan(body: object): Promise<Maintenance> {
  const made = await admin.post<Maintenance>(ROOT, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body;
}

const read = async (id: number) => (await admin.get<Maintenance>(`${ROOT}/${id}`)).body;
const startsOf = ({ occurrences }: Maintenance) => occurrences.map(({ startsAt }) => startsAt);

describe("recurring maintenance", () => {
  it("is returned with its rule and its next ten occurrences, in local time of its time zone", async () => {
    const change = nextSummerTime();
    const startsAt = change - 2 * DAY_MS + HOUR_MS / 2;
    const made = await plan({
      name: "Backup",
      startsAt,
      endsAt: startsAt + HOUR_MS,
      allMonitors: true,
      timezone: "Europe/Warsaw",
      recurrence: { every: "day" },
      announceHours: 6,
    });
    expect(made).toMatchObject({
      startsAt,
      endsAt: startsAt + HOUR_MS,
      timezone: "Europe/Warsaw",
      announceHours: 6,
      version: 1,
      recurrence: { every: "day", interval: 1 },
      status: "not_started",
      skipped: [],
    });
    expect(made.occurrences).toHaveLength(10);
    // 02:30 doesn't exist on the day when clocks change. After that day, the UTC time is an hour earlier.
    expect(startsOf(made).slice(0, 4)).toEqual([
      startsAt,
      startsAt + DAY_MS,
      change,
      change + DAY_MS - HOUR_MS / 2,
    ]);
    expect(await read(made.id)).toEqual(made);
    expect((await admin.get<Maintenance[]>(ROOT)).body).toEqual([made]);
  });

  it("shows each occurrence in the visitor's language", async () => {
    await admin.post("/api/v1/admin/locales", { code: "de", name: "Deutsch", published: true });
    const made = await plan(daily(-HOUR_MS / 2, { locales: { de: { name: "Sicherung" } } }));
    const names = async () => {
      forgetPage();
      const page = await new Visitor().get<PublicPage>("/api/v1/public/page?lang=de");
      return page.body.maintenances.map(({ name }) => name);
    };
    expect(await names()).toContain("Sicherung");
    await admin.patch(`${ROOT}/${made.id}`, { locales: { de: { name: "Datensicherung" } } });
    expect(await names()).toContain("Datensicherung");
  });

  it("is rejected with the path of the invalid field", async () => {
    const wrongs = [
      [{ recurrence: { every: "year" } }, "recurrence.every"],
      [{ recurrence: { every: "day", interval: 0 } }, "recurrence.interval"],
      [{ recurrence: { every: "day", weekdays: ["mon"] } }, "recurrence.weekdays"],
      [{ recurrence: { every: "week", monthDay: 3 } }, "recurrence.monthDay"],
      [{ recurrence: { every: "month", monthDay: 0 } }, "recurrence.monthDay"],
      [{ recurrence: { every: "day", until: 1 } }, "recurrence.until"],
      [{ recurrence: { every: "day", until: 2e12, count: 2 } }, "recurrence.count"],
      [{ timezone: "Mars/Olympus" }, "timezone"],
      [{ announceHours: -1 }, "announceHours"],
      [{ endsAt: daily(0).startsAt + 3 * DAY_MS }, "endsAt"],
    ] as const;
    for (const [wrong, path] of wrongs) {
      const { status, body } = await admin.post<{ problems: { path: string }[] }>(ROOT, {
        ...daily(HOUR_MS),
        ...wrong,
      });
      expect([wrong, status, body.problems.map((problem) => problem.path)]).toEqual([wrong, 400, [path]]);
    }
  });

  it("ends after its count, which includes skipped occurrences", async () => {
    const made = await plan(daily(HOUR_MS, { recurrence: { every: "day", count: 3 } }));
    expect(startsOf(made)).toHaveLength(3);
    const at = made.occurrences[1]?.occurrenceAt;
    const skipped = await admin.post<Maintenance>(`${ROOT}/${made.id}/occurrences/skip`, {
      occurrenceAt: at,
    });
    expect([skipped.status, startsOf(skipped.body).length, skipped.body.skipped]).toEqual([200, 2, [at]]);
  });

  it("can't become one-off, and one-off maintenance can become recurring only before it starts", async () => {
    const made = await plan(daily(HOUR_MS));
    expect((await admin.patch(`${ROOT}/${made.id}`, { recurrence: null })).status).toBe(409);
    const running = await plan({ ...daily(-MINUTE_MS), recurrence: null });
    const change = { recurrence: { every: "day" } };
    expect((await admin.patch(`${ROOT}/${running.id}`, change)).status).toBe(409);
    const coming = await plan({ ...daily(HOUR_MS), recurrence: null });
    const changed = await admin.patch<Maintenance>(`${ROOT}/${coming.id}`, change);
    expect([changed.status, changed.body.occurrences.length]).toEqual([200, 10]);
  });

  it("suppresses alerts in its second occurrence too, and no longer after it ends", async () => {
    const made = await plan(daily(-DAY_MS - MINUTE_MS));
    expect(made.status).toBe("in_progress");
    const seen = async () =>
      (await admin.get<Monitor>(`/api/v1/admin/monitors/${shop.id}`)).body.underMaintenance;
    expect(await seen()).toBe(true);
    expect((await admin.get<Maintenance[]>(`${ROOT}/active`)).body).toMatchObject([{ id: made.id }]);
    await beat(admin, shop, "down");
    expect(await suppressed()).toEqual([true]);
    await admin.post(`${ROOT}/${made.id}/end`);
    expect([await seen(), (await read(made.id)).status]).toEqual([false, "not_started"]);
    await beat(admin, shop, "down");
    expect(await suppressed()).toEqual([true, false]);
    await beat(admin, shop, "up");
  });

  async function suppressed(): Promise<boolean[]> {
    const { results } = await bindings.DB.prepare(
      "SELECT body FROM monitor_events WHERE monitor_id = ? ORDER BY at, id",
    )
      .bind(shop.id)
      .all<{ body: string }>();
    return results.map(({ body }) => JSON.parse(body).isSuppressed);
  }
});

describe("an occurrence", () => {
  const decide = async (id: number, deed: string, body: object) =>
    await admin.post<Maintenance & { error: string }>(`${ROOT}/${id}/occurrences/${deed}`, body);

  it("can be skipped, moved and restored, and rejects an outdated version", async () => {
    const made = await plan(daily(HOUR_MS));
    const [first, second, third] = startsOf(made) as [number, number, number];
    const skipped = await decide(made.id, "skip", { occurrenceAt: first, version: 1 });
    expect([skipped.status, startsOf(skipped.body)[0], skipped.body.version]).toEqual([200, second, 2]);
    expect((await decide(made.id, "skip", { occurrenceAt: second, version: 1 })).status).toBe(409);
    const times = { startsAt: second + HOUR_MS, endsAt: second + 3 * HOUR_MS };
    const moved = await decide(made.id, "move", { occurrenceAt: second, version: 2, ...times });
    expect(moved.body.occurrences.slice(0, 2)).toEqual([
      { occurrenceAt: second, ...times, moved: true },
      { occurrenceAt: third, startsAt: third, endsAt: third + HOUR_MS, moved: false },
    ]);
    await decide(made.id, "restore", { occurrenceAt: first });
    const restored = await decide(made.id, "restore", { occurrenceAt: second });
    expect([startsOf(restored.body), restored.body.skipped]).toEqual([startsOf(made), []]);
    const { body: entries } = await admin.get<{ items: { action: string; entityId: number }[] }>(
      "/api/v1/admin/audit?entityType=maintenance",
    );
    const own = entries.items.filter(({ entityId }) => entityId === made.id);
    expect(own.map(({ action }) => action)).toEqual(["Update", "Update", "Update", "Update", "Create"]);
  });

  it("can't be skipped or moved in impossible ways, and the response says why", async () => {
    const made = await plan(daily(-DAY_MS - MINUTE_MS));
    const [running, next] = startsOf(made) as [number, number];
    const over = running - DAY_MS;
    const refusals = [
      ["skip", { occurrenceAt: next + 1 }, 400],
      ["skip", { occurrenceAt: running }, 409],
      ["skip", { occurrenceAt: over }, 409],
      ["move", { occurrenceAt: running, startsAt: next - HOUR_MS, endsAt: next }, 409],
      ["move", { occurrenceAt: next, startsAt: next, endsAt: next }, 400],
      ["move", { occurrenceAt: next, startsAt: over, endsAt: over + 1 }, 400],
    ] as const;
    for (const [deed, body, status] of refusals) {
      const reply = await decide(made.id, deed, body);
      expect([deed, body, reply.status, reply.body.error.length > 10]).toEqual([deed, body, status, true]);
    }
    const longer = { occurrenceAt: running, startsAt: running, endsAt: running + 2 * HOUR_MS };
    expect((await decide(made.id, "move", longer)).status).toBe(200);
    const once = await plan({ ...daily(HOUR_MS), recurrence: null });
    expect((await decide(once.id, "skip", { occurrenceAt: once.startsAt })).status).toBe(409);
  });
});

describe("a maintenance notification", () => {
  const ALL = ["maintenance.scheduled", "maintenance.started", "maintenance.completed"];
  const allow = async (allowedEvents: string[]) =>
    await admin.put(SETTINGS, { enabled: true, allowedEvents });

  async function eventsOf(name: string): Promise<string[]> {
    const { results } = await bindings.DB.prepare(
      "SELECT type, body FROM public_events WHERE body ->> 'name' = ? ORDER BY at, type DESC",
    )
      .bind(name)
      .all<{ type: string; body: string }>();
    return results.map(({ type, body }) => {
      const { change, startsAt } = JSON.parse(body);
      return `${type.split(".")[1]} ${change} ${new Date(startsAt).toISOString()}`;
    });
  }

  const shown = (...facts: (readonly [string, number])[]) =>
    facts.map(([what, at]) => `${what} ${what} ${new Date(at).toISOString()}`);

  it("is sent once per occurrence when announced, started and completed, however often cron runs", async () => {
    await allow(ALL);
    const made = await plan(daily(3 * HOUR_MS, { name: "Once", announceHours: 2 }));
    const [first, second] = startsOf(made) as [number, number];
    const stepsTo = async (now: number) => {
      await Promise.all([runHousekeeping(bindings, now), runHousekeeping(bindings, now)]);
      await runHousekeeping(bindings, now);
      return await eventsOf("Once");
    };
    const [announced, started, completed] = [
      ["scheduled", first],
      ["started", first],
      ["completed", first],
    ] as const;
    expect(await stepsTo(first - 2 * HOUR_MS - 1)).toEqual([]);
    expect(await stepsTo(first - 2 * HOUR_MS)).toEqual(shown(announced));
    expect(await stepsTo(first)).toEqual(shown(announced, started));
    expect(await stepsTo(first + HOUR_MS)).toEqual(shown(announced, started, completed));
    await turnMaintenance(bindings, second - 2 * HOUR_MS);
    expect(await eventsOf("Once")).toEqual(shown(announced, started, completed, ["scheduled", second]));
  });

  it("is sent after an interrupted or late run, once per step", async () => {
    await allow(ALL);
    const made = await plan(daily(3 * HOUR_MS, { name: "Late", announceHours: 2 }));
    const [first] = startsOf(made) as [number];
    const late = first + 2 * HOUR_MS;
    // Simulates a crash after the first transaction.
    await save(openDb(bindings.DB), takeTurns(late));
    await runHousekeeping(bindings, late);
    await runHousekeeping(bindings, late);
    const events = await eventsOf("Late");
    expect([...events].sort()).toEqual(shown(["completed", first], ["started", first]));
    const rows = await bindings.DB.prepare("SELECT count(*) AS n FROM maintenance WHERE series_id = ?")
      .bind(made.id)
      .first<{ n: number }>();
    expect(rows?.n).toBe(11);
  });

  it("is sent for one-off maintenance too, but only for event types that are enabled", async () => {
    await allow(["maintenance.scheduled"]);
    const quiet = daily(HOUR_MS, { name: "Quiet", recurrence: null });
    await plan(quiet);
    await runHousekeeping(bindings, quiet.endsAt);
    expect(await eventsOf("Quiet")).toEqual(shown(["scheduled", quiet.startsAt]));
    await allow(ALL);
    const loud = daily(HOUR_MS, { name: "Loud", recurrence: null });
    await plan(loud);
    await runHousekeeping(bindings, loud.startsAt);
    await runHousekeeping(bindings, loud.endsAt);
    expect(await eventsOf("Loud")).toEqual(
      shown(["scheduled", loud.startsAt], ["started", loud.startsAt], ["completed", loud.startsAt]),
    );
  });

  it("is not sent for maintenance that ended over a day ago, such as after a restore", async () => {
    await allow(ALL);
    const old = daily(HOUR_MS, { name: "Old", recurrence: null });
    await plan(old);
    await turnMaintenance(bindings, old.endsAt + 25 * HOUR_MS);
    expect(await eventsOf("Old")).toEqual(shown(["scheduled", old.startsAt]));
  });

  it("is sent again when an announced occurrence is moved, skipped or deleted", async () => {
    const made = await plan(daily(HOUR_MS, { name: "Changed" }));
    const [first, second] = startsOf(made) as [number, number];
    const path = `${ROOT}/${made.id}/occurrences`;
    await admin.post(`${path}/skip`, { occurrenceAt: second });
    const times = { startsAt: first + HOUR_MS, endsAt: first + 2 * HOUR_MS };
    await admin.post(`${path}/move`, { occurrenceAt: first, ...times });
    await admin.patch(`${ROOT}/${made.id}`, { startsAt: first + 60_000, endsAt: first + HOUR_MS });
    const changes = async () => (await eventsOf("Changed")).map((text) => text.split(" ")[1]).sort();
    expect(await changes()).toEqual(["rescheduled", "rescheduled", "scheduled"]);
    await admin.delete(`${ROOT}/${made.id}`);
    expect(await changes()).toEqual(["cancelled"]);
  });
});

describe("recurring maintenance on the page and in the calendar", () => {
  const page = async () =>
    (
      await new Visitor().get<{ maintenances: { id: number; startsAt: string; status: string }[] }>(
        "/api/v1/public/page",
      )
    ).body.maintenances;
  const calendar = async () => {
    const { body } = await admin.get<string>("/api/v1/public/maintenance.ics");
    return String(body).replaceAll("\r\n ", "").split("\r\n");
  };

  it("is shown while an occurrence runs, and again once the next one is announced", async () => {
    const made = await plan(daily(-MINUTE_MS, { announceHours: 24 }));
    const [running, next] = startsOf(made) as [number, number];
    expect(await page()).toMatchObject([
      { startsAt: new Date(running).toISOString(), status: "in_progress" },
    ]);
    await admin.post(`${ROOT}/${made.id}/end`);
    const shown = await page();
    expect(shown).toMatchObject([{ startsAt: new Date(next).toISOString(), status: "not_started" }]);
    expect(shown[0]?.id).not.toBe(made.id);
    for (const id of [made.id, shown[0]?.id]) {
      const reply = await new Visitor().get(`/maintenance/${id}`);
      expect([reply.status, String(reply.body).includes("Backup")]).toEqual([200, true]);
    }
    await admin.patch(`${ROOT}/${made.id}`, { announceHours: 1 });
    expect(await page()).toEqual([]);
  });

  it("is shown with its rule and next time in the visitor's language", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const made = await plan(daily(-MINUTE_MS, { recurrence: { every: "week" }, timezone: "Asia/Tokyo" }));
    const startsAt = new Date(made.startsAt);
    const nextAt = new Date(made.startsAt + 7 * DAY_MS).toISOString();
    const dayIn = (locale: string) =>
      startsAt.toLocaleDateString(locale, { weekday: "long", timeZone: "Asia/Tokyo" });
    const [shown] = await page();
    const weekday = dayIn("en").slice(0, 3).toLowerCase();
    const rule = { every: "week", interval: 1, weekdays: [weekday], timezone: "Asia/Tokyo", nextAt };
    expect(shown).toMatchObject({ recurrence: rule });
    for (const path of ["/", `/maintenance/${shown?.id}`]) {
      const [en, pl] = await Promise.all(
        ["en", "pl"].map(async (code) => {
          const { body } = await new Visitor().get<string>(`${path}?lang=${code}`);
          return body.replaceAll(/<!--.*?-->/g, "");
        }),
      );
      expect(en).toContain(`Every week on ${dayIn("en")} (Asia/Tokyo), then on <time datetime="${nextAt}"`);
      expect(pl).toContain(`Co tydzień: ${dayIn("pl")} (Asia/Tokyo), potem <time datetime="${nextAt}"`);
    }
    await admin.patch(`${ROOT}/${made.id}`, { recurrence: { every: "week", count: 1 } });
    expect((await page())[0]).toMatchObject({ recurrence: { ...rule, nextAt: null } });
    const once = await plan(daily(-MINUTE_MS, { recurrence: undefined }));
    expect((await page()).find(({ id }) => id === once.id)).not.toHaveProperty("recurrence");
  });

  it("has its rule, skipped occurrences and moved occurrences in the calendar", async () => {
    const startsAt = Date.UTC(2030, 0, 1, 1, 30);
    const made = await plan({
      name: "Backup",
      startsAt,
      endsAt: startsAt + HOUR_MS,
      allMonitors: true,
      timezone: "Europe/Warsaw",
      recurrence: { every: "week", weekdays: ["tue", "thu"], until: Date.UTC(2030, 11, 31) },
    });
    const [, second, third] = startsOf(made) as [number, number, number];
    const path = `${ROOT}/${made.id}/occurrences`;
    await admin.post(`${path}/skip`, { occurrenceAt: second });
    const times = { startsAt: third + HOUR_MS, endsAt: third + 3 * HOUR_MS };
    await admin.post(`${path}/move`, { occurrenceAt: third, ...times });
    expect(await calendar()).not.toContain("BEGIN:VEVENT");
    await bindings.DB.prepare("UPDATE maintenance SET announce_at = 1 WHERE series_id = ?")
      .bind(made.id)
      .run();
    const lines = await calendar();
    for (const line of [
      "TZID:Europe/Warsaw",
      "DTSTART;TZID=Europe/Warsaw:20300101T023000",
      "DTEND;TZID=Europe/Warsaw:20300101T033000",
      "RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=TU,TH;UNTIL=20301231T000000Z",
      "EXDATE;TZID=Europe/Warsaw:20300103T023000",
      "RECURRENCE-ID;TZID=Europe/Warsaw:20300108T023000",
      "DTSTART;TZID=Europe/Warsaw:20300108T033000",
    ])
      expect(lines).toContain(line);
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2);
    expect(new Set(lines.filter((line) => line.startsWith("UID:"))).size).toBe(1);
  });
});
