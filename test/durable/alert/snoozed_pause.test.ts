import { afterEach, beforeAll, expect, it, vi } from "vitest";
import {
  addChannel,
  addMonitor,
  alerts,
  ask,
  fail,
  MINUTE,
  openScene,
  passToAlarm,
  recover,
  repair,
  titles,
  untilStates,
  untilTitles,
} from "./socket_scene.ts";

beforeAll(async () => {
  await openScene();
});

afterEach(() => {
  vi.useRealTimers();
});

const reminder = { enabled: true, everyMinutes: 60, most: 5 };
const snooze = { untilMs: Date.now() + 30 * MINUTE };

it.each([
  ["without reminders", {}],
  ["with reminders", { reminder }],
])("an alert before a snooze with a pause in it is followed by one recovery, %s", async (_, policy) => {
  const { channel, monitor } = await pauseSnoozedAlert(policy);
  await repair(monitor);
  await ask(monitor, "resume");
  await untilTitles(channel, ["Shop is down", "Shop is up again"]);
  await untilStates(channel, ["alert delivered", "recovery delivered"]);
  expect((await alerts(channel).health()).nextDue).toBe(null);
});

it.each([
  ["without reminders", {}],
  ["with reminders", { reminder }],
])("a failure found again after the pause stays silent until the snooze ends, %s", async (_, policy) => {
  const { channel, monitor } = await pauseSnoozedAlert(policy);
  await ask(monitor, "resume");
  await untilStates(channel, ["alert delivered", "alert suppressed snoozed"]);
  expect(await titles(channel)).toEqual(["Shop is down"]);
  await recover(monitor);
  await untilTitles(channel, ["Shop is down", "Shop is up again"]);
});

it("a failure that outlasts the pause and the snooze alerts once more", async () => {
  const { channel, monitor } = await pauseSnoozedAlert();
  await ask(monitor, "resume");
  await untilStates(channel, ["alert delivered", "alert suppressed snoozed"]);
  await passToAlarm(channel);
  await untilTitles(channel, ["Shop is down", "Shop is down"]);
  await recover(monitor);
  await untilTitles(channel, ["Shop is down", "Shop is down", "Shop is up again"]);
});

it("a failure that begins during the snooze and ends after a pause sends nothing", async () => {
  const channel = await addChannel();
  const monitor = await addMonitor(channel, "Shop");
  await recover(monitor);
  await ask(monitor, "snooze", snooze);
  await fail(monitor);
  await untilStates(channel, ["alert suppressed snoozed"]);
  await ask(monitor, "pause");
  await repair(monitor);
  await ask(monitor, "resume");
  await untilStates(channel, ["alert suppressed snoozed", "recovery suppressed snoozed"]);
  expect(await titles(channel)).toEqual([]);
});

async function pauseSnoozedAlert(policy: object = {}) {
  const channel = await addChannel(policy);
  const monitor = await addMonitor(channel, "Shop");
  await fail(monitor);
  await untilTitles(channel, ["Shop is down"]);
  await ask(monitor, "snooze", snooze);
  await ask(monitor, "pause");
  return { channel, monitor };
}
