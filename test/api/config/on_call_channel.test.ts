import { beforeAll, describe, expect, it } from "vitest";
import { addUser, setUp, type Visitor } from "../client.ts";
import { apply, channel, exportText, listChannels, pathsOf, type Refusal } from "./client.ts";

const ALL = "?kind=all";
let admin: Visitor;
let ada: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  admin = await setUp();
  ada = await addUser("operator");
});

const schedule = {
  kind: "Schedule",
  key: "nights",
  name: "Nights",
  timeZone: "Europe/Warsaw",
  rotations: [],
};
const rotation = (email: string) => ({
  name: "All",
  startsAt: "2026-01-05T09:00:00Z",
  shift: { every: 1, unit: "week" },
  handoverAt: "09:00",
  users: [email],
});
const wake = (steps: readonly object[], scheduleKey = "nights") =>
  channel("wake", { type: "on_call", config: { scheduleKey, steps } });

describe("an on_call channel document", () => {
  it("references users by email, and its schedule and channels by key", async () => {
    const steps = [{ target: { users: [ada.email.toUpperCase()] } }, { target: { channelKey: "team" } }];
    const made = await apply(admin, [wake(steps), channel("team"), schedule], ALL);
    expect(made.body).toMatchObject({ summary: { create: 3 } });
    const stored = (await listChannels(admin)).find(({ key }) => key === "wake");
    expect(stored?.config).toMatchObject({
      steps: [{ target: { userIds: [ada.id] } }, { target: { channelKey: "team" } }],
    });
    const text = await exportText(admin, "?kind=NotificationChannel&key=wake");
    expect(text).toContain(ada.email);
    expect((await apply(admin, text)).body).toMatchObject({ summary: { unchanged: 1, update: 0 } });
  });

  it("finds a user who was deleted and added again", async () => {
    const bo = await addUser("operator");
    const nights = { ...schedule, key: "again", rotations: [rotation(bo.email)] };
    const documents = [{ ...wake([{ target: { users: [bo.email] } }], "again"), key: "wake-again" }, nights];
    await apply(admin, documents, ALL);
    await admin.delete(`/api/v1/admin/users/${bo.id}`);
    const { body } = await admin.post<{ user: { id: number } }>("/api/v1/admin/users", {
      email: bo.email,
      role: "operator",
    });
    expect((await apply(admin, documents, ALL)).body).toMatchObject({ summary: { update: 2 } });
    const stored = (await listChannels(admin)).find(({ key }) => key === "wake-again");
    expect(stored?.config).toMatchObject({ steps: [{ target: { userIds: [body.user.id] } }] });
    expect((await apply(admin, documents, ALL)).body).toMatchObject({ summary: { unchanged: 2 } });
  });

  it("keeps a user who was deleted, but gets no other one", async () => {
    const [cy, di] = [await addUser("operator"), await addUser("operator")];
    const steps = [{ target: { users: [cy.email] } }];
    await apply(admin, [{ ...wake(steps), key: "wake-kept" }, schedule], ALL);
    for (const { id } of [cy, di]) await admin.delete(`/api/v1/admin/users/${id}`);
    const text = await exportText(admin, "?kind=NotificationChannel&key=wake-kept");
    expect((await apply(admin, text)).body).toMatchObject({ summary: { unchanged: 1, update: 0 } });
    const other = await apply(admin, text.replace(cy.email, di.email));
    expect(pathsOf(other)).toEqual(["NotificationChannel[wake-kept].config.steps[0].target.users[0]"]);
    expect((await apply(admin, text.replace("wake-kept", "wake-copied"))).status).toBe(400);
  });

  it("keeps a channel that was deleted, but gets no other one", async () => {
    const steps = [{ target: { channelKey: "leaving" } }];
    await apply(admin, [{ ...wake(steps), key: "wake-left" }, channel("leaving"), schedule], ALL);
    const leaving = (await listChannels(admin)).find(({ key }) => key === "leaving");
    await admin.delete(`/api/v1/admin/notifications/channels/${leaving?.id}`);
    const text = await exportText(admin, "?kind=NotificationChannel&key=wake-left");
    expect((await apply(admin, text)).body).toMatchObject({ summary: { unchanged: 1, update: 0 } });
    const other = await apply(admin, text.replace("channelKey: leaving", "channelKey: nowhere"));
    expect(pathsOf(other)).toEqual(["NotificationChannel[wake-left].config.steps[0].target.channelKey"]);
    expect((await apply(admin, text.replace("wake-left", "wake-other"))).status).toBe(400);
  });

  it("keeps its type, because its open alerts have people and steps", async () => {
    const steps = [{ target: { users: [ada.email] } }];
    const [fixed, hook] = [{ ...wake(steps), key: "fixed" }, channel("plain")];
    expect((await apply(admin, [fixed, hook, schedule], ALL)).status).toBe(200);
    const [asHook, asOnCall] = [channel("fixed"), { ...wake(steps), key: "plain" }];
    expect(pathsOf(await apply(admin, [asHook, asOnCall]))).toEqual([
      "NotificationChannel[fixed].type",
      "NotificationChannel[plain].type",
    ]);
    const { id } = (await listChannels(admin)).find(({ key }) => key === "fixed")!;
    const change = { type: "webhook", config: { url: "https://hook.example/" } };
    const refused = await admin.patch<Refusal>(`/api/v1/admin/notifications/channels/${id}`, change);
    expect([refused.status, refused.body.problems?.[0]?.path]).toEqual([400, "type"]);
  });

  it("reports the step with an unknown user or channel", async () => {
    const steps = [{ target: { users: ["nobody@example.com"] } }, { target: { channelKey: "none" } }];
    const refused = await apply(admin, [wake(steps, "days")]);
    expect(refused.status).toBe(400);
    expect(pathsOf(refused).map((path) => path.replace(/^.*?\.config/, "config"))).toEqual([
      "config.scheduleKey",
      "config.steps[0].target.users[0]",
      "config.steps[1].target.channelKey",
    ]);
  });

  it("is rejected if a step targets an on_call channel", async () => {
    const refused = await apply(admin, [wake([{ target: { channelKey: "wake" } }])]);
    expect(refused.body.error).toContain("Choose a channel of a type other than on_call.");
  });
});
