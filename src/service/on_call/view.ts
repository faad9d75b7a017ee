import type { PersonRow, StoredSchedule } from "../../data/schedule.ts";
import type { OnCallPerson, Schedule } from "../../schema/schedule.ts";

export type People = ReadonlyMap<number, PersonRow>;

export function toSchedule(stored: StoredSchedule, people: People): Schedule {
  const { id, version, key, name, timeZone, hasCalendar, handover, createdAt, updatedAt } = stored;
  const rotations = stored.rotations.map((one) => ({ ...one, userIds: [...one.userIds] }));
  const named = [
    ...stored.rotations.flatMap(({ userIds }) => userIds),
    ...stored.overrides.map((o) => o.userId),
  ];
  return {
    id,
    version,
    key,
    name,
    timeZone,
    rotations: rotations as Schedule["rotations"],
    overrides: stored.overrides.map(({ scheduleId: _, ...one }) => one),
    handover,
    people: [...new Set(named)].map((one) => personOf(people, one)),
    hasCalendar,
    createdAt,
    updatedAt,
  };
}

export function personOf(people: People, id: number): OnCallPerson {
  return people.get(id) ?? { id, email: `user ${id}`, name: "", hasLeft: true };
}
