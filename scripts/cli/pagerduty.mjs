import { Refusal } from "./ask.mjs";
import { keyMaker } from "./documents.mjs";
import { openRemote } from "./remote.mjs";
import { EVERY_DAY, knownZone, moved, rotationFrom, scheduleDocument, shiftOf } from "./rotations.mjs";

const BASE = "https://api.pagerduty.com/";
const PAGE = 100;

export async function read(key, { base = BASE } = {}) {
  const headers = {
    Authorization: `Token token=${key}`,
    Accept: "application/vnd.pagerduty+json;version=2",
  };
  const remote = openRemote({ name: "PagerDuty", base, headers });
  const all = async (name) => {
    const found = [];
    for (let offset = 0; ; offset += PAGE) {
      const response = await remote.get(`${name}?limit=${PAGE}&offset=${offset}`);
      found.push(...(response?.[name] ?? []));
      if (!response?.more) return found;
    }
  };
  const schedules = [];
  for (const { id } of await all("schedules"))
    schedules.push((await remote.get(`schedules/${encodeURIComponent(id)}`))?.schedule);
  return { schedules: schedules.filter(Boolean), users: await all("users") };
}

export function convert(data) {
  if (!Array.isArray(data?.schedules) || !Array.isArray(data.users))
    throw new Refusal("This isn't a PagerDuty export: expected JSON with schedules and users.");
  const emails = new Map(data.users.map(({ id, email }) => [id, email?.toLowerCase()]));
  const notes = [];
  const keyOf = keyMaker();
  const documents = data.schedules.map(
    ({ name, description, time_zone: zone, schedule_layers: layers = [] }) => {
      const say = (what) => notes.push(`schedule "${name}": ${what}`);
      const timeZone = knownZone(zone, say);
      if (description) say("its description has no counterpart; left out.");
      // PagerDuty lists the layer with the highest priority first; here the last rotation applies.
      const rotations = layers.toReversed().flatMap((layer) => rotationOf(layer, { timeZone, emails, say }));
      say("overrides are not imported: add upcoming ones here.");
      return scheduleDocument({ key: keyOf(name, "schedule"), name, timeZone, rotations });
    },
  );
  return moved(documents, notes);
}

function rotationOf(layer, { timeZone, emails, say }) {
  const { name = "Layer", end, users = [], restrictions = [] } = layer;
  const note = (what) => say(`layer "${name}": ${what}`);
  if (end && Date.parse(end) <= Date.now()) {
    note("it has ended; left out.");
    return [];
  }
  const shift = shiftOf(layer.rotation_turn_length_seconds);
  const people = users.map(({ user }) => emails.get(user?.id));
  const known = people.filter(Boolean);
  if (!shift || known.length === 0) {
    note(
      shift
        ? "nobody in it has an email address; left out."
        : "its shifts aren't whole hours, or are too long; left out.",
    );
    return [];
  }
  if (known.length < people.length)
    note("people without an email address are left out, and the remaining turns move up.");
  if (end) note(`its end on ${end} has no counterpart: delete it then.`);
  if (Date.parse(layer.start) > Date.now()) note(`it begins on ${layer.start} there, but immediately here.`);
  const spans = restrictions.flatMap(spansOf);
  return [
    rotationFrom({ name, startsAt: layer.rotation_virtual_start, shift, timeZone, users: known, spans }),
  ];
}

function spansOf({ type, start_time_of_day: time, start_day_of_week: day, duration_seconds: seconds }) {
  const [hours = 0, minutes = 0] = String(time).split(":").map(Number);
  const start = hours * 3600 + minutes * 60;
  const days = type === "weekly_restriction" ? [day] : EVERY_DAY;
  return days.map((own) => ({ day: own, start, seconds }));
}
