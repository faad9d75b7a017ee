import { HOUR_MS } from "../../../src/lib/units.ts";

interface Ringing {
  health(): Promise<{ alarmAt: number | null }>;
}

/** The alarm that stores a finished hour writes additional rows. */
export async function isNextHour(watch: Ringing): Promise<boolean> {
  const { alarmAt } = await watch.health();
  return Math.floor((alarmAt ?? 0) / HOUR_MS) > Math.floor(Date.now() / HOUR_MS);
}
