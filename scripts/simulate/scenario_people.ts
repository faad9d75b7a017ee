import type { Random } from "./random.ts";
import type { Monitor } from "./scenario.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const PEOPLE = [1, 2, 3, 4].map(emailOf);

export interface Schedule {
  key: string;
  timeZone: "UTC" | "Europe/Warsaw" | "America/St_Johns";
  people: string[];
  startsAt: number;
  everyHours: number;
  handoverAt: string;
  /** Nobody is on call outside of these hours. */
  hours: { from: string; to: string } | null;
}

export interface OnCall {
  schedule: string;
  steps: { afterMinutes: number; target: Target }[];
  repeat: number;
  repeatMinutes: number;
}

export type Target = "on_call" | "next" | { users: string[] } | { channelKey: string };

export interface Acknowledgement {
  monitor: string;
  at: number;
  untilMinutes: number | null;
  withdrawnAfterMinutes: number | null;
}

export function drawSchedules(random: Random, startedAt: number): Schedule[] {
  return Array.from({ length: 2 }, (_, i) => {
    const hour = random.whole(0, 23);
    const clock = (hours: number, minute: number) =>
      `${String(hours % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
    return {
      key: `s${i + 1}`,
      timeZone: random.pick(["UTC", "Europe/Warsaw", "America/St_Johns"]),
      people: Array.from({ length: random.whole(1, 4) }, () => emailOf(random.whole(1, 4))),
      startsAt: startedAt - random.whole(0, 3 * DAY_MS),
      everyHours: random.whole(1, 3),
      handoverAt: clock(random.whole(0, 23), random.pick([0, 10, 45])),
      hours: random.chance(0.3) ? { from: clock(hour, 15), to: clock(hour + random.whole(1, 23), 15) } : null,
    };
  });
}

function emailOf(number: number): string {
  return `p${number}@team.test`;
}

export function drawOnCall(random: Random, { channels }: { channels: readonly string[] }): OnCall {
  const afters = Array.from({ length: random.whole(1, 3) }, () => random.pick([0, 0, 2, 5, 15]));
  const drawTarget = (): Target => {
    const kind = random.pick(["on_call", "on_call", "next", "users", "channel"]);
    if (kind === "users") return { users: [emailOf(random.whole(1, 2)), emailOf(random.whole(3, 4))] };
    const channelKey = channels[random.whole(0, channels.length - 1)];
    if (kind === "channel" && channelKey !== undefined) return { channelKey };
    return kind === "next" ? "next" : "on_call";
  };
  return {
    schedule: random.pick(["s1", "s2"]),
    steps: afters
      .toSorted((a, b) => a - b)
      .map((afterMinutes) => {
        return { afterMinutes, target: drawTarget() };
      }),
    repeat: random.pick([0, 1, 2]),
    repeatMinutes: random.pick([1, 5, 10]),
  };
}

export function drawAcknowledgements(random: Random, monitors: readonly Monitor[]): Acknowledgement[] {
  return monitors.flatMap(({ key, phases }) =>
    phases
      .filter(({ status }) => status !== "up" && random.chance(0.3))
      .map(({ from }) => {
        return {
          monitor: key,
          at: from + random.whole(1, 15) * MINUTE_MS,
          untilMinutes: random.pick([null, null, 5, 20]),
          withdrawnAfterMinutes: random.pick([null, null, 3, 10]),
        };
      }),
  );
}
