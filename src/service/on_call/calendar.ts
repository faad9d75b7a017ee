import { save } from "../../data/db.ts";
import {
  deleteCalendarLink,
  findCalendarLink,
  hasOwnCalendar,
  putCalendarLink,
  readSchedules,
} from "../../data/schedule.ts";
import { AHEAD_MS, listShifts } from "../../domain/on_call/schedule.ts";
import { type CalendarEvent, writeCalendar } from "../../domain/page/calendar.ts";
import { changedSecret } from "../../domain/system/audit_changes.ts";
import { variablesOf } from "../../env.ts";
import { randomBytes, sha256Hex, toBase64Url } from "../../lib/bytes.ts";
import { notFound } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import { type Context, userOf } from "../context.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { getStored } from "./schedule.ts";
import { personOf } from "./view.ts";

const PAST_MS = 31 * DAY_MS;
const TOKEN = /^[\w-]{32}$/;

type Owner = { scheduleId: number } | { userId: number };

export async function makeScheduleCalendar(context: Context, key: string): Promise<{ url: string }> {
  const { schedule } = await getStored(context, key);
  return await putLink(context, { scheduleId: schedule.id }, entityOf("schedule", schedule));
}

export async function removeScheduleCalendar(context: Context, key: string): Promise<void> {
  const { schedule } = await getStored(context, key);
  await removeLink(context, { scheduleId: schedule.id }, entityOf("schedule", schedule));
}

export async function makeOwnCalendar(context: Context): Promise<{ url: string }> {
  const { id, email } = userOf(context).user;
  return await putLink(context, { userId: id }, entityOf("user", { id, name: email }));
}

export async function removeOwnCalendar(context: Context): Promise<void> {
  const { id, email } = userOf(context).user;
  await removeLink(context, { userId: id }, entityOf("user", { id, name: email }));
}

export async function hasCalendarOfOwn(context: Context): Promise<boolean> {
  return await hasOwnCalendar(context.db, userOf(context).user.id);
}

type Entity = ReturnType<typeof entityOf<"schedule" | "user", number>>;

async function putLink(context: Context, owner: Owner, entity: Entity): Promise<{ url: string }> {
  const token = toBase64Url(randomBytes(24));
  const link = { tokenHash: await sha256Hex(token), createdAt: context.now };
  await save(context.db, [
    ...putCalendarLink(context.db, owner, link),
    ...recordUpdate(context, { ...entity, changes: changedSecret("calendarAddress") }),
  ]);
  return { url: `${baseOf(context)}/calendar/on-call/${token}.ics` };
}

async function removeLink(context: Context, owner: Owner, entity: Entity): Promise<void> {
  await save(context.db, [
    deleteCalendarLink(context.db, owner),
    ...recordUpdate(context, { ...entity, changes: { calendarAddress: [true, false] } }),
  ]);
}

export async function getOnCallCalendar(context: Context, file: string): Promise<string> {
  const token = file.replace(/\.ics$/, "");
  const link = TOKEN.test(token) ? await findCalendarLink(context.db, await sha256Hex(token)) : null;
  if (!link) throw notFound("calendar");
  const { schedules, people } = await readSchedules(context.db);
  const { scheduleId, userId } = link;
  const shown = schedules.filter(({ id }) => scheduleId === null || id === scheduleId);
  const host = new URL(baseOf(context)).hostname;
  const stamp = new Date(context.now).toISOString();
  const span = { from: context.now - PAST_MS, to: context.now + AHEAD_MS };
  const events = shown.flatMap((schedule) =>
    listShifts(schedule, span)
      .filter((shift) => shift.userId !== null && (userId === null || shift.userId === userId))
      .map((shift): CalendarEvent => {
        const { email } = personOf(people, shift.userId ?? 0);
        return {
          // By its end, which stays while the feed's span moves over its start.
          uid: `on-call-${schedule.id}-${shift.userId}-${shift.to}@${host}`,
          stamp,
          from: new Date(shift.from).toISOString(),
          to: new Date(shift.to).toISOString(),
          title: userId === null ? email : `On call: ${schedule.name}`,
          text: userId === null ? `On call for ${schedule.name}` : "",
          url: `${baseOf(context)}/admin`,
        };
      }),
  );
  const name = userId === null ? `On call: ${shown[0]?.name ?? ""}` : "My on-call shifts";
  return writeCalendar(name, events);
}

function baseOf({ env, origin }: Context): string {
  return variablesOf(env).publicUrl ?? origin;
}
