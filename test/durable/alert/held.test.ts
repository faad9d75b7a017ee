import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { OfferedEvent } from "../../../src/objects/alerts.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { claimForSending, sendClaimed } from "../../../src/service/alert/delivery_send.ts";
import { addToken, bindings, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import {
  addChannel,
  addMonitor,
  alerts,
  ask,
  changePolicy,
  fail,
  openScene,
  passToAlarm,
  quietNow,
  ROOT,
  recover,
  repair,
  rows,
  titles,
  untilStates,
  untilTitles,
} from "./socket_scene.ts";

let admin: Visitor;
const grouping = { enabled: true, windowSeconds: 60, minMonitors: 2 };

beforeAll(async () => {
  admin = await openScene();
});

afterEach(() => {
  vi.useRealTimers();
});

const pause = (monitor: Monitor) => ask(monitor, "pause");
const resume = (monitor: Monitor) => ask(monitor, "resume");

async function pauseByToken({ id }: Monitor): Promise<void> {
  const token = await addToken(admin, ["monitors:write", "monitors:read"]);
  expect((await token.post(`${ROOT}/monitors/${id}/pause`)).status).toBe(200);
}

async function pauseTogether(...monitors: Monitor[]): Promise<void> {
  const ids = monitors.map(({ id }) => id);
  const { status } = await admin.post(`${ROOT}/monitors/bulk`, { ids, change: { paused: true } });
  expect(status).toBe(200);
}

async function deleteTogether(...monitors: Monitor[]): Promise<void> {
  for (const { id } of monitors) await admin.delete(`${ROOT}/monitors/${id}`);
}

async function offer(channel: Channel, kind: "alert" | "certificate", monitor: Monitor): Promise<void> {
  const { id, key, name, type } = monitor;
  const event: OfferedEvent = {
    id: `${id}:${kind}`,
    kind,
    monitorId: id,
    monitorName: name,
    isUnderMaintenance: false,
    message: {
      id: `${channel.id}-${id}-${kind}`,
      kind,
      at: Date.now(),
      status: "degraded",
      previousStatus: "up",
      error: "",
      monitors: [{ id, key, name, type, status: "degraded", error: "", url: "" }],
      isDigest: false,
      downSince: null,
      certificate: { host: "site.test", expiresAt: Date.now(), daysLeft: 5, isRenewed: false },
      action: null,
      site: { name: "", url: null },
    },
  };
  await alerts(channel).offer({ ...channel, epoch: 0 }, [event]);
}

const UNWATCHED = "suppressed no longer watched";

describe("what quiet hours hold of a monitor", () => {
  it.each([
    ["paused", pause],
    ["paused by an API token", pauseByToken],
    ["paused together with others", (monitor: Monitor) => pauseTogether(monitor)],
  ])("is not sent when it is %s", async (_, change) => {
    const channel = await addChannel({ quietHours: quietNow() });
    const [gone, kept] = [await addMonitor(channel, "Gone"), await addMonitor(channel, "Kept")];
    await fail(gone);
    await recover(gone);
    await untilStates(channel, ["alert pending", "recovery pending"]);
    await offer(channel, "certificate", gone);
    await fail(kept);
    await untilStates(channel, ["alert pending", "recovery pending", "certificate pending", "alert pending"]);
    await change(gone);
    const others = [`alert ${UNWATCHED}`, `recovery ${UNWATCHED}`, `certificate ${UNWATCHED}`];
    await untilStates(channel, [...others, "alert pending"]);
    await passToAlarm(channel);
    await untilStates(channel, [...others, "alert delivered"]);
    expect(await titles(channel)).toEqual(["Kept is down"]);
  });

  it("is not sent when its agent is deleted, which pauses it", async () => {
    const channel = await addChannel({ quietHours: quietNow() });
    expect((await admin.post(`${ROOT}/agents`, { key: "cellar", name: "Cellar" })).status).toBe(201);
    const monitor = await addMonitor(channel, "Below", { agent: "cellar" });
    await offer(channel, "alert", monitor);
    await untilStates(channel, ["alert pending"]);
    expect((await admin.delete(`${ROOT}/agents/cellar?monitors=pause`)).status).toBe(204);
    await untilStates(channel, [`alert ${UNWATCHED}`]);
  });

  it("is not sent when it arrives after the pause", async () => {
    const channel = await addChannel({ quietHours: quietNow() });
    const monitor = await addMonitor(channel, "Late");
    await pause(monitor);
    await offer(channel, "alert", monitor);
    await untilStates(channel, [`alert ${UNWATCHED}`]);
  });

  it("is sent when it is claimed before the pause", async () => {
    const channel = await addChannel({ quietHours: quietNow() });
    const monitor = await addMonitor(channel, "Claimed");
    await fail(monitor);
    await untilStates(channel, ["alert pending"]);
    const ids = (await rows(channel)).map(({ id }) => id);
    vi.useFakeTimers({ now: ((await rows(channel))[0]?.heldUntil ?? 0) + 1, toFake: ["Date"] });
    const claimed = await claimForSending(bindings, ids);
    await pause(monitor);
    for (const one of claimed) await sendClaimed(bindings, one);
    await untilStates(channel, ["alert delivered"]);
    expect(await titles(channel)).toEqual(["Claimed is down"]);
  });

  it("is not followed by a recovery after the monitor is resumed", async () => {
    const channel = await addChannel({ quietHours: quietNow() });
    const monitor = await addMonitor(channel, "Back");
    await fail(monitor);
    await untilStates(channel, ["alert pending"]);
    await pause(monitor);
    await repair(monitor);
    await resume(monitor);
    await untilStates(channel, [`alert ${UNWATCHED}`, `recovery ${UNWATCHED}`]);
    await fail(monitor);
    await recover(monitor);
    await passToAlarm(channel);
    await untilTitles(channel, ["Back is down", "Back is up again"]);
  });

  it.each([
    ["paused", pause],
    ["deleted", (monitor: Monitor) => deleteTogether(monitor)],
  ])("includes the recovery of an alert that was sent, also when it is %s", async (_, change) => {
    const channel = await addChannel();
    const monitor = await addMonitor(channel, "Told");
    await fail(monitor);
    await untilTitles(channel, ["Told is down"]);
    await changePolicy(channel, { quietHours: quietNow() });
    await pause(monitor);
    await resume(monitor);
    const told = "alert delivered";
    await untilStates(channel, [told, "alert pending"]);
    await recover(monitor);
    await untilStates(channel, [told, "alert pending", "recovery pending"]);
    await change(monitor);
    await untilStates(channel, [told, `alert ${UNWATCHED}`, "recovery pending"]);
    await passToAlarm(channel);
    await untilTitles(channel, ["Told is down", "Told is up again"]);
  });
});

describe("a digest that quiet hours hold", () => {
  async function addDigest({ isOver = false } = {}) {
    const channel = await addChannel({ quietHours: quietNow(), grouping });
    const monitors = [await addMonitor(channel, "Shop"), await addMonitor(channel, "Till")] as const;
    for (const monitor of monitors) await fail(monitor);
    const pending = ["alert pending", "alert pending"];
    await untilStates(channel, pending);
    if (isOver) for (const monitor of monitors) await recover(monitor);
    const ends = isOver ? ["recovery pending", "recovery pending"] : [];
    await untilStates(channel, [...pending, ...ends]);
    await passToAlarm(channel);
    const merged = (kind: string) => [
      `${kind} suppressed merged into digest`,
      `${kind} suppressed merged into digest`,
    ];
    if (!isOver) await untilStates(channel, [...merged("alert"), "alert pending"]);
    return { channel, monitors, merged };
  }

  it.each([
    ["paused", pauseTogether],
    ["deleted", deleteTogether],
  ])("is not sent when all its monitors are %s", async (_, change) => {
    const { channel, monitors } = await addDigest();
    await change(...monitors);
    await untilStates(channel, [`alert ${UNWATCHED}`, `alert ${UNWATCHED}`, `alert ${UNWATCHED}`]);
    await passToAlarm(channel);
    expect(await titles(channel)).toEqual([]);
  });

  it("is not sent when one monitor is deleted and the other paused, nor are the recoveries", async () => {
    const { channel, monitors } = await addDigest();
    const [shop, till] = monitors;
    await deleteTogether(shop);
    await pause(till);
    await repair(till);
    await resume(till);
    await recover(till);
    const gone = [`alert ${UNWATCHED}`, `alert ${UNWATCHED}`, `alert ${UNWATCHED}`];
    await untilStates(channel, [...gone, `recovery ${UNWATCHED}`]);
  });

  it("is sent unchanged when only some of its monitors are paused", async () => {
    const { channel, monitors, merged } = await addDigest();
    await pause(monitors[0]);
    await untilStates(channel, [...merged("alert"), "alert pending"]);
    await passToAlarm(channel);
    await untilTitles(channel, ["2 monitors are down"]);
  });

  it("is not sent when all its monitors are paused before it is made", async () => {
    const channel = await addChannel({ quietHours: quietNow(), grouping });
    const monitors = [await addMonitor(channel, "Shop"), await addMonitor(channel, "Till")];
    for (const monitor of monitors) await fail(monitor);
    await untilStates(channel, ["alert pending", "alert pending"]);
    await pauseTogether(...monitors);
    await passToAlarm(channel);
    await untilStates(channel, [`alert ${UNWATCHED}`, `alert ${UNWATCHED}`, `alert ${UNWATCHED}`]);
  });

  it("takes the digest of the recoveries with it", async () => {
    const { channel, monitors } = await addDigest({ isOver: true });
    await passToAlarm(channel);
    const states = (await rows(channel)).map(({ eventType, status }) => `${eventType} ${status}`);
    expect(states.slice(-2).sort()).toEqual(["alert pending", "recovery pending"]);
    await pauseTogether(...monitors);
    const reasons = (await rows(channel)).map(({ status, reason }) => `${status} ${reason}`);
    expect(reasons).toEqual(Array(6).fill(UNWATCHED));
  });

  it("of recoveries is sent when the alerts were", async () => {
    const channel = await addChannel();
    const monitors = [await addMonitor(channel, "Shop"), await addMonitor(channel, "Till")];
    for (const monitor of monitors) await fail(monitor);
    await untilStates(channel, ["alert delivered", "alert delivered"]);
    await changePolicy(channel, { quietHours: quietNow(), grouping });
    for (const monitor of monitors) await recover(monitor);
    await eventually(async () => expect(await rows(channel)).toHaveLength(4));
    await passToAlarm(channel);
    await pauseTogether(...monitors);
    await passToAlarm(channel);
    await eventually(async () => expect((await titles(channel)).at(-1)).toBe("2 monitors are up again"));
  });
});
