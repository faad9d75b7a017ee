import { decideWays } from "../domain/on_call/contact.ts";
import type { ContactWay } from "../schema/contact.ts";
import { selectContacts } from "./contact.ts";
import type { Db } from "./db.ts";
import { selectPushDeviceCounts } from "./push_device.ts";
import { readSchedules, type StoredSchedules } from "./schedule.ts";
import { channels } from "./tables_alert.ts";

interface StepChannel {
  id: number;
  key: string;
  name: string;
  type: string;
  enabled: boolean;
}

export async function readStepFacts(
  db: Db,
  scheduleKey?: string,
): Promise<StoredSchedules & { channels: StepChannel[]; waysOf: (userId: number) => readonly ContactWay[] }> {
  const { id, key, name, type, enabled } = channels;
  const [stored, [rows, chosen, devices]] = await Promise.all([
    readSchedules(db, scheduleKey),
    db.batch([
      db.select({ id, key, name, type, enabled }).from(channels),
      selectContacts(db),
      selectPushDeviceCounts(db),
    ]),
  ]);
  const orders = new Map(chosen.map((one) => [one.userId, one]));
  const withDevice = new Set(devices.map(({ userId }) => userId));
  const waysOf = (userId: number) =>
    decideWays({
      order: orders.get(userId)?.ways,
      hasDevice: withDevice.has(userId),
      hasWebhook: orders.get(userId)?.webhookUrl != null,
    });
  return { ...stored, channels: rows, waysOf };
}
