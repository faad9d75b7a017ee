import type { Statement } from "../../data/db.ts";
import type { StoredSchedules } from "../../data/schedule.ts";
import type { Problem } from "../../lib/errors.ts";
import type { ScheduleDocument } from "../../schema/page_document.ts";
import type { Context } from "../context.ts";
import { decideSchedule, makeSchedule } from "../on_call/schedule.ts";

type People = StoredSchedules["people"];
type Stored = StoredSchedules["schedules"][number];

export function toScheduleDocument(
  {
    key,
    name,
    timeZone,
    rotations,
    overrides,
  }: Pick<Stored, "key" | "name" | "timeZone" | "rotations" | "overrides">,
  { people, now }: { people: People; now: number },
): object {
  const emailOf = (id: number) => people.get(id)?.email ?? `user ${id}`;
  const shown = overrides.filter(({ to }) => to > now);
  return {
    kind: "Schedule",
    key,
    name,
    timeZone,
    rotations: rotations.map(({ name, startsAt, shift, handoverAt, userIds, hours }) => ({
      name,
      startsAt: timeOf(startsAt),
      shift,
      handoverAt,
      users: userIds.map(emailOf),
      ...(hours && { hours }),
    })),
    ...(shown.length > 0 && {
      overrides: shown.map(({ userId, from, to }) => ({
        user: emailOf(userId),
        from: timeOf(from),
        to: timeOf(to),
      })),
    }),
  };
}

interface Outcome {
  problems?: Problem[];
  isNew?: boolean;
  after?: object;
  before?: object;
  statements?: Statement[];
}

export function decideScheduleDocument(
  context: Context,
  { key, name, timeZone, rotations, overrides }: ScheduleDocument,
  { schedules, people }: StoredSchedules,
): Outcome {
  const before = schedules.find((one) => one.key === key);
  const byEmail = new Map([...people.values()].map(({ id, email }) => [email.toLowerCase(), id]));
  const problems: Problem[] = [];
  const find = (email: string, path: string) => {
    const id = byEmail.get(email.toLowerCase());
    if (id === undefined) problems.push({ path, message: `There is no user with the address ${email}.` });
    return id ?? 0;
  };
  const wanted = {
    key,
    name,
    timeZone,
    rotations: rotations.map(({ users, ...rest }, i) => ({
      ...rest,
      userIds: users.map((email, j) => find(email, `rotations[${i}].users[${j}]`)),
    })),
  };
  const given = overrides?.map(({ user, from, to }, i) => {
    if (to <= from) problems.push({ path: `overrides[${i}].to`, message: "Use an end after the start." });
    return { userId: find(user, `overrides[${i}].user`), from, to };
  });
  if (problems.length > 0) return { problems };
  if (!before)
    return {
      isNew: true,
      statements: makeSchedule(context, { ...wanted, overrides: given }),
    };
  // Without those who left: a user with the same address may have taken their place.
  const current = new Map([...people].filter(([, { hasLeft }]) => !hasLeft));
  const write = (one: Parameters<typeof toScheduleDocument>[0]) =>
    toScheduleDocument(one, { people: current, now: given ? context.now : Number.POSITIVE_INFINITY });
  const rows = given?.map((one, i) => ({ ...one, id: i, scheduleId: before.id })) ?? before.overrides;
  return {
    before: write(before),
    after: write({ ...wanted, overrides: rows }),
    statements: decideSchedule(context, before, wanted, given),
  };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
