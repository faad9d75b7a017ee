import { bindings } from "../client.ts";

let events = 0;

export async function addFanout({
  eventType = "incident.created",
  title = "Payments fail",
  isFinished = true,
} = {}): Promise<number> {
  events++;
  const row = await bindings.DB.prepare(`
    INSERT INTO fanouts (event_id, event_type, title, scope, at, cursor, finished_at, created_at)
    VALUES (?, ?, ?, '{"all":true}', 1, NULL, ?, 1) RETURNING id`)
    .bind(`listed-${events}`, eventType, title, isFinished ? 1 : null)
    .first<{ id: number }>();
  return row?.id ?? 0;
}

interface Told {
  subscriberId: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  fanoutId?: number;
  attempts?: readonly object[];
  claimedUntil?: number | null;
  dueAt?: number;
}

export async function addDelivery(told: Told): Promise<number> {
  const { subscriberId, status, attempts = [], claimedUntil = null, dueAt = 5 } = told;
  const id = (told.fanoutId ?? (await addFanout())) * 1e9 + subscriberId;
  const isOver = status === "delivered";
  await bindings.DB.prepare(`
    INSERT INTO subscriber_deliveries (id, status, attempt_count, max_attempts, due_at, claimed_until, attempts,
      response_status, last_error, created_at, delivered_at)
    VALUES (?, ?, ?, 4, ?, ?, ?, ?, ?, 2, ?)`)
    .bind(
      id,
      status,
      claimedUntil === null ? 4 : 1,
      dueAt,
      claimedUntil,
      JSON.stringify(attempts),
      status === "failed" ? 500 : null,
      status === "failed" ? "The address returned 500." : null,
      isOver ? 9 : null,
    )
    .run();
  return id;
}
