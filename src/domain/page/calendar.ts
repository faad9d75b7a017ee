import { utf8 } from "../../lib/bytes.ts";
import type { CalendarSeries } from "./calendar_series.ts";

export interface CalendarEvent {
  uid: string;
  stamp: string;
  from: string;
  to: string;
  title: string;
  text: string;
  url: string;
  series?: CalendarSeries;
}

type ZoneLines = readonly string[];

const LINE_OCTETS = 75;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a calendar.
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export function writeCalendar(name: string, events: readonly CalendarEvent[], zones: ZoneLines = []): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Uptide//Status page//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...zones,
    ...events.flatMap((event) =>
      event.series ? seriesLines(event, event.series) : eventLines(event, spanOf(event)),
    ),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function spanOf({ from, to }: CalendarEvent): string[] {
  return [`DTSTART:${toUtc(from)}`, `DTEND:${toUtc(to)}`];
}

function seriesLines(
  event: CalendarEvent,
  { timezone, from, to, rule, skipped, others }: CalendarSeries,
): string[] {
  const at = (name: string, time: string) => `${name};TZID=${timezone}:${time}`;
  const span = (start: string, end: string) => [at("DTSTART", start), at("DTEND", end)];
  const left = skipped.map((time) => at("EXDATE", time));
  return [
    ...eventLines(event, [...span(from, to), `RRULE:${rule}`, ...left]),
    ...others.flatMap((one) => eventLines(event, [at("RECURRENCE-ID", one.at), ...span(one.from, one.to)])),
  ];
}

function eventLines({ uid, stamp, title, text, url }: CalendarEvent, times: readonly string[]): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${toUtc(stamp)}`,
    `LAST-MODIFIED:${toUtc(stamp)}`,
    ...times,
    `SUMMARY:${escapeText(title)}`,
    ...(text === "" ? [] : [`DESCRIPTION:${escapeText(text)}`]),
    ...(url === "" ? [] : [`URL:${url}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

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

/** RFC 5545 limits lines to 75 octets; characters stay whole. */
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
