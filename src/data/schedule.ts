import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { type Db, guard, type Statement } from "./db.ts";
import { insertRows } from "./rows.ts";
import { users } from "./tables.ts";
import { channels } from "./tables_alert.ts";
import { calendarLinks, formerUsers, scheduleOverrides, schedules } from "./tables_on_call.ts";
import { versionOf } from "./version.ts";

export type ScheduleRow = typeof schedules.$inferSelect;
type OverrideRow = typeof scheduleOverrides.$inferSelect;

export interface StoredSchedule extends ScheduleRow {
  version: number;
  hasCalendar: boolean;
  overrides: OverrideRow[];
}

export interface PersonRow {
  id: number;
  email: string;
  name: string;
  hasLeft: boolean;
}

export interface StoredSchedules {
  schedules: StoredSchedule[];
  people: ReadonlyMap<number, PersonRow>;
}

export async function readSchedules(db: Db, key?: string): Promise<StoredSchedules> {
  const wanted = key === undefined ? undefined : eq(schedules.key, key);
  const [rows, overrides, links, current, former] = await db.batch([
    db
      .select({ schedule: schedules, version: versionOf(sql`'schedule/' || ${schedules.id}`) })
      .from(schedules)
      .where(wanted)
      .orderBy(sql`${schedules.name} COLLATE NOCASE`, schedules.id),
    db
      .select()
      .from(scheduleOverrides)
      .where(
        key === undefined
          ? undefined
          : inArray(scheduleOverrides.scheduleId, sql`(SELECT id FROM schedules WHERE key = ${key})`),
      )
      .orderBy(scheduleOverrides.id),
    db.select({ scheduleId: calendarLinks.scheduleId }).from(calendarLinks),
    db.select({ id: users.id, email: users.email, name: users.name }).from(users),
    db.select().from(formerUsers),
  ]);
  const own = Map.groupBy(overrides, ({ scheduleId }) => scheduleId);
  const linked = new Set(links.map(({ scheduleId }) => scheduleId));
  return {
    schedules: rows.map(({ schedule, version }) => ({
      ...schedule,
      version,
      hasCalendar: linked.has(schedule.id),
      overrides: own.get(schedule.id) ?? [],
    })),
    people: new Map(
      [
        ...former.map((row): PersonRow => ({ ...row, name: "", hasLeft: true })),
        ...current.map((row): PersonRow => ({ ...row, hasLeft: false })),
      ].map((row) => [row.id, row]),
    ),
  };
}

export function insertSchedule(db: Db, row: Omit<ScheduleRow, "id">): Statement {
  return db.insert(schedules).values(row);
}

export function updateScheduleRow(db: Db, id: number, change: Partial<ScheduleRow>): Statement {
  return db.update(schedules).set(change).where(eq(schedules.id, id));
}

export function deleteSchedule(db: Db, id: number): Statement[] {
  return [
    guard(sql`EXISTS (SELECT 1 FROM schedules WHERE id = ${id})`),
    db.delete(scheduleOverrides).where(eq(scheduleOverrides.scheduleId, id)),
    db.delete(calendarLinks).where(eq(calendarLinks.scheduleId, id)),
    db.delete(schedules).where(eq(schedules.id, id)),
  ];
}

export function insertOverrides(
  scheduleId: number | "inserted",
  rows: readonly Pick<OverrideRow, "userId" | "from" | "to">[],
): Statement[] {
  if (scheduleId !== "inserted")
    return insertRows(
      scheduleOverrides,
      rows.map((row) => ({ ...row, scheduleId })),
    );
  return insertRows(scheduleOverrides, rows, { set: { scheduleId: sql`(SELECT max(id) FROM schedules)` } });
}

export function deleteOverride(db: Db, id: number): Statement {
  return db.delete(scheduleOverrides).where(eq(scheduleOverrides.id, id));
}

export function deleteOverridesOf(db: Db, scheduleId: number): Statement {
  return db.delete(scheduleOverrides).where(eq(scheduleOverrides.scheduleId, scheduleId));
}

export function deleteOverridesEndedBefore(db: Db, scheduleId: number, at: number): Statement {
  const isOld = and(eq(scheduleOverrides.scheduleId, scheduleId), lt(scheduleOverrides.to, at));
  return db.delete(scheduleOverrides).where(isOld);
}

export async function listPeople(db: Db): Promise<{ id: number; email: string; name: string }[]> {
  return await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .orderBy(users.email);
}

export function keepFormerUser(userId: number): Statement {
  return sql`
    INSERT OR REPLACE INTO former_users (id, email)
    SELECT id, email FROM users WHERE id = ${userId} AND (
      EXISTS (SELECT 1 FROM schedule_overrides WHERE user_id = ${userId})
      OR EXISTS (
        SELECT 1 FROM schedules, json_each(schedules.rotations) r, json_each(r.value, '$.userIds') u
        WHERE u.value = ${userId})
      OR EXISTS (
        SELECT 1 FROM channels, json_each(channels.config, '$.steps') s,
          json_each(s.value, '$.target.userIds') u
        WHERE channels.type = 'on_call' AND s.type = 'object' AND u.value = ${userId}))`;
}

export async function listChannelsOfSchedule(db: Db, key: string): Promise<string[]> {
  const rows = await db.select({ name: channels.name }).from(channels).where(usesSchedule(key));
  return rows.map(({ name }) => name);
}

export function guardScheduleUnused(key: string): Statement {
  return guard(sql`NOT EXISTS (SELECT 1 FROM channels WHERE ${usesSchedule(key)})`);
}

function usesSchedule(key: string): SQL {
  return sql`channels.type = 'on_call' AND channels.config ->> 'scheduleKey' = ${key}`;
}

type CalendarOwner = { scheduleId: number } | { userId: number };

export function putCalendarLink(
  db: Db,
  owner: CalendarOwner,
  { tokenHash, createdAt }: { tokenHash: string; createdAt: number },
): Statement[] {
  return [deleteCalendarLink(db, owner), db.insert(calendarLinks).values({ ...owner, tokenHash, createdAt })];
}

export function deleteCalendarLink(db: Db, owner: CalendarOwner): Statement {
  return db
    .delete(calendarLinks)
    .where(
      "userId" in owner
        ? eq(calendarLinks.userId, owner.userId)
        : eq(calendarLinks.scheduleId, owner.scheduleId),
    );
}

export async function findCalendarLink(
  db: Db,
  tokenHash: string,
): Promise<{ scheduleId: number | null; userId: number | null } | null> {
  const { scheduleId, userId } = calendarLinks;
  const isThis = eq(calendarLinks.tokenHash, tokenHash);
  return (await db.select({ scheduleId, userId }).from(calendarLinks).where(isThis).get()) ?? null;
}

export async function hasOwnCalendar(db: Db, userId: number): Promise<boolean> {
  const isOwn = eq(calendarLinks.userId, userId);
  return (
    (await db.select({ at: calendarLinks.createdAt }).from(calendarLinks).where(isOwn).get()) !== undefined
  );
}
