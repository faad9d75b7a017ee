import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";
import type { madeOverride, OnCall, Schedule, ShiftResponse } from "../../../src/schema/schedule.ts";
import { addUser, bindings, setUp, Visitor } from "../client.ts";

const ADMIN = "/api/v1/admin";
const ROOT = `${ADMIN}/schedules`;
const LONG_AGO = Date.UTC(2026, 0, 5);

type Override = z.output<typeof madeOverride>;

let admin: Visitor;
let [ada, bo, gone] = [0, 0, 0];
let [ADA, BO, GONE] = ["", "", ""];
let count = 0;

beforeAll(async () => {
  admin = await setUp();
  const users = [await addUser("operator"), await addUser("operator"), await addUser("operator")];
  [ada, bo, gone] = users.map(({ id }) => id) as [number, number, number];
  [ADA, BO, GONE] = users.map(({ email }) => email) as [string, string, string];
});

const weekly = (userIds: number[]) => ({
  name: "Primary",
  startsAt: LONG_AGO,
  shift: { every: 1, unit: "week" },
  handoverAt: "09:00",
  userIds,
});
const add = async (body: object = {}) =>
  await admin.post<Schedule>(ROOT, {
    name: `Team ${++count}`,
    timeZone: "Europe/Warsaw",
    rotations: [weekly([ada, bo])],
    ...body,
  });
const hourFrom = (at: number) => Math.ceil(at / HOUR_MS) * HOUR_MS;

describe("an on-call schedule", () => {
  it("is returned as created, and can be changed by key with its version", async () => {
    const made = await add({ name: "Platform team" });
    expect(made).toMatchObject({
      status: 201,
      body: {
        key: "platform-team",
        version: 1,
        rotations: [{ ...weekly([ada, bo]) }],
        overrides: [],
        people: [
          { id: ada, email: ADA, hasLeft: false },
          { id: bo, email: BO, hasLeft: false },
        ],
        hasCalendar: false,
      },
    });
    const changed = await admin.patch<Schedule>(`${ROOT}/platform-team`, { name: "Platform", version: 1 });
    expect(changed.body).toMatchObject({ name: "Platform", version: 2 });
    const late = await admin.patch(`${ROOT}/platform-team`, { name: "Other", version: 1 });
    expect([late.status, late.body]).toMatchObject([409, { changedBy: "admin@example.com" }]);
    expect((await admin.patch(`${ROOT}/platform-team`, { key: "other" })).status).toBe(400);
    expect((await admin.delete(`${ROOT}/platform-team`)).status).toBe(204);
    expect((await admin.get(`${ROOT}/platform-team`)).status).toBe(404);
  });

  it.each([
    [{ timeZone: "+01:00" }, "timeZone"],
    [{ rotations: [{ ...weekly([1]), handoverAt: "9" }] }, "rotations[0].handoverAt"],
    [{ rotations: [{ ...weekly([1]), userIds: [] }] }, "rotations[0].userIds"],
    [{ rotations: [{ ...weekly([1]), userIds: [9999] }] }, "rotations[0].userIds[0]"],
    [
      { rotations: [{ ...weekly([1]), hours: [{ days: [8], from: "09:00", to: "17:00" }] }] },
      "rotations[0].hours[0].days[0]",
    ],
  ])("rejects %j", async (body, path) => {
    const answer = await add(body);
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });

  it("returns the shifts of up to 92 days, in a preview as well as saved", async () => {
    const { body } = await add();
    const [from, to] = [Date.UTC(2026, 9, 20), Date.UTC(2026, 10, 4)];
    const shifts = await admin.get<ShiftResponse[]>(`${ROOT}/${body.key}/shifts?from=${from}&to=${to}`);
    const { timeZone, rotations } = body;
    const preview = await admin.post(`${ADMIN}/on-call/preview`, { timeZone, rotations, from, to });
    expect(preview.body).toEqual(shifts.body);
    expect(shifts.body.map((shift) => new Date(shift.to).toISOString())).toEqual([
      "2026-10-26T08:00:00.000Z",
      "2026-11-02T08:00:00.000Z",
      "2026-11-04T00:00:00.000Z",
    ]);
    expect((await admin.get(`${ROOT}/${body.key}/shifts?from=0&to=${93 * DAY_MS}`)).status).toBe(400);
  });

  it("lists who is on call now and next, and gaps", async () => {
    const { body } = await add({ rotations: [weekly([ada])] });
    const empty = await add({ rotations: [] });
    const { now, next } = (await admin.get<OnCall>(`${ADMIN}/on-call`)).body;
    expect(now).toContainEqual(
      expect.objectContaining({
        scheduleKey: body.key,
        user: expect.objectContaining({ id: ada }),
        until: null,
      }),
    );
    expect(now).toContainEqual(expect.objectContaining({ scheduleKey: empty.body.key, user: null }));
    expect(next.some(({ scheduleKey }) => scheduleKey === body.key)).toBe(false);
  });
});

describe("a handover note", () => {
  it("is kept with author and time through other changes, and audited", async () => {
    const { body } = await add();
    expect(body.handover).toBeNull();
    const path = `${ROOT}/${body.key}`;
    const note = "Disk of db2 is nearly full.\nThe vendor calls back.";
    const left = await admin.patch<Schedule>(path, { handoverNote: ` ${note} ` });
    const kept = { text: note, by: "admin@example.com", at: expect.any(Number) };
    expect(left.body.handover).toEqual(kept);
    const { now } = (await admin.get<OnCall>(`${ADMIN}/on-call`)).body;
    expect(now.find(({ scheduleKey }) => scheduleKey === body.key)?.handover).toEqual(kept);
    expect((await admin.patch<Schedule>(path, { name: "Renamed" })).body.handover).toEqual(kept);
    expect((await admin.patch(path, { handoverNote: "x".repeat(4001) })).status).toBe(400);
    expect((await admin.patch<Schedule>(path, { handoverNote: "" })).body.handover).toBeNull();
    const { items } = (
      await admin.get<{ items: { details: { changes?: object } }[] }>(`${ADMIN}/audit?entityType=schedule`)
    ).body;
    expect(items.map(({ details }) => details.changes)).toEqual(
      expect.arrayContaining([{ handover: ["", note] }, { handover: [note, ""] }]),
    );
  });
});

describe("an override", () => {
  it("replaces a shift until it is deleted, and is audited", async () => {
    const { body } = await add({ rotations: [weekly([ada])] });
    const from = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const half = { userId: bo, from, to: from + DAY_MS };
    const made = await admin.post<Override>(`${ROOT}/${body.key}/overrides`, half);
    expect(made).toEqual(expect.objectContaining({ status: 201, body: { id: expect.any(Number), ...half } }));
    expect((await admin.get(`${ROOT}/${body.key}/overrides`)).body).toEqual([made.body]);
    const onCall = async () =>
      (await admin.get<OnCall>(`${ADMIN}/on-call`)).body.now.find((one) => one.scheduleKey === body.key)!;
    expect(await onCall()).toMatchObject({ user: { email: BO }, until: from + DAY_MS });
    const audit = await admin.get<{ items: object[] }>(`${ADMIN}/audit?entityType=schedule&limit=1`);
    expect(audit.body.items[0]).toMatchObject({ action: "Update", details: { fields: ["overrides"] } });
    const { id } = made.body;
    expect((await admin.delete(`${ROOT}/${body.key}/overrides/${id}`)).status).toBe(204);
    expect(await onCall()).toMatchObject({ user: { email: ADA } });
    expect((await admin.delete(`${ROOT}/${body.key}/overrides/${id}`)).status).toBe(404);
  });

  it("swaps two shifts completely or not at all", async () => {
    const { body } = await add();
    const at = hourFrom(Date.now() + DAY_MS);
    const half = (userId: number, from: number) => ({ userId, from, to: from + HOUR_MS });
    const refused = { ...half(ada, at), inReturn: half(9999, at + DAY_MS) };
    expect((await admin.post(`${ROOT}/${body.key}/overrides`, refused)).status).toBe(400);
    const swap = { ...half(ada, at), inReturn: half(bo, at + DAY_MS) };
    const made = await admin.post<Override>(`${ROOT}/${body.key}/overrides`, swap);
    expect(made.body).toMatchObject(swap);
    const { inReturn, ...override } = made.body;
    const stored = await admin.get<Schedule>(`${ROOT}/${body.key}`);
    expect(stored.body).toMatchObject({ version: 2, overrides: [override, inReturn] });
  });

  it("can be created with the schedule, and is replaced only by a new list", async () => {
    const at = hourFrom(Date.now() + DAY_MS);
    const half = (userId: number, from: number) => ({ userId, from, to: from + HOUR_MS });
    const { body } = await add({ overrides: [half(bo, at)] });
    expect(body.overrides).toMatchObject([half(bo, at)]);
    const path = `${ROOT}/${body.key}`;
    expect((await admin.patch<Schedule>(path, { name: "Other" })).body.overrides).toEqual(body.overrides);
    const overrides = [half(ada, at), half(bo, at + DAY_MS)];
    const changed = await admin.patch<Schedule>(path, { overrides });
    expect(changed.body).toMatchObject({ version: 3, overrides });
    const same = await admin.patch<Schedule>(path, { overrides: changed.body.overrides });
    expect(same.body).toEqual(changed.body);
    for (const refused of [half(9999, at), { ...half(bo, at), to: at }])
      expect((await admin.patch(path, { overrides: [refused] })).status).toBe(400);
    expect((await admin.patch<Schedule>(path, { overrides: [] })).body.overrides).toEqual([]);
  });

  it("is rejected if it ends before it starts", async () => {
    const { body } = await add();
    const answer = await admin.post(`${ROOT}/${body.key}/overrides`, {
      userId: ada,
      from: 120_000,
      to: 60_000,
    });
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ path: "to" }] } });
  });
});

describe("a deleted user", () => {
  it("stays in their schedules, but can't be added to new ones", async () => {
    const { body } = await add({ rotations: [weekly([gone])] });
    expect((await admin.delete(`${ADMIN}/users/${gone}`)).status).toBe(204);
    const left = { id: gone, email: GONE, name: "", hasLeft: true };
    expect((await admin.get<Schedule>(`${ROOT}/${body.key}`)).body.people).toEqual([left]);
    const { now } = (await admin.get<OnCall>(`${ADMIN}/on-call`)).body;
    expect(now.find((one) => one.scheduleKey === body.key)).toMatchObject({ user: left });
    const changed = await admin.patch<Schedule>(`${ROOT}/${body.key}`, { rotations: [weekly([gone, ada])] });
    expect(changed.status).toBe(200);
    expect((await add({ rotations: [weekly([gone])] })).status).toBe(400);
  });
});

describe("an on-call calendar", () => {
  const read = async (url: string) => await new Visitor().get<string>(new URL(url).pathname);

  it("contains a schedule's shifts, and returns 404 once revoked or replaced", async () => {
    const { body } = await add({ name: "Nights" });
    const { url } = (await admin.post<{ url: string }>(`${ROOT}/${body.key}/calendar`)).body;
    const calendar = await read(url);
    expect(calendar.headers.get("Content-Type")).toContain("text/calendar");
    expect(calendar.body).toContain(`SUMMARY:${ADA}`);
    const again = (await admin.post<{ url: string }>(`${ROOT}/${body.key}/calendar`)).body;
    expect((await read(url)).status).toBe(404);
    expect((await read(again.url)).status).toBe(200);
    await admin.delete(`${ROOT}/${body.key}/calendar`);
    expect((await read(again.url)).status).toBe(404);
    expect((await read("http://x/calendar/on-call/short.ics")).status).toBe(404);
  });

  it("has the start of the current shift, and no end if there is none within 92 days", async () => {
    const me = (await admin.get<{ user: { id: number } }>("/api/v1/auth/session")).body.user.id;
    const startsAt = hourFrom(Date.now() - 5 * DAY_MS);
    const alone = await add({ rotations: [{ ...weekly([me]), startsAt }] });
    const always = await add({ rotations: [weekly([me])], name: "Always" });
    const own = async (key: string) =>
      (await admin.get<{ shifts: { scheduleKey: string }[] }>("/api/v1/auth/shifts")).body.shifts.filter(
        ({ scheduleKey }) => scheduleKey === key,
      );
    expect(await own(alone.body.key)).toEqual([expect.objectContaining({ from: startsAt, to: null })]);
    expect(await own(always.body.key)).toEqual([expect.objectContaining({ from: null, to: null })]);
    for (const { body } of [alone, always]) await admin.delete(`${ROOT}/${body.key}`);
  });

  it("contains a user's own shifts, without those that others took over", async () => {
    const { body } = await add({ name: "Own", rotations: [weekly([ada])] });
    const from = hourFrom(Date.now());
    await admin.post(`${ROOT}/${body.key}/overrides`, { userId: bo, from, to: from + HOUR_MS });
    const { body: own } = await admin.get<{ shifts: unknown[]; hasCalendar: boolean }>("/api/v1/auth/shifts");
    expect(own).toEqual({ shifts: [], hasCalendar: false });
    const { url } = (await admin.post<{ url: string }>("/api/v1/auth/shifts/calendar")).body;
    expect((await read(url)).body).not.toContain("BEGIN:VEVENT");
    const me = (await admin.get<{ user: { id: number } }>("/api/v1/auth/session")).body.user.id;
    await admin.post(`${ROOT}/${body.key}/overrides`, { userId: me, from, to: from + HOUR_MS });
    const events = (await read(url)).body.match(/BEGIN:VEVENT/g);
    expect(events).toHaveLength(1);
    expect((await read(url)).body).toContain("SUMMARY:On call: Own");
    await admin.delete("/api/v1/auth/shifts/calendar");
    expect((await read(url)).status).toBe(404);
  });

  it("stores only hashes of its tokens", async () => {
    const { body } = await add();
    const { url } = (await admin.post<{ url: string }>(`${ROOT}/${body.key}/calendar`)).body;
    const token = /([\w-]{32})\.ics$/.exec(url)![1]!;
    const rows = await bindings.DB.prepare("SELECT token_hash FROM calendar_links").all();
    expect(JSON.stringify(rows.results)).not.toContain(token);
  });
});

describe("schedule documents", () => {
  const yaml = { headers: { "Content-Type": "application/yaml" } };
  const importing = async (text: string) =>
    await admin.post<{ summary: object; problems: object[]; changes: object[] }>(
      `${ADMIN}/config/apply?kind=Schedule`,
      text,
      yaml,
    );

  it("export and import without changes, with users by email", async () => {
    const { body } = await add({
      key: "as-code",
      rotations: [{ ...weekly([bo, ada]), hours: [{ days: [6, 7], from: "00:00", to: "00:00" }] }],
    });
    const from = hourFrom(Date.now() + DAY_MS);
    await admin.post(`${ROOT}/${body.key}/overrides`, { userId: ada, from, to: from + HOUR_MS });
    const exported = (await admin.get<string>(`${ADMIN}/config/export?kind=Schedule&key=as-code`)).body;
    expect(exported).toContain("kind: Schedule");
    expect(exported).toContain(`- ${BO}`);
    expect((await importing(exported)).body.summary).toEqual({ create: 0, update: 0, unchanged: 1 });
    const other = exported.replace("every: 1", "every: 2").replaceAll("as-code", "copied");
    expect((await importing(other)).body.summary).toEqual({ create: 1, update: 0, unchanged: 0 });
    const copied = (await admin.get<Schedule>(`${ROOT}/copied`)).body;
    expect(copied).toMatchObject({
      rotations: [{ userIds: [bo, ada], shift: { every: 2 } }],
      overrides: [{ userId: ada, from }],
    });
    const without = other.replace(/overrides:[\s\S]*/, "overrides: []\n");
    expect((await importing(without)).body.changes).toMatchObject([
      { action: "update", fields: ["overrides"] },
    ]);
    expect((await admin.get<Schedule>(`${ROOT}/copied`)).body.overrides).toEqual([]);
  });

  it("report an unknown user", async () => {
    const text = [
      "kind: Schedule",
      "key: nobody",
      "name: Nobody",
      "rotations:",
      "  - name: A",
      "    startsAt: 2026-01-05T09:00:00Z",
      "    shift: { every: 1, unit: week }",
      "    handoverAt: '09:00'",
      "    users: [nobody@example.com]",
    ].join("\n");
    expect(await importing(text)).toMatchObject({
      status: 400,
      body: { problems: [{ path: "Schedule[nobody].rotations[0].users[0]" }] },
    });
  });
});
