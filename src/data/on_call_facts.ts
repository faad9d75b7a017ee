import type { Db } from "./db.ts";
import { readSchedules, type StoredSchedules } from "./schedule.ts";
import { channels } from "./tables_alert.ts";

interface StepChannel {
  id: number;
  key: string;
  name: string;
  type: string;
  enabled: boolean;
}

/** What the steps of on-call channels refer to: of one schedule or all. */
export async function readStepFacts(
  db: Db,
  scheduleKey?: string,
): Promise<StoredSchedules & { channels: StepChannel[] }> {
  const { id, key, name, type, enabled } = channels;
  const [stored, rows] = await Promise.all([
    readSchedules(db, scheduleKey),
    db.select({ id, key, name, type, enabled }).from(channels),
  ]);
  return { ...stored, channels: rows };
}
