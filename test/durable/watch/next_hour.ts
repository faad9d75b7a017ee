import { HOUR_MS } from "../../../src/lib/units.ts";

interface Ringing {
  health(): Promise<{ alarmAt: number | null }>;
}

/** Whether the next alarm of this watch hands an hour on that has ended, which writes rows of its own. */
export async function isNextHour(watch: Ringing): Promise<boolean> {
  const { alarmAt } = await watch.health();
  return Math.floor((alarmAt ?? 0) / HOUR_MS) > Math.floor(Date.now() / HOUR_MS);
}
