const MINUTE = 60;
const DAY = 86_400;
const WEEK_DAYS = 7;
const MOST_UNITS = 365;
const UNITS = [
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", 3600],
];

/** Returns null unless the shift is a whole number of hours, days or weeks, at most 365. */
export function shiftOf(seconds) {
  const [unit, length] = UNITS.find(([, own]) => seconds > 0 && seconds % own === 0) ?? [];
  return unit && seconds / length <= MOST_UNITS ? { every: seconds / length, unit } : null;
}

/** Falls back to UTC, because documents with an unknown time zone are refused. */
export function knownZone(timeZone, say) {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return timeZone;
  } catch {
    say(`its time zone ${timeZone} is unknown here: UTC is used instead.`);
    return "UTC";
  }
}

function clockAt(moment, timeZone) {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(moment);
}

/**
 * Splits time spans within a week into daily hours. A span over several days becomes the rest of the first day, whole
 * days, and the start of the last day.
 *
 * @param {readonly { day: number, start: number, seconds: number }[]} spans by day of the week, 1 is Monday
 */
function hoursOf(spans) {
  const days = new Map();
  for (const { day, start, seconds } of spans) {
    for (const piece of piecesOf(day, start, seconds)) {
      // Rounded up, because a span that ends at 23:59:59 must leave no gap.
      const to = (Math.ceil(piece.to / MINUTE) * MINUTE) % DAY;
      const times = `${formatClock(piece.from)} ${formatClock(to)}`;
      days.set(times, (days.get(times) ?? new Set()).add(piece.day));
    }
  }
  return [...days].map(([times, own]) => {
    const [from, to] = times.split(" ");
    return { days: [...own].sort(), from, to };
  });
}

function piecesOf(day, start, seconds) {
  if (seconds <= DAY) return [{ day, from: start, to: (start + seconds) % DAY }];
  const pieces = [{ day, from: start, to: 0 }];
  let left = seconds - (DAY - start);
  for (let next = day + 1; left > 0; next++, left -= DAY)
    pieces.push({ day: ((next - 1) % WEEK_DAYS) + 1, from: 0, to: left >= DAY ? 0 : left });
  return pieces;
}

function formatClock(seconds) {
  const minutes = Math.floor(seconds / MINUTE);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Schedules refer to users by email address, so these users must exist before the documents are applied. */
function describePeople(documents) {
  const users = documents.flatMap(({ rotations }) => rotations.flatMap((one) => one.users));
  const known = [...new Set(users)].sort();
  return known.length === 0 ? [] : [`people: add these as users first: ${known.join(", ")}.`];
}

export function scheduleDocument({ key, name, timeZone, rotations }) {
  return { kind: "Schedule", key, name: String(name).slice(0, 200), timeZone, rotations };
}

/** @param {{ name: string, startsAt: string, shift: object, timeZone: string, users: string[], spans: object[] }} facts */
export function rotationFrom({ name, startsAt, shift, timeZone, users, spans }) {
  const start = Date.parse(startsAt);
  const hours = hoursOf(spans);
  return {
    name: String(name).slice(0, 100),
    startsAt: new Date(start).toISOString(),
    shift,
    handoverAt: clockAt(start, timeZone),
    users,
    ...(hours.length > 0 && { hours }),
  };
}

export function moved(documents, notes) {
  const none = { incidents: [], maintenance: [], subscribers: [] };
  return { documents, notes: [...notes, ...describePeople(documents)], history: none };
}
