import { beforeAll, describe, expect, it } from "vitest";
import { openDb, save } from "../../../src/data/db.ts";
import { takeReminder } from "../../../src/data/incident_reminder.ts";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import type { Incident } from "../../../src/schema/incident.ts";
import { remindAuthors } from "../../../src/service/incident/remind.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { addToken, bindings, ADMIN as PERSON, setUp, type Visitor } from "../client.ts";
import { mailsTo, openSubscriptions } from "../subscriber/visitor.ts";

const ROOT = "/api/v1/admin/incidents";
const HOUR_MS = 3_600_000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  await openSubscriptions(admin);
});

const open = async (body: object = {}, by = admin) => {
  const given = { title: "Stuck", status: "investigating", impact: "minor", body: "Looking.", nagHours: 2 };
  return (await by.post<Incident>(ROOT, { ...given, ...body })).body;
};
const reminders = async (email: string = PERSON.email) =>
  (await mailsTo(email)).filter((mail) => mail.includes("Post an update or resolve it."));
const remind = async (now: number) => await remindAuthors(bindings, now);

async function sentBy(work: () => Promise<unknown>, email?: string): Promise<number> {
  const before = (await reminders(email)).length;
  await work();
  return (await reminders(email)).length - before;
}

describe("a reminder about an open incident", () => {
  it("is sent once per interval to its authors until an update is posted", async () => {
    const { id, createdAt, overdueAt } = await open();
    expect(overdueAt).toBe(createdAt + 2 * HOUR_MS);
    expect(await sentBy(() => remind(createdAt + 2 * HOUR_MS - 1))).toBe(0);
    const due = createdAt + 2 * HOUR_MS;
    expect(await sentBy(() => Promise.all([remind(due), remind(due), remind(due)]))).toBe(1);
    expect(await sentBy(() => remind(due + 2 * HOUR_MS - 1))).toBe(0);
    expect(await sentBy(() => remind(due + 2 * HOUR_MS))).toBe(1);
    expect((await reminders()).at(-1)).toContain("Stuck");
    const { body } = await admin.post<Incident>(`${ROOT}/${id}/updates`, {
      body: "News.",
      status: "identified",
    });
    expect(body.overdueAt).toBe((body.updates[0]?.postedAt ?? 0) + 2 * HOUR_MS);
    await admin.post(`${ROOT}/${id}/updates`, { body: "Over.", status: "resolved" });
    expect(await sentBy(() => remind(due + 99 * HOUR_MS))).toBe(0);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is sent by cron", async () => {
    const { id, createdAt } = await open();
    expect(await sentBy(() => runHousekeeping(bindings, createdAt + 2 * HOUR_MS))).toBe(1);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is delayed by a posted update, but not by a scheduled one", async () => {
    const { id, createdAt } = await open();
    const publishAt = createdAt + HOUR_MS;
    const planned = { body: "Later.", status: "monitoring", publishAt };
    const { body } = await admin.post<Incident>(`${ROOT}/${id}/updates`, planned);
    expect(body.overdueAt).toBe(createdAt + 2 * HOUR_MS);
    expect(await sentBy(() => remind(createdAt + 2 * HOUR_MS))).toBe(1);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is not sent for a draft, a resolved incident, or without an interval", async () => {
    const made = [
      await open({ draft: true }),
      await open({ status: "resolved" }),
      await open({ nagHours: null }),
    ];
    expect(made.map(({ overdueAt }) => overdueAt)).toEqual([null, null, null]);
    expect(await sentBy(() => remind(Date.now() + 99 * HOUR_MS))).toBe(0);
    for (const { id } of made) await admin.delete(`${ROOT}/${id}`);
  });

  it("is sent to everyone who can post updates if no user has worked on the incident", async () => {
    const token = await addToken(admin, ["incidents:write"]);
    const { id, createdAt } = await open({}, token);
    expect(await sentBy(() => remind(createdAt + 2 * HOUR_MS))).toBe(1);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("can be turned on and off later, and its due time appears on the dashboard", async () => {
    const { id } = await open({ nagHours: null });
    const change = async (nagHours: number | null) =>
      (await admin.patch<Incident>(`${ROOT}/${id}`, { nagHours })).body.overdueAt;
    const onBoard = async () =>
      (await admin.get<Dashboard>("/api/v1/admin/dashboard")).body.incidents?.find((one) => one.id === id)
        ?.overdueAt;
    expect(await onBoard()).toBe(null);
    const overdueAt = await change(1);
    expect(overdueAt).not.toBe(null);
    expect(await onBoard()).toBe(overdueAt);
    expect(await change(null)).toBe(null);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is retried after ten minutes if no email could be sent", async () => {
    const { id, createdAt } = await open();
    const due = createdAt + 2 * HOUR_MS;
    const SMTP = "/api/v1/admin/notifications/smtp";
    const { port } = (await admin.get<{ port: number }>(SMTP)).body;
    await admin.put(SMTP, { port: 1 });
    expect(await sentBy(() => remind(due))).toBe(0);
    await admin.put(SMTP, { port });
    expect(await sentBy(() => remind(due + 9 * 60_000))).toBe(0);
    expect(await sentBy(() => remind(due + 10 * 60_000))).toBe(1);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is sent for each of several incidents at once, and not again 11 minutes later", async () => {
    const made = [];
    for (const name of ["a", "b", "c"]) made.push(await open({ title: `${name}, all three together` }));
    const due = Math.max(...made.map(({ createdAt }) => createdAt)) + 2 * HOUR_MS;
    expect(await sentBy(() => remind(due))).toBe(3);
    expect(await sentBy(() => remind(due + 11 * 60_000))).toBe(0);
    for (const { id } of made) await admin.delete(`${ROOT}/${id}`);
  });

  it("is sent once more if the sender stopped before sending it", async () => {
    const { id, createdAt } = await open();
    const due = createdAt + 2 * HOUR_MS;
    const taken = due - 2 * HOUR_MS + 10 * 60_000;
    await save(openDb(bindings.DB), [takeReminder({ id, naggedAt: null }, taken)]);
    expect(await sentBy(() => remind(due + 9 * 60_000))).toBe(0);
    expect(await sentBy(() => remind(due + 10 * 60_000))).toBe(1);
    expect(await sentBy(() => remind(due + 2 * HOUR_MS))).toBe(0);
    expect(await sentBy(() => remind(due + 10 * 60_000 + 2 * HOUR_MS))).toBe(1);
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is sent again as the same message if the sender stopped before recording it", async () => {
    const { id, createdAt } = await open();
    const due = createdAt + 2 * HOUR_MS;
    const ids = async () =>
      (await reminders()).map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]).slice(before.length);
    const before = await reminders();
    await remind(due);
    await bindings.DB.prepare("UPDATE incidents SET nagged_at = NULL WHERE id = ?").bind(id).run();
    await remind(due + 10 * 60_000);
    await remind(due + 10 * 60_000 + 2 * HOUR_MS);
    const [first, second, third] = await ids();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    await admin.delete(`${ROOT}/${id}`);
  });

  it.each([0, 721, 1.5, "two"])("can't be set to %s hours", async (nagHours) => {
    const body = { title: "x", status: "investigating", impact: "minor", nagHours };
    expect((await admin.post(ROOT, body)).status).toBe(400);
  });
});
