import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { PersonReport } from "../../../src/schema/schedule.ts";
import { type addUser, bindings, Visitor } from "../../api/client.ts";
import {
  addChannel,
  addMonitor,
  addSchedule,
  beat,
  goTo,
  MINUTE,
  openScene,
  ring,
  untilStates,
} from "./on_call_scene.ts";

const ROOT = "/api/v1/admin";
const REPORT = `${ROOT}/on-call/report`;
const STEPS = [
  { afterMinutes: 0, target: "on_call" },
  { afterMinutes: 10, target: "on_call" },
  { afterMinutes: 20, target: "on_call" },
];
/** Ten hours after the night's failure: 11:20 in Warsaw, because clocks are set back in between. */
const NOON = 600;

let admin: Visitor;
let ada: Awaited<ReturnType<typeof addUser>>;
let bo: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  ({ admin, ada, bo } = await openScene());
});

afterAll(() => {
  vi.useRealTimers();
});

const hoursWith = (counts: Record<number, number>) => Array.from({ length: 24 }, (_, i) => counts[i] ?? 0);

it("the on-call report counts each person's alerts, with their hours and time to acknowledge", async () => {
  const begin = Date.now();
  const channel = await addChannel(await addSchedule(), { steps: STEPS });
  const monitor = await addMonitor(channel);
  await beat(monitor, "down");
  await ring(channel);
  const delivered = ["alert Ada delivered"];
  await untilStates(channel, delivered);
  for (const minute of [10.1, 20.2]) {
    goTo(minute);
    await ring(channel);
    delivered.push("alert Bo delivered");
    await untilStates(channel, delivered);
  }
  goTo(25);
  expect((await admin.post(`${ROOT}/monitors/${monitor.id}/acknowledge`, {})).status).toBe(200);
  await vi.waitFor(async () => {
    await ring(channel);
    expect((await report()).every(({ acknowledged }) => acknowledged === 1)).toBe(true);
  });
  await beat(monitor, "up");

  goTo(NOON);
  const other = await addChannel(await addSchedule(), { steps: STEPS });
  await beat(await addMonitor(other), "down");
  await ring(other);
  await untilStates(other, ["alert Bo delivered"]);

  async function report(query = "&timezone=Europe/Warsaw"): Promise<PersonReport[]> {
    const span = `from=${begin}&to=${begin + 700 * MINUTE}`;
    return (await admin.get<PersonReport[]>(`${REPORT}?${span}${query}`)).body;
  }
  expect(await report()).toMatchObject([
    {
      user: { id: bo.id, email: bo.email, hasLeft: false },
      alerts: 2,
      messages: 3,
      night: 1,
      hours: hoursWith({ 2: 1, 11: 1 }),
      acknowledged: 1,
    },
    {
      user: { id: ada.id, email: ada.email, hasLeft: false },
      alerts: 1,
      messages: 1,
      night: 1,
      hours: hoursWith({ 2: 1 }),
      acknowledged: 1,
    },
  ]);
  const waits = (await report()).map(({ medianAcknowledgeMs }) => Math.round(medianAcknowledgeMs! / MINUTE));
  expect(waits).toEqual([15, 25]);
  expect((await report(""))[0]?.hours).toEqual(hoursWith({ 0: 1, 10: 1 }));
  expect((await admin.delete(`${ROOT}/users/${ada.id}`)).status).toBe(204);
  expect((await report())[1]?.user).toEqual({ id: ada.id, email: ada.email, name: "", hasLeft: true });
});

it("the on-call report counts an alert in the period in which it was delivered", async () => {
  const { DB } = bindings;
  const last = "SELECT max(id) FROM deliveries WHERE event_type = 'alert'";
  const at = (await DB.prepare(`SELECT delivered_at FROM deliveries WHERE id = (${last})`).first<number>(
    "delivered_at",
  ))!;
  await DB.prepare(`UPDATE deliveries SET created_at = delivered_at - 1000 WHERE id = (${last})`).run();
  const countIn = async (from: number, to: number) =>
    (await admin.get<PersonReport[]>(`${REPORT}?from=${from}&to=${to}`)).body.reduce(
      (sum, one) => sum + one.alerts,
      0,
    );
  expect([await countIn(at - 60 * MINUTE, at - 500), await countIn(at - 500, at + 60 * MINUTE)]).toEqual([
    0, 1,
  ]);
});

it.each([
  ["from=0", 400],
  ["from=0&to=1&timezone=Mars", 400],
  [`from=0&to=${93 * 1440 * MINUTE}`, 400],
  ["from=0&to=1", 200],
])(
  "the on-call report validates its span and time zone, and requires a session: %s",
  async (query, status) => {
    expect((await admin.get(`${REPORT}?${query}`)).status).toBe(status);
    expect((await new Visitor().get(`${REPORT}?${query}`)).status).toBe(401);
  },
);
