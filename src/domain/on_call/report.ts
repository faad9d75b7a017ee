import { nearestRank } from "../../lib/nearest_rank.ts";
import { minuteOfDay } from "../../lib/wall_clock.ts";

interface Alert {
  userId: number;
  email: string;
  at: number;
  messages: number;
  acknowledgedAt: number | null;
}

interface PersonAlerts {
  userId: number;
  email: string;
  alerts: number;
  messages: number;
  night: number;
  hours: number[];
  acknowledged: number;
  medianAcknowledgeMs: number | null;
}

const NIGHT = { begins: 22, ends: 7 };

export function reportAlerts(alerts: readonly Alert[], timeZone: string): PersonAlerts[] {
  return [...Map.groupBy(alerts, ({ userId }) => userId).values()]
    .map((own) => reportPerson(own, timeZone))
    .sort((a, b) => b.alerts - a.alerts || a.email.localeCompare(b.email));
}

function reportPerson(own: readonly Alert[], timeZone: string): PersonAlerts {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { at } of own) {
    const hour = Math.floor(minuteOfDay(timeZone, at) / 60);
    hours[hour] = (hours[hour] ?? 0) + 1;
  }
  const waits = own
    .flatMap(({ at, acknowledgedAt }) => (acknowledgedAt === null ? [] : [Math.max(0, acknowledgedAt - at)]))
    .sort((a, b) => a - b);
  const { userId, email } = own.at(-1) as Alert;
  return {
    userId,
    email,
    alerts: own.length,
    messages: own.reduce((sum, { messages }) => sum + messages, 0),
    night: hours.reduce((sum, n, hour) => sum + (isNight(hour) ? n : 0), 0),
    hours,
    acknowledged: waits.length,
    medianAcknowledgeMs: waits[nearestRank(waits.length, 0.5) - 1] ?? null,
  };
}

function isNight(hour: number): boolean {
  return hour >= NIGHT.begins || hour < NIGHT.ends;
}
