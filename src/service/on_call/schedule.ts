import { isGuardBreach, type Statement, save } from "../../data/db.ts";
import {
  deleteOverride,
  deleteOverridesEndedBefore,
  deleteOverridesOf,
  deleteSchedule,
  guardScheduleUnused,
  insertOverrides,
  insertSchedule,
  listChannelsOfSchedule,
  listPeople,
  readSchedules,
  type ScheduleRow,
  type StoredSchedule,
  updateScheduleRow,
} from "../../data/schedule.ts";
import type { Rotation } from "../../domain/on_call/rotation.ts";
import { decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { AppError, notFound, type Problem } from "../../lib/errors.ts";
import { givenOf, pick } from "../../lib/pick.ts";
import { DAY_MS } from "../../lib/units.ts";
import type {
  MadeOverride,
  NewOverride,
  NewSchedule,
  Schedule,
  ScheduleChange,
} from "../../schema/schedule.ts";
import type { Context } from "../context.ts";
import { entityOf, lastChangeBy, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { createKeyed } from "../record/keyed.ts";
import { edit, objectOf } from "../record/version.ts";
import { type People, toSchedule } from "./view.ts";

/** Reports and calendars show the past; older overrides are deleted when another is added. */
const KEPT_MS = 400 * DAY_MS;
const MOST_OVERRIDES = 1000;

export async function listSchedules({ db }: Context): Promise<Schedule[]> {
  const { schedules, people } = await readSchedules(db);
  return schedules.map((one) => toSchedule(one, people));
}

export async function getSchedule({ db }: Context, key: string): Promise<Schedule> {
  const { schedule, people } = await getStored({ db }, key);
  return toSchedule(schedule, people);
}

export async function getStored(
  { db }: Pick<Context, "db">,
  key: string,
): Promise<{ schedule: StoredSchedule; people: People }> {
  const { schedules, people } = await readSchedules(db, key);
  const [schedule] = schedules;
  if (!schedule) throw notFound("schedule");
  return { schedule, people };
}

export async function createSchedule(context: Context, wanted: NewSchedule): Promise<Schedule> {
  const { key: chosen, name } = wanted;
  refuse(await findUnknownPeople(context, wanted));
  let made = "";
  await createKeyed(context, { kind: "schedule", key: chosen, name }, async (key) => {
    made = key;
    return makeSchedule(context, { ...wanted, key });
  });
  return await getSchedule(context, made);
}

type Turn = NonNullable<NewSchedule["overrides"]>[number];
type ScheduleSettings = Pick<ScheduleRow, "key" | "name" | "timeZone" | "rotations"> & {
  overrides?: readonly Turn[] | undefined;
};

export function makeSchedule(context: Context, { overrides = [], ...wanted }: ScheduleSettings): Statement[] {
  return [
    insertSchedule(context.db, { ...wanted, handover: null, createdAt: context.now, updatedAt: context.now }),
    recordAudit(context, {
      ...entityOf("schedule", { id: "inserted", name: wanted.name }),
      action: "Create",
      details: { fields: listSettings(wanted) },
    }),
    ...insertOverrides("inserted", overrides),
  ];
}

export async function updateSchedule(
  context: Context,
  key: string,
  { version, overrides, handoverNote, ...change }: ScheduleChange,
): Promise<Schedule> {
  const { schedule } = await getStored(context, key);
  const given = givenOf<ScheduleRow>({
    ...change,
    ...(handoverNote !== undefined && { handover: noteFrom(context, handoverNote) }),
  });
  const load = async () => (await getStored(context, key)).schedule;
  const decide = async (before: StoredSchedule) => {
    refuse(await findUnknownPeople(context, { rotations: given.rotations ?? [], overrides }, before));
    return decideSchedule(context, before, given, overrides);
  };
  await edit(context, { object: objectOf("schedule", schedule.id), version, load, decide });
  return await getSchedule(context, key);
}

function noteFrom(context: Context, text: string): ScheduleRow["handover"] {
  return text === "" ? null : { text, by: lastChangeBy(context).changedBy, at: context.now };
}

export function decideSchedule(
  context: Context,
  before: StoredSchedule,
  given: Partial<ScheduleRow>,
  overrides?: readonly Turn[],
): Statement[] {
  const note = given.handover === undefined ? {} : { handover: before.handover?.text ?? "" };
  const wanted = given.handover === undefined ? {} : { handover: given.handover?.text ?? "" };
  const changes = decideChanges(
    { ...pick(before, given), ...note, ...(overrides && { overrides: before.overrides.map(toOverride) }) },
    { ...given, ...wanted, ...(overrides && { overrides: overrides.map(toOverride) }) },
  );
  if (Object.keys(changes).length === 0) return [];
  const { id } = before;
  return [
    updateScheduleRow(context.db, id, { ...given, updatedAt: context.now }),
    ...recordUpdate(context, { ...entityOf("schedule", { id, name: given.name ?? before.name }), changes }),
    ...(overrides ? [deleteOverridesOf(context.db, id), ...insertOverrides(id, overrides)] : []),
  ];
}

export async function removeSchedule(context: Context, key: string): Promise<void> {
  const { schedule } = await getStored(context, key);
  try {
    await save(context.db, [
      guardScheduleUnused(key),
      ...deleteSchedule(context.db, schedule.id),
      ...recordRemoval(context, entityOf("schedule", schedule)),
    ]);
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    await getStored(context, key);
    const names = await listChannelsOfSchedule(context.db, key);
    throw new AppError("conflict", `Used by ${names.join(", ")}: choose another schedule there first.`);
  }
}

export async function addOverride(
  context: Context,
  key: string,
  { inReturn, ...override }: NewOverride,
): Promise<MadeOverride> {
  const { schedule } = await getStored(context, key);
  const added = [override, ...(inReturn ? [inReturn] : [])];
  const known = new Set((await listPeople(context.db)).map(({ id }) => id));
  refuse(
    added.flatMap(({ userId }, i) =>
      known.has(userId) ? [] : [{ path: i === 0 ? "userId" : "inReturn.userId", message: noUser(userId) }],
    ),
  );
  await changeOverrides(context, key, (before) => {
    if (before.overrides.length + added.length > MOST_OVERRIDES)
      throw new AppError(
        "conflict",
        `A schedule can have at most ${MOST_OVERRIDES} overrides: delete some first.`,
      );
    return {
      after: [...before.overrides.map(toOverride), ...added],
      statements: [
        deleteOverridesEndedBefore(context.db, schedule.id, context.now - KEPT_MS),
        ...insertOverrides(schedule.id, added),
      ],
    };
  });
  const { overrides } = await getSchedule(context, key);
  const [made, back] = added.map(({ userId, from, to }) =>
    overrides.findLast((one) => one.userId === userId && one.from === from && one.to === to),
  );
  if (!made) throw notFound("override");
  return { ...made, ...(back && { inReturn: back }) };
}

export async function removeOverride(context: Context, key: string, id: number): Promise<void> {
  await changeOverrides(context, key, (before) => {
    if (!before.overrides.some((one) => one.id === id)) throw notFound("override");
    const after = before.overrides.filter((one) => one.id !== id).map(toOverride);
    return { after, statements: [deleteOverride(context.db, id)] };
  });
}

async function changeOverrides(
  context: Context,
  key: string,
  decide: (before: StoredSchedule) => { after: readonly object[]; statements: Statement[] },
): Promise<void> {
  const load = async () => (await getStored(context, key)).schedule;
  const { id } = await load();
  await edit(context, {
    object: objectOf("schedule", id),
    version: undefined,
    load,
    decide: async (before) => {
      const { after, statements } = decide(before);
      const changes = decideChanges({ overrides: before.overrides.map(toOverride) }, { overrides: after });
      return [...statements, ...recordUpdate(context, { ...entityOf("schedule", before), changes })];
    },
  });
}

function toOverride({ userId, from, to }: { userId: number; from: number; to: number }) {
  return { userId, from, to };
}

async function findUnknownPeople(
  { db }: Context,
  {
    rotations,
    overrides = [],
  }: { rotations: readonly Pick<Rotation, "userIds">[]; overrides?: readonly Turn[] | undefined },
  before?: StoredSchedule,
): Promise<Problem[]> {
  const known = new Set([
    ...(await listPeople(db)).map(({ id }) => id),
    ...(before?.rotations.flatMap(({ userIds }) => userIds) ?? []),
    ...(before?.overrides.map(({ userId }) => userId) ?? []),
  ]);
  const named = [
    ...rotations.flatMap(({ userIds }, i) =>
      userIds.map((id, j) => ({ id, path: `rotations[${i}].userIds[${j}]` })),
    ),
    ...overrides.map(({ userId }, i) => ({ id: userId, path: `overrides[${i}].userId` })),
  ];
  return named.flatMap(({ id, path }) => (known.has(id) ? [] : [{ path, message: noUser(id) }]));
}

function noUser(id: number): string {
  return `There is no user with ID ${id}.`;
}

function refuse(problems: Problem[]): void {
  const [first] = problems;
  if (first) throw new AppError("invalid", `${first.path}: ${first.message}`, { problems });
}
