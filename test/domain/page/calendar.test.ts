import { describe, expect, it } from "vitest";
import { type CalendarEvent, writeCalendar } from "../../../src/domain/page/calendar.ts";

const EVENT: CalendarEvent = {
  uid: "maintenance-5@status.example.com",
  stamp: "2026-11-20T10:00:00.000Z",
  from: "2026-11-21T22:00:00.000Z",
  to: "2026-11-22T01:30:00.000Z",
  title: "Database upgrade",
  text: "",
  url: "https://status.example.com/maintenance/5",
};

function linesOf(text: string): string[] {
  return text.replaceAll("\r\n ", "").split("\r\n");
}

describe("writeCalendar", () => {
  it("writes an event with its times in UTC", () => {
    const lines = linesOf(writeCalendar("Acme", [EVENT]));
    for (const line of [
      "UID:maintenance-5@status.example.com",
      "DTSTAMP:20261120T100000Z",
      "DTSTART:20261121T220000Z",
      "DTEND:20261122T013000Z",
      "SUMMARY:Database upgrade",
      "URL:https://status.example.com/maintenance/5",
    ])
      expect(lines).toContain(line);
    expect(lines[0]).toBe("BEGIN:VCALENDAR");
    expect(lines.at(-2)).toBe("END:VCALENDAR");
  });

  it("escapes special characters, and removes control characters", () => {
    const title = "Move; or not, that\\is\u0007\nEND:VEVENT";
    const text = writeCalendar("Acme", [{ ...EVENT, title }]);
    expect(linesOf(text)).toContain("SUMMARY:Move\\; or not\\, that\\\\is\\nEND:VEVENT");
    expect(text.match(/\r\nEND:VEVENT/g)).toHaveLength(1);
  });

  it("ends every line with CR LF, and folds it at 75 octets without splitting a character", () => {
    const long = "Wartungsarbeiten an der Störungsübersicht 🛠 ".repeat(20).trim();
    const text = writeCalendar("Acme", [{ ...EVENT, title: long, text: long }]);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const lines = text.split("\r\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).not.toContain("\ufffd");
    expect(linesOf(text)).toContain(`SUMMARY:${long}`);
  });
});
