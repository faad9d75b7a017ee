import { runInDurableObject } from "cloudflare:test";
import { expect, inject, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addUser, bindings, setUp, Visitor } from "../../api/client.ts";
import type { Wired } from "./peers.ts";

type Operator = Awaited<ReturnType<typeof addUser>>;

const ROOT = "/api/v1/admin";
export const MINUTE = 60_000;
/** Ten minutes before 02:30 in the night in which clocks are set back. */
const NIGHT = Date.parse("2027-10-31T00:20:00Z");
const { origin, visitorSmtpPort: smtpPort } = inject("peers");

let admin: Visitor;
let ada: Operator;
let bo: Operator;
let cy: Operator;
let count = 0;

export async function openScene() {
  goTo(0);
  admin = await setUp();
  [ada, bo, cy] = [await addUser("operator"), await addUser("operator"), await addUser("operator")];
  const smtp = { host: "127.0.0.1", port: smtpPort, fromAddress: "status@example.com" };
  await admin.put(`${ROOT}/notifications/smtp`, smtp);
  return { admin, ada, bo, cy };
}

export function goTo(minute: number): void {
  vi.useFakeTimers({ now: NIGHT + minute * MINUTE, toFake: ["Date"] });
}

export async function addSchedule(rotation: object = {}): Promise<string> {
  const body = {
    name: `Nights ${++count}`,
    timeZone: "Europe/Warsaw",
    rotations: [
      {
        name: "Night",
        startsAt: Date.parse("2027-10-30T00:30:00Z"),
        shift: { every: 1, unit: "day" },
        handoverAt: "02:30",
        userIds: [ada.id, bo.id],
        ...rotation,
      },
    ],
  };
  const { body: made, status } = await admin.post<{ key: string }>(`${ROOT}/schedules`, body);
  expect(status).toBe(201);
  return made.key;
}

export async function addChannel(
  scheduleKey: string,
  config: object = {},
  alertPolicy: object = {},
): Promise<Channel> {
  const wanted = { name: "Wake", type: "on_call", config: { scheduleKey, ...config }, alertPolicy };
  const { body, status } = await admin.post<Channel>(`${ROOT}/notifications/channels`, wanted);
  expect(status).toBe(201);
  return body;
}

export async function addMonitor(channel: Channel): Promise<Monitor> {
  const wanted = { name: `Shop ${++count}`, type: "webhook", intervalSecs: 86_400 };
  const { body } = await admin.post<Monitor>(`${ROOT}/monitors`, wanted);
  await admin.put(`${ROOT}/notifications/monitor/${body.id}/channels`, { channelIds: [channel.id] });
  return body;
}

const beats = new Map<number, number>();

export async function beat(
  { id, heartbeatUrl = "" }: Monitor,
  status: "up" | "degraded" | "down",
): Promise<void> {
  const { status: code } = await new Visitor().post(new URL(heartbeatUrl).pathname, { status });
  expect(code).toBe(200);
  beats.set(id, (beats.get(id) ?? 0) + 1);
  const count = "SELECT count(*) AS taken FROM monitor_events WHERE monitor_id = ? AND offered = 1";
  await expect.poll(() => bindings.DB.prepare(count).bind(id).first("taken")).toBe(beats.get(id));
}

export const alerts = ({ id }: Channel) => bindings.ALERTS.getByName(`channel-${id}`);

async function evict(channel: Channel): Promise<void> {
  const kill = runInDurableObject(alerts(channel), (_: Alerts, state) => state.abort("evicted"));
  await kill.catch(() => {});
}

/** Rings the alarm twice, and evicts the object before and after. */
export async function ring(channel: Channel): Promise<void> {
  await evict(channel);
  for (let i = 0; i < 2; i++)
    await runInDurableObject(alerts(channel), (instance: Alerts) => instance.alarm());
  await expect.poll(async () => (await alerts(channel).health()).outbox).toBe(0);
  await evict(channel);
}

async function list(channel: Channel): Promise<Delivery[]> {
  const path = `${ROOT}/notifications/deliveries?channelId=${channel.id}&limit=100`;
  return (await admin.get<{ items: Delivery[] }>(path)).body.items.toReversed();
}

const nameOf = (recipient: string | null) =>
  recipient === ada.email
    ? "Ada"
    : recipient === bo.email
      ? "Bo"
      : recipient === cy.email
        ? "Cy"
        : (recipient ?? "-");

export async function states(channel: Channel): Promise<string[]> {
  const rows = await list(channel);
  return rows.map(({ eventType, status, reason, recipient }) =>
    [eventType, nameOf(recipient), status, ...(reason ? [reason] : [])].join(" "),
  );
}

export const untilStates = (channel: Channel, wanted: string[]) =>
  // Unlike waitFor, it leaves the clock alone.
  expect.poll(() => states(channel)).toEqual(wanted);

export const received = async () => (await (await fetch(`${origin}/received`)).json()) as Wired[];

export async function mailTo({ email }: { email: string }, { name }: Monitor): Promise<string> {
  const mails = (await received()).filter(
    ({ path, body }) => path === "/visitor-mail" && body.includes(name),
  );
  const own = mails.findLast(({ body }) => body.includes(`RCPT TO:<${email}>`));
  if (!own) throw new Error(`${email} got no mail about ${name}.`);
  return own.body;
}

export function linkIn(mail: string): string {
  const found = /I'm on it: https?:\/\/[^/\s]+(\/a\/\S+)/.exec(mail.replaceAll("=3D", "="));
  if (!found?.[1]) throw new Error(`There is no link in ${mail}`);
  return found[1];
}
