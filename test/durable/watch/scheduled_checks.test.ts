import { runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, expect, it, vi } from "vitest";
import { SCHEDULED } from "../../../durable/watch/start_pace.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { firstWatch } from "../../first_ids.ts";

const ROOT = "/api/v1/admin/monitors";
const HOSTS = Array.from({ length: 12 }, (_, n) => `due${n}.example`);
let admin: Visitor;
let hasTrouble = false;
let underWay = 0;
const underWayAtStart: number[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { url, signal } = new Request(input, init);
    if (!hasTrouble) return new Response("ok");
    underWay += 1;
    underWayAtStart.push(underWay);
    if (new URL(url).hostname !== HOSTS[0]) await new Promise((end) => signal.addEventListener("abort", end));
    underWay -= 1;
    return new Response("no", { status: 503 });
  });
});

it("start ten at a time, and run at most five at a time once one has failed", async () => {
  for (const host of HOSTS) {
    const config = { url: `https://${host}/`, certExpiry: { enabled: false } };
    const wanted = { name: host, type: "https", intervalSecs: 60, timeoutMs: 1000, config };
    expect((await admin.post(ROOT, wanted)).status).toBe(201);
  }
  const statuses = async () =>
    (await admin.get<Monitor[]>(ROOT)).body.map(({ currentStatus }) => currentStatus);
  await eventually(async () => expect(await statuses()).toEqual(HOSTS.map(() => "up")));
  const start = globalThis.setTimeout;
  // Only the end of a check starts the next one.
  const timers = vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation((...[go, ms]: Parameters<typeof start>) =>
      start(go, ms === SCHEDULED.mostGapMs ? 300_000 : ms),
    );
  hasTrouble = true;
  const watch = bindings.WATCH.getByName(firstWatch());
  const { alarmAt } = await watch.health();
  vi.useFakeTimers({ now: alarmAt! + 60_000, toFake: ["Date"] });
  await runDurableObjectAlarm(watch);
  await eventually(async () => expect(await statuses()).toEqual(HOSTS.map(() => "down")));
  // Nine hang, and the failed one may have ended before the last of them began.
  expect(Math.max(...underWayAtStart.slice(0, 10))).toBeGreaterThanOrEqual(9);
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(SCHEDULED.mostGapMs);
  expect(Math.max(...underWayAtStart.slice(10))).toBeLessThanOrEqual(5);
});
