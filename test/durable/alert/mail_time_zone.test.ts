import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { addUser, Visitor } from "../../api/client.ts";
import {
  addChannel,
  addMonitor,
  addSchedule,
  beat,
  goTo,
  MINUTE,
  mailTo,
  openScene,
  ring,
  untilStates,
} from "./on_call_scene.ts";

const ROOT = "/api/v1/admin";
const TEAM = { email: "team@example.com" };

let admin: Visitor;
let ada: Awaited<ReturnType<typeof addUser>>;
let count = 0;
let cy: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  ({ admin, ada, cy } = await openScene());
  const { status } = await ada.visitor.patch("/api/v1/auth/profile", { timeZone: "Europe/Warsaw" });
  expect(status).toBe(200);
});

beforeEach(() => {
  goTo(0);
});

afterAll(() => {
  vi.useRealTimers();
});

async function failing() {
  const team = { key: `team-${++count}`, name: "Team", type: "email", config: { to: TEAM.email } };
  expect((await admin.post(`${ROOT}/notifications/channels`, team)).status).toBe(201);
  const steps = [{ target: { userIds: [ada.id, cy.id] } }, { target: { channelKey: team.key } }];
  const channel = await addChannel(await addSchedule(), { steps });
  const monitor = await addMonitor(channel);
  await beat(monitor, "down");
  await ring(channel);
  const alerted = ["alert Ada delivered", "alert Cy delivered", "alert Team delivered"];
  await untilStates(channel, alerted);
  return { channel, monitor, alerted };
}

async function timesTo(reader: { email: string }, monitor: Monitor): Promise<string[]> {
  const mail = (await mailTo(reader, monitor)).replaceAll("=\r\n", "");
  return [...new Set([...mail.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d [\w+:]+/g)].map(([time]) => time))];
}

describe("the times in an on-call email", () => {
  it("are in the recipient's time zone, or in UTC", async () => {
    const { channel, monitor, alerted } = await failing();
    expect(await timesTo(ada, monitor)).toEqual(["2027-10-31 02:20 CEST"]);
    expect(await timesTo(cy, monitor)).toEqual(["2027-10-31 00:20 UTC"]);
    expect(await timesTo(TEAM, monitor)).toEqual(["2027-10-31 00:20 UTC"]);

    // The clock goes back at 01:00 UTC.
    const taken = { untilMs: Date.now() + 60 * MINUTE };
    expect((await admin.post(`${ROOT}/monitors/${monitor.id}/acknowledge`, taken)).status).toBe(200);
    await untilStates(channel, [...alerted, ...alerted.map((one) => one.replace("alert", "acknowledged"))]);
    expect(await timesTo(ada, monitor)).toEqual(["2027-10-31 02:20 CET", "2027-10-31 02:20 CEST"]);
    expect(await timesTo(cy, monitor)).toEqual(["2027-10-31 01:20 UTC", "2027-10-31 00:20 UTC"]);
    expect(await timesTo(TEAM, monitor)).toEqual(["2027-10-31 01:20 UTC", "2027-10-31 00:20 UTC"]);
  });

  it("follow the time zone saved when the email is sent", async () => {
    const { monitor } = await failing();
    await ada.visitor.patch("/api/v1/auth/profile", { timeZone: null });
    await cy.visitor.patch("/api/v1/auth/profile", { timeZone: "Asia/Tokyo" });
    await beat(monitor, "up");
    await expect.poll(() => timesTo(ada, monitor)).toEqual(["2027-10-31 00:20 UTC"]);
    await expect.poll(() => timesTo(cy, monitor)).toEqual(["2027-10-31 09:20 GMT+9"]);
  });
});
