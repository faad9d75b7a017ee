import { secretBoxOf } from "../../../src/env.ts";
import { sha256Hex } from "../../../src/lib/bytes.ts";
import type { PublicEventType } from "../../../src/schema/incident_status.ts";
import { sendDeliveries } from "../../../src/service/subscriber/delivery_send.ts";
import { advanceFanout, retryDeliveries } from "../../../src/service/subscriber/fanout.ts";
import { subscriberSecretName } from "../../../src/service/subscriber/token.ts";
import { bindings } from "../../api/client.ts";
import { pageIdUnderTest } from "../../api/page_under_test.ts";

interface Wish {
  type?: "email" | "webhook";
  method?: string;
  destination?: string;
  status?: string;
  locale?: string;
  events?: readonly PublicEventType[];
  monitorIds?: readonly number[];
  tags?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  signingSecret?: string;
  notifyOnFailure?: boolean;
  confirmedAt?: number;
}

const EVERY_EVENT: readonly PublicEventType[] = [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "maintenance.scheduled",
];

let people = 0;

export async function addSubscriber({
  type = "webhook",
  method = "POST",
  status = "active",
  locale = "en",
  events = EVERY_EVENT,
  monitorIds = [],
  tags = [],
  headers = {},
  signingSecret,
  notifyOnFailure = true,
  confirmedAt = 1,
  ...wish
}: Wish = {}): Promise<{ id: number; token: string; destination: string }> {
  people++;
  const email = `person${people}@example.com`;
  // A public address needs no lookup.
  const destination = wish.destination ?? (type === "email" ? email : `https://8.8.8.8/hook${people}`);
  const [sealName, token] = [`seal${people}`, `token${people}`];
  const box = await secretBoxOf(bindings);
  const seal = (text: string, part: "manage" | "signing" | `headers/${string}`) =>
    box.seal(text, subscriberSecretName(sealName, part));
  const sealed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) sealed[name] = await seal(value, `headers/${name}`);
  const row = {
    page_id: pageIdUnderTest(),
    type,
    destination,
    email,
    status,
    locale,
    seal_name: sealName,
    events: JSON.stringify(events),
    monitor_ids: JSON.stringify(monitorIds),
    tags: JSON.stringify(tags),
    webhook_method: method,
    webhook_headers: JSON.stringify(sealed),
    signing_secret: signingSecret === undefined ? null : await seal(signingSecret, "signing"),
    notify_on_failure: notifyOnFailure ? 1 : 0,
    manage_token: await seal(token, "manage"),
    manage_hash: await sha256Hex(token),
    unsubscribe_hash: await sha256Hex(`unsubscribe/${token}`),
    confirmed_at: confirmedAt,
    created_at: 1,
  };
  const names = Object.keys(row);
  const { meta } = await bindings.DB.prepare(
    `INSERT INTO subscribers (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  )
    .bind(...Object.values(row))
    .run();
  return { id: meta.last_row_id, token, destination };
}

export const send = async (ids: number[]) => await sendDeliveries(bindings, ids);

export async function drain(hand: (ids: number[]) => Promise<void> = send): Promise<void> {
  for (let turns = 0; turns < 20; turns++) {
    const { results } = await bindings.DB.prepare(
      "SELECT id FROM fanouts WHERE finished_at IS NULL ORDER BY id",
    ).all<{ id: number }>();
    if (results.length === 0) return;
    for (const { id } of results) {
      await bindings.DB.prepare("UPDATE fanouts SET claimed_until = NULL WHERE id = ?").bind(id).run();
      await advanceFanout(bindings, { id, held: null }, hand);
    }
  }
  throw new Error("A fan-out does not come to its end.");
}

export async function retryDue(): Promise<void> {
  const { results } = await bindings.DB.prepare(
    "SELECT id FROM subscriber_deliveries WHERE status = 'pending' AND claimed_until IS NULL AND due_at <= ?",
  )
    .bind(Date.now())
    .all<{ id: number }>();
  await retryDeliveries(
    bindings,
    results.map(({ id }) => id),
    send,
  );
}

interface StoredDelivery {
  id: number;
  status: string;
  attempt_count: number;
  due_at: number;
  last_error: string | null;
  response_status: number | null;
  attempts: string;
}

export async function deliveriesOf(subscriberId: number): Promise<StoredDelivery[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT * FROM subscriber_deliveries WHERE id % 1000000000 = ? ORDER BY id",
  )
    .bind(subscriberId)
    .all<StoredDelivery>();
  return results;
}

export const statusesOf = async (subscriberId: number) =>
  (await deliveriesOf(subscriberId)).map(({ status }) => status);

export async function findRow(subscriberId: number): Promise<Record<string, unknown>> {
  const row = await bindings.DB.prepare("SELECT * FROM subscribers WHERE id = ?").bind(subscriberId).first();
  return row ?? {};
}

export async function noticesOf(subscriberId: number): Promise<string[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT kind FROM subscriber_notices WHERE subscriber_id = ? ORDER BY id",
  )
    .bind(subscriberId)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
}
