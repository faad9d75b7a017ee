import { Refusal } from "./ask.mjs";
import { keyMaker } from "./documents.mjs";
import { openRemote } from "./remote.mjs";
import { EVERY_DAY, knownZone, moved, rotationFrom, scheduleDocument, shiftOf } from "./rotations.mjs";

const BASE = "https://api.opsgenie.com/";
const SECONDS = { hourly: 3600, daily: 86_400, weekly: 604_800 };
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

export async function read(key, { base = BASE } = {}) {
  const remote = openRemote({ name: "Opsgenie", base, headers: { Authorization: `GenieKey ${key}` } });
  return { data: (await remote.get("v2/schedules?expand=rotation"))?.data ?? [] };
}

export function convert(response) {
  if (!Array.isArray(response?.data))
    throw new Refusal("This isn't an Opsgenie export: expected JSON with schedules in data.");
  const notes = [];
  const keyOf = keyMaker();
  const documents = response.data.map(({ name, timezone: zone = "UTC", enabled = true, rotations = [] }) => {
    const say = (what) => notes.push(`schedule "${name}": ${what}`);
    const timeZone = knownZone(zone, say);
    if (!enabled) say("it was disabled; here it applies as soon as a channel uses it.");
    const own = rotations.flatMap((rotation) => rotationOf(rotation, { timeZone, say }));
    if (own.length > 1)
      say("where rotations overlap, everybody is on call there, and the last rotation here.");
    say("overrides are not imported: add upcoming ones here.");
    return scheduleDocument({ key: keyOf(name, "schedule"), name, timeZone, rotations: own });
  });
  return moved(documents, notes);
}

function rotationOf(rotation, { timeZone, say }) {
  const { name = "Rotation", startDate, endDate, type, length = 1, participants = [] } = rotation;
  const note = (what) => say(`rotation "${name}": ${what}`);
  if (endDate && Date.parse(endDate) <= Date.now()) {
    note("it has ended; left out.");
    return [];
  }
  const shift = shiftOf((SECONDS[type] ?? 0) * length);
  const users = participants.flatMap((one) =>
    one.type === "user" && one.username ? [one.username.toLowerCase()] : [],
  );
  if (!shift || users.length === 0) {
    note(shift ? "it names no users; left out." : `its shifts (${type}) have no counterpart; left out.`);
    return [];
  }
  if (users.length < participants.length)
    note("teams, escalations and empty turns are left out, and the remaining turns move up.");
  if (endDate) note(`its end on ${endDate} has no counterpart: delete it then.`);
  const spans = spansOf(rotation.timeRestriction);
  return [rotationFrom({ name, startsAt: startDate, shift, timeZone, users, spans })];
}

function spansOf({ type, restriction, restrictions = [] } = {}) {
  if (type === "time-of-day" && restriction)
    return EVERY_DAY.map((day) =>
      spanOf({ ...restriction, startDay: DAYS[day - 1], endDay: DAYS[day - 1] }, true),
    );
  return restrictions.map((one) => spanOf(one, false));
}

function spanOf({ startDay, startHour, startMin, endDay, endHour, endMin }, isWithinDay) {
  const day = DAYS.indexOf(String(startDay).toLowerCase()) + 1;
  const days = (DAYS.indexOf(String(endDay).toLowerCase()) + 1 - day + 7) % 7;
  const start = startHour * 3600 + startMin * 60;
  const length = days * 86_400 + endHour * 3600 + endMin * 60 - start;
  const around = isWithinDay ? 86_400 : 604_800;
  return { day, start, seconds: length > 0 ? length : length + around };
}
