import { HOUR_MS } from "../../../../src/lib/units.ts";
import type { Schedule } from "../../../../src/schema/schedule.ts";
import { ApiError } from "../../../lib/api.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { nextHour, parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { zone } from "../../../lib/zone.ts";
import type { NumberText } from "../../../ui/number_text.ts";
import { listSchedules } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";

export interface HoursValues {
  days: readonly number[];
  from: string;
  to: string;
}

export interface RotationValues {
  name: string;
  startsAt: string;
  every: NumberText;
  unit: "hour" | "day" | "week";
  handoverAt: string;
  userIds: readonly number[];
  hours: readonly HoursValues[];
}

export interface ScheduleValues {
  name: string;
  timeZone: string;
  rotations: readonly RotationValues[];
}

export const NEW_HOURS: HoursValues = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };

export function newRotation(): RotationValues {
  return {
    name: text.rotation(1),
    startsAt: toLocalInput(nextHour(Date.now() - HOUR_MS)),
    every: 1,
    unit: "week",
    handoverAt: "09:00",
    userIds: [],
    hours: [],
  };
}

export function valuesOf(stored: Schedule | null): ScheduleValues {
  const timeZone = zone();
  if (!stored) return { name: "", timeZone, rotations: [newRotation()] };
  return {
    name: stored.name,
    timeZone: stored.timeZone,
    rotations: stored.rotations.map(({ name, startsAt, shift, handoverAt, userIds, hours = [] }) => ({
      name,
      startsAt: toLocalInput(startsAt),
      every: shift.every,
      unit: shift.unit,
      handoverAt,
      userIds,
      hours,
    })),
  };
}

/** Empty fields are sent as they are, for the server to refuse. */
export function toRotations(rotations: readonly RotationValues[]) {
  return rotations.map(({ name, startsAt, every, unit, handoverAt, userIds, hours }) => ({
    name,
    startsAt: parseLocalInput(startsAt) as number,
    shift: { every: every as number, unit },
    handoverAt,
    userIds: [...userIds],
    ...(hours.length > 0 && { hours: hours.map(({ days, from, to }) => ({ days: [...days], from, to })) }),
  }));
}

export function editOf(stored: Schedule): Edited<ScheduleValues, Schedule> {
  return {
    stored,
    async read() {
      const found = (await listSchedules(readTimeout())).find(({ id }) => id === stored.id);
      if (!found) throw new ApiError(404, { error: text.missing });
      return found;
    },
    toValues: valuesOf,
    labels: { name: text.name, timeZone: text.timeZone, rotations: text.rotations.title },
  };
}
