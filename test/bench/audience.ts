import { DatabaseSync } from "node:sqlite";
import { createSecretBox, parseSecretKeys } from "../../src/lib/secret_box.ts";
import type { PanelClient } from "../system/panel_client.ts";

export interface Audience {
  type: "email" | "webhook";
  count: number;
  destination: (n: number) => string;
  smtpPort: number;
}

export async function configure(panel: PanelClient, { smtpPort }: Audience): Promise<void> {
  await panel.send("PUT", "/api/v1/admin/subscribers/settings", { enabled: true, allowWebhook: true });
  await panel.send("PUT", "/api/v1/admin/notifications/smtp", {
    host: "127.0.0.1",
    port: smtpPort,
    secure: false,
    fromAddress: "status@example.com",
  });
}

export async function publish(panel: PanelClient): Promise<number> {
  const at = Date.now();
  const incident = { title: "Checkout fails", status: "investigating", impact: "major", body: "Looking." };
  await panel.post("/api/v1/admin/incidents", { ...incident, monitorIds: [] });
  return at;
}

export async function addSubscribers(
  file: string,
  { type, count, destination }: Audience,
  secret: string,
): Promise<void> {
  const box = await createSecretBox(parseSecretKeys(secret) ?? []);
  const database = new DatabaseSync(file);
  const insert = database.prepare(`
    INSERT INTO subscribers (type, destination, email, status, locale, events, seal_name, manage_token, manage_hash,
      unsubscribe_hash, confirmed_at, created_at)
    VALUES (?, ?, ?, 'active', 'en', '["incident.created"]', ?, ?, ?, ?, 1, 1)`);
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, n) => box.seal(`token-${n}`, `subscriber/s${n}/manage`)),
  );
  database.exec("BEGIN");
  for (const [n, token] of tokens.entries())
    insert.run(type, destination(n), `person${n}@example.com`, `s${n}`, token, `m${n}`, `u${n}`);
  database.exec("COMMIT");
  database.close();
}

export function countDeliveries(file: string, status = "%"): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database
    .prepare("SELECT count(*) AS n FROM subscriber_deliveries WHERE status LIKE ?")
    .get(status);
  database.close();
  return Number(row?.["n"] ?? 0);
}
