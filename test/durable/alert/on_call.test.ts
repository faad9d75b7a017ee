import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { type addUser, bindings, Visitor } from "../../api/client.ts";
import {
  addChannel,
  addMonitor,
  addSchedule,
  alerts,
  beat,
  goTo,
  linkIn,
  MINUTE,
  mailTo,
  openScene,
  received,
  ring,
  states,
  untilStates,
} from "./on_call_scene.ts";

const ROOT = "/api/v1/admin";
const { origin } = inject("peers");

let admin: Visitor;
let ada: Awaited<ReturnType<typeof addUser>>;
let bo: Awaited<ReturnType<typeof addUser>>;
let cy: Awaited<ReturnType<typeof addUser>>;
let count = 0;

beforeAll(async () => {
  ({ admin, ada, bo, cy } = await openScene());
});

// Each test has its own hour, because rate limits and grouping windows look back.
beforeEach(() => {
  goTo(0);
});

afterAll(() => {
  vi.useRealTimers();
});

const onlyNow = { steps: [{ afterMinutes: 0, target: "on_call" }] };
const threeSteps = {
  steps: [
    { afterMinutes: 0, target: "on_call" },
    { afterMinutes: 10, target: "on_call" },
    { afterMinutes: 30, target: "next" },
  ],
};

describe("an on-call channel in the night clocks are set back", () => {
  it("emails the right person at each step, across evictions", async () => {
    const channel = await addChannel(await addSchedule(), { ...threeSteps, repeat: 1, repeatMinutes: 30 });
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    expect(await mailTo(ada, monitor)).toContain(`${monitor.name} is down`);

    // A step counts from when the previous one was sent, a moment after it was due.
    goTo(9);
    await ring(channel);
    expect(await states(channel)).toHaveLength(1);
    goTo(10.1);
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered", "alert Bo delivered"]);
    expect(await mailTo(bo, monitor)).toContain("step 2 of 3");

    // 02:30 comes twice, and only the first one is a handover.
    const notified = ["Ada", "Bo"];
    for (const [minute, name] of [
      [30.2, "Ada"],
      [60.3, "Bo"],
      [70.4, "Bo"],
      [90.5, "Ada"],
    ] as const) {
      goTo(minute);
      await ring(channel);
      notified.push(name);
      // Moving the clock while a message is sent would expire its claim.
      await untilStates(
        channel,
        notified.map((one) => `alert ${one} delivered`),
      );
    }
    goTo(600);
    await ring(channel);
    expect(await states(channel)).toHaveLength(6);

    await beat(monitor, "up");
    await expect
      .poll(async () => (await states(channel)).slice(6))
      .toEqual(["recovery Ada delivered", "recovery Bo delivered"]);
  });
});

describe("an on-call step", () => {
  it("is skipped with the reason when nobody is on call, and the next one is sent at once", async () => {
    const gap = { hours: [{ days: [3], from: "12:00", to: "13:00" }] };
    const steps = [
      { afterMinutes: 0, target: "on_call" },
      { afterMinutes: 60, target: { userIds: [cy.id] } },
    ];
    const channel = await addChannel(await addSchedule(gap), { steps });
    await beat(await addMonitor(channel), "down");
    await ring(channel);
    await untilStates(channel, ["alert - suppressed nobody on call", "alert Cy delivered"]);
  });

  it("notifies another channel and several users, with a delivery each", async () => {
    const hook = {
      key: `hook-${++count}`,
      name: "Hook",
      type: "webhook",
      config: { url: `${origin}/on-call-hook` },
    };
    await admin.post(`${ROOT}/notifications/channels`, hook);
    const steps = [
      { afterMinutes: 0, target: { channelKey: hook.key } },
      { afterMinutes: 0, target: { userIds: [ada.id, cy.id] } },
    ];
    const channel = await addChannel(await addSchedule(), { steps });
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Hook delivered", "alert Ada delivered", "alert Cy delivered"]);
    const bodies = (await received()).filter(({ path }) => path === "/on-call-hook");
    expect(bodies.filter(({ body }) => body.includes(monitor.name))).toHaveLength(1);
  });

  it("keeps its delay after the previous one, even when that was sent late", async () => {
    const channel = await addChannel(await addSchedule(), {
      steps: [
        { afterMinutes: 10, target: { userIds: [ada.id] } },
        { afterMinutes: 20, target: { userIds: [cy.id] } },
      ],
    });
    await beat(await addMonitor(channel), "down");
    goTo(120);
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    goTo(130);
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered", "alert Cy delivered"]);
  });

  it("is rejected with an unknown schedule, user or channel", async () => {
    const scheduleKey = await addSchedule();
    const save = async (config: object) =>
      await admin.post(`${ROOT}/notifications/channels`, { name: "x", type: "on_call", config });
    const problemsOf = async (config: object) => (await save(config)).body;
    expect(await problemsOf({ scheduleKey: "none" })).toMatchObject({
      problems: [{ path: "config.scheduleKey" }],
    });
    const steps = [{ target: { userIds: [9999] } }, { target: { channelKey: "none" } }];
    expect(await problemsOf({ scheduleKey, steps })).toMatchObject({
      problems: [
        { path: "config.steps[0].target.userIds[0]" },
        { path: "config.steps[1].target.channelKey" },
      ],
    });
    const { key } = await addChannel(scheduleKey);
    expect(await problemsOf({ scheduleKey, steps: [{ target: { channelKey: key } }] })).toMatchObject({
      problems: [{ path: "config.steps[0].target.channelKey" }],
    });
    expect((await admin.delete(`${ROOT}/schedules/${scheduleKey}`)).status).toBe(409);
  });
});

describe("the on-call steps of a channel", () => {
  it("end with an acknowledgement, which the next step records as its reason", async () => {
    const channel = await addChannel(await addSchedule(), threeSteps);
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    expect((await admin.post(`${ROOT}/monitors/${monitor.id}/acknowledge`, {})).status).toBe(200);
    await untilStates(channel, ["alert Ada delivered", "acknowledged Ada delivered"]);
    goTo(10);
    await ring(channel);
    goTo(40);
    await ring(channel);
    const wanted = ["alert Ada delivered", "acknowledged Ada delivered", "alert - suppressed acknowledged"];
    await expect.poll(async () => (await states(channel)).toSorted()).toEqual(wanted.toSorted());
    await beat(monitor, "up");
    await expect.poll(() => states(channel)).toContain("recovery Ada delivered");
    expect((await states(channel)).join()).not.toContain("Bo");
  });

  it("end with a recovery during maintenance, and the next recovery goes to everyone notified", async () => {
    const channel = await addChannel(await addSchedule(), threeSteps);
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await untilStates(channel, ["alert Ada delivered"]);
    const offerRecovery = async (number: number, isUnderMaintenance: boolean) => {
      const [{ message } = { message: null }] = (
        await bindings.DB.prepare("SELECT message FROM deliveries WHERE channel_id = ?")
          .bind(channel.id)
          .all<{ message: string }>()
      ).results;
      const said = {
        ...JSON.parse(message ?? ""),
        kind: "recovery",
        at: Date.now(),
        status: "up",
        error: "",
      };
      const { id: monitorId, name: monitorName } = monitor;
      const id = `${monitorId}:${number}`;
      const event = {
        id,
        kind: "recovery",
        monitorId,
        monitorName,
        isUnderMaintenance,
        message: said,
      } as const;
      await alerts(channel).offer({ ...channel, epoch: 0 }, [event]);
    };
    await offerRecovery(2, true);
    await untilStates(channel, ["alert Ada delivered", "recovery Ada suppressed maintenance"]);
    goTo(50);
    await ring(channel);
    await offerRecovery(3, false);
    await untilStates(channel, [
      "alert Ada delivered",
      "recovery Ada suppressed maintenance",
      "recovery Ada delivered",
    ]);
  });

  it("wait while the monitor is snoozed", async () => {
    const channel = await addChannel(await addSchedule(), onlyNow);
    const monitor = await addMonitor(channel);
    await admin.post(`${ROOT}/monitors/${monitor.id}/snooze`, { untilMs: Date.now() + 5 * MINUTE });
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert - suppressed snoozed"]);
    goTo(5);
    await ring(channel);
    await untilStates(channel, ["alert - suppressed snoozed", "alert Ada delivered"]);
  });

  it("wait for the end of a snooze when a snoozed failure gets worse", async () => {
    const channel = await addChannel(await addSchedule(), onlyNow);
    const monitor = await addMonitor(channel);
    await beat(monitor, "degraded");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    await admin.post(`${ROOT}/monitors/${monitor.id}/snooze`, { untilMs: Date.now() + 5 * MINUTE });
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered", "alert - suppressed snoozed"]);
    goTo(5.1);
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered", "alert - suppressed snoozed", "alert Ada delivered"]);
    expect(await mailTo(ada, monitor)).toContain(`${monitor.name} is down`);
  });

  it("begin again when a paused monitor is resumed and still fails", async () => {
    const channel = await addChannel(await addSchedule(), onlyNow);
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    await admin.post(`${ROOT}/monitors/${monitor.id}/pause`);
    goTo(20);
    await admin.post(`${ROOT}/monitors/${monitor.id}/resume`);
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered", "alert Bo delivered"]);
  });

  it("send the recovery to those who were alerted before a pause", async () => {
    const channel = await addChannel(await addSchedule(), threeSteps);
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    await admin.post(`${ROOT}/monitors/${monitor.id}/pause`);
    goTo(11);
    await ring(channel);
    const paused = ["alert Ada delivered", "alert - suppressed no longer watched"];
    await untilStates(channel, paused);
    await admin.post(`${ROOT}/monitors/${monitor.id}/resume`);
    await beat(monitor, "up");
    await untilStates(channel, [...paused, "recovery Ada delivered"]);
  });

  it("begin after quiet hours, and respect the rate limit", async () => {
    const quietHours = {
      enabled: true,
      start: "02:00",
      end: "02:25",
      timezone: "Europe/Warsaw",
      mode: "defer",
    };
    const throttle = { enabled: true, maxAlerts: 1, windowMinutes: 60 };
    const channel = await addChannel(await addSchedule(), onlyNow, { quietHours, throttle });
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    expect(await states(channel)).toEqual([]);
    goTo(5);
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    await beat(monitor, "up");
    await expect.poll(() => states(channel)).toHaveLength(2);
    await beat(monitor, "down");
    await expect.poll(async () => (await states(channel)).at(-1)).toBe("alert - suppressed throttled");
  });

  it("begin once quiet hours are turned off", async () => {
    const quietHours = { enabled: true, start: "02:00", end: "06:00", timezone: "Europe/Warsaw" };
    const channel = await addChannel(await addSchedule(), onlyNow, { quietHours });
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    expect(await states(channel)).toEqual([]);
    const alertPolicy = { ...channel.alertPolicy, quietHours: { ...quietHours, enabled: false } };
    await admin.patch(`${ROOT}/notifications/channels/${channel.id}`, { alertPolicy });
    await untilStates(channel, ["alert Ada delivered"]);
  });

  it("send a grouped recovery once quiet hours are turned off", async () => {
    const grouping = { enabled: true, minMonitors: 2, windowSeconds: 60 };
    const channel = await addChannel(await addSchedule(), onlyNow, { grouping });
    const monitor = await addMonitor(channel);
    const path = `${ROOT}/notifications/channels/${channel.id}`;
    const quietHours = { enabled: true, start: "02:00", end: "06:00", timezone: "Europe/Warsaw" };
    await beat(monitor, "down");
    goTo(1.1);
    await ring(channel);
    await untilStates(channel, ["alert Ada delivered"]);
    await admin.patch(path, { alertPolicy: { ...channel.alertPolicy, quietHours } });
    await beat(monitor, "up");
    goTo(2.2);
    await ring(channel);
    expect(await states(channel)).toHaveLength(1);
    const isOff = { ...quietHours, enabled: false };
    await admin.patch(path, { alertPolicy: { ...channel.alertPolicy, quietHours: isOff } });
    await untilStates(channel, ["alert Ada delivered", "recovery Ada delivered"]);
  });

  it("notify each person of several monitors in one message", async () => {
    const grouping = { enabled: true, minMonitors: 2, windowSeconds: 60 };
    const channel = await addChannel(await addSchedule(), onlyNow, { grouping });
    const monitors = [await addMonitor(channel), await addMonitor(channel)];
    for (const monitor of monitors) await beat(monitor, "down");
    await ring(channel);
    expect(await states(channel)).toEqual([]);
    goTo(1.1);
    await ring(channel);
    await untilStates(channel, [
      "alert Ada suppressed merged into digest",
      "alert Ada suppressed merged into digest",
      "alert Ada delivered",
    ]);
    const mail = await mailTo(ada, monitors[1]!);
    expect(mail).toContain(monitors[0]!.name);
    for (const monitor of monitors) await beat(monitor, "up");
    await ring(channel);
    expect(await states(channel)).toHaveLength(3);
    goTo(2.2);
    await ring(channel);
    await expect
      .poll(async () => (await states(channel)).slice(3).toSorted())
      .toEqual([
        "recovery Ada delivered",
        "recovery Ada suppressed merged into digest",
        "recovery Ada suppressed merged into digest",
      ]);
  });

  it("are either sent or cancelled when someone acknowledges at the same moment", async () => {
    for (let time = 0; time < 4; time++) {
      goTo(0);
      const channel = await addChannel(await addSchedule(), threeSteps);
      const monitor = await addMonitor(channel);
      await beat(monitor, "down");
      await ring(channel);
      await untilStates(channel, ["alert Ada delivered"]);
      goTo(10);
      const acknowledge = async () => {
        const { status } = await admin.post(`${ROOT}/monitors/${monitor.id}/acknowledge`, {});
        expect(status).toBe(200);
      };
      await Promise.all(time % 2 === 0 ? [acknowledge(), ring(channel)] : [ring(channel), acknowledge()]);
      goTo(60);
      await ring(channel);
      const alertsSent = (await states(channel)).filter((state) => state.startsWith("alert"));
      await expect
        .poll(async () => (await states(channel)).filter((state) => state.startsWith("alert")).length)
        .toBeGreaterThanOrEqual(2);
      const [, second = "", ...more] = alertsSent;
      expect(["alert - suppressed acknowledged", "alert Ada delivered", "alert Bo delivered"]).toContain(
        second,
      );
      // Acknowledging cancels the steps after the one being sent.
      expect(more.filter((state) => state !== "alert - suppressed acknowledged")).toEqual([]);
    }
  });

  it("send nothing when the monitor recovers before the first", async () => {
    const channel = await addChannel(await addSchedule(), {
      steps: [{ afterMinutes: 5, target: "on_call" }],
    });
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await beat(monitor, "up");
    await untilStates(channel, ["recovery - suppressed recovered before escalation"]);
    goTo(5);
    await ring(channel);
    expect(await states(channel)).toHaveLength(1);
  });
});

describe("the acknowledge link of a notification", () => {
  async function failing(steps: object = { steps: [{ target: { userIds: [ada.id, cy.id] } }] }) {
    const channel = await addChannel(await addSchedule(), steps);
    const monitor = await addMonitor(channel);
    await beat(monitor, "down");
    await ring(channel);
    await expect
      .poll(async () => (await states(channel)).every((state) => state.endsWith("delivered")))
      .toBe(true);
    return { channel, monitor };
  }
  const read = async ({ id }: Monitor) =>
    (await admin.get<Monitor>(`${ROOT}/monitors/${id}`)).body.acknowledgement;
  const press = async (path: string) => await new Visitor().post<{ by: string }>(path, undefined);

  it("acknowledges by its button, not when it is opened", async () => {
    const { monitor } = await failing();
    const link = linkIn(await mailTo(ada, monitor));
    const page = await new Visitor().get<string>(link, { headers: { Accept: "text/html" } });
    expect(page.body).toContain("I'm on it</button>");
    expect(await read(monitor)).toBeNull();
    expect(await press(link)).toMatchObject({ status: 200, body: { by: ada.email } });
    expect(await read(monitor)).toMatchObject({ by: ada.email });
    const audit = await admin.get<{ items: object[] }>(
      `${ROOT}/audit?entityType=monitor&entityName=${monitor.name}&limit=1`,
    );
    expect(audit.body.items[0]).toMatchObject({
      userEmail: ada.email,
      details: { fields: ["acknowledgement"] },
    });
  });

  it("records one person when two acknowledge at once", async () => {
    const { monitor } = await failing();
    const links = [linkIn(await mailTo(ada, monitor)), linkIn(await mailTo(cy, monitor))];
    const answers = await Promise.all(links.map(press));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { by } = (await read(monitor))!;
    expect(answers.map(({ body }) => body.by)).toEqual([by, by]);
    const path = `${ROOT}/audit?entityType=monitor&entityName=${monitor.name}&limit=50`;
    const { items } = (await admin.get<{ items: { userEmail: string; action: string }[] }>(path)).body;
    expect(items.filter(({ action, userEmail }) => action === "Update" && userEmail === by)).toHaveLength(1);
  });

  it("works once, and only while the failure lasts", async () => {
    const { monitor } = await failing();
    const links = [linkIn(await mailTo(ada, monitor)), linkIn(await mailTo(cy, monitor))];
    await press(links[0]!);
    await admin.delete(`${ROOT}/monitors/${monitor.id}/acknowledge`);
    expect(await read(monitor)).toBeNull();
    expect((await press(links[0]!)).status).toBe(409);
    await beat(monitor, "up");
    expect((await press(links[1]!)).status).toBe(409);
    await beat(monitor, "down");
    expect((await press(links[1]!)).status).toBe(409);
    expect(await read(monitor)).toBeNull();
    expect((await press("/a/made-up")).status).toBe(404);
  });
});
