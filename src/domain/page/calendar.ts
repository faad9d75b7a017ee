import { utf8 } from "../../lib/bytes.ts";

export interface CalendarEvent {
  /** The same for the same event, for good. */
  uid: string;
  /** When it was changed last. */
  stamp: string;
  from: string;
  to: string;
  title: string;
  text: string;
  url: string;
}

const LINE_OCTETS = 75;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a calendar.
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** An iCalendar object (RFC 5545) that calendars may subscribe to. Times are ISO 8601. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Uptide//Status page//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines({ uid, stamp, from, to, title, text, url }: CalendarEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${toUtc(stamp)}`,
    `LAST-MODIFIED:${toUtc(stamp)}`,
    `DTSTART:${toUtc(from)}`,
    `DTEND:${toUtc(to)}`,
    `SUMMARY:${escapeText(title)}`,
    ...(text === "" ? [] : [`DESCRIPTION:${escapeText(text)}`]),
    ...(url === "" ? [] : [`URL:${url}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** As 20261121T140500Z. */
function toUtc(time: string): string {
  return time.replace(/\.\d+/, "").replace(/[-:]/g, "");
}

function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(FORBIDDEN, "")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** No line is longer than 75 octets, and no character is cut in two. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = utf8(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
