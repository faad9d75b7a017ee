import { describe, expect, it } from "vitest";
import {
  factsOf,
  footOf,
  linkOf,
  placeholderValuesOf,
  summaryOf,
  titleOf,
} from "../../../src/domain/alert/text.ts";
import { AT, MESSAGES, message, monitor } from "../../notify/messages.ts";

describe("title and summary", () => {
  it.each([
    ["alert", "API is down", "The server refused the connection."],
    ["degraded", "API is degraded", "The server refused the connection."],
    ["recovery", "API is up again", "Was failing for 2 h 5 min."],
    [
      "expiring",
      "Certificate for api.example.com expires in 3 days",
      "Renew it before 2026-03-04 12:05 UTC.",
    ],
    ["expired", "Certificate for api.example.com has expired", "Expired on 2026-03-01 11:05 UTC."],
    [
      "renewed",
      "Certificate for api.example.com was renewed",
      "New certificate valid until 2026-03-04 12:05 UTC.",
    ],
    [
      "actionFailed",
      "Action Restart failed",
      "The last attempt for API failed: deploy.example.com returned 500.",
    ],
    ["test", "Test message from Acme Status", "This is a test. The channel works and no monitor is failing."],
    [
      "digest",
      "2 monitors are down or degraded",
      "API: The server refused the connection.\nWeb: Responded in 4100 ms.",
    ],
    ["reminder", "API is still down after 2 h 5 min", "The server refused the connection."],
    [
      "reminderDigest",
      "2 monitors are still down or degraded",
      "API: The server refused the connection.\nWeb: Responded in 4100 ms.",
    ],
    [
      "acknowledged",
      "API acknowledged by ann@example.com",
      "The disk is full: I make room.\nNo more reminders until 2026-03-01 13:05 UTC.",
    ],
    [
      "unacknowledged",
      "API: acknowledgement undone by ann@example.com",
      "Acknowledgement undone. Reminders continue.",
    ],
    ["ownTrouble", "Monitoring is impaired", "Many checks are failing together."],
    ["ownTroubleOver", "Monitoring is back to normal", "It lasted 5 min."],
    ["recoveryDigest", "2 monitors are up again", "API: up\nWeb: up"],
  ] as const)("for %s", (name, title, summary) => {
    expect(titleOf(MESSAGES[name])).toBe(title);
    expect(summaryOf(MESSAGES[name])).toBe(summary);
  });

  it("show the last days of a certificate", () => {
    const of = (daysLeft: number) =>
      titleOf(
        message({
          kind: "certificate",
          certificate: { host: "a.test", expiresAt: AT, daysLeft, isRenewed: false },
        }),
      );
    expect([1, 0].map(of)).toEqual([
      "Certificate for a.test expires in 1 day",
      "Certificate for a.test expires within a day",
    ]);
  });

  it("name the person who acknowledged a failure, also for on-call services", () => {
    expect(placeholderValuesOf(MESSAGES.acknowledged)).toMatchObject({
      event_action: "acknowledge",
      event_group: "status",
      acknowledged_by: "ann@example.com",
      acknowledgement_note: "The disk is full: I make room.",
    });
    expect(placeholderValuesOf(MESSAGES.unacknowledged)).toMatchObject({
      event_action: "trigger",
      acknowledged_by: "",
    });
    expect(placeholderValuesOf(MESSAGES.reminder)["event_action"]).toBe("trigger");
    expect(factsOf(MESSAGES.acknowledged)).toContainEqual({
      label: "Acknowledged by",
      value: "ann@example.com",
    });
  });

  it.each([
    ["expiring", "Renew it before 2026-03-04 13:05 CET."],
    ["expired", "Expired on 2026-03-01 12:05 CET."],
    ["renewed", "New certificate valid until 2026-03-04 13:05 CET."],
    ["acknowledged", "The disk is full: I make room.\nNo more reminders until 2026-03-01 14:05 CET."],
    [
      "agentAway",
      "Agent Office has been away since 2026-07-29 12:00 CEST. Its monitors are pending until it is back.",
    ],
  ] as const)("for %s use a person's time zone", (name, summary) => {
    expect(summaryOf(MESSAGES[name], "Europe/Warsaw")).toBe(summary);
  });

  it("keep an agent's message from an earlier version as stored", () => {
    const stored = message({ ...MESSAGES.agentAway, agent: { key: "office", name: "Office" } });
    expect(summaryOf(stored, "Europe/Warsaw")).toBe(MESSAGES.agentAway.error);
  });

  it("fit on one line of 130 characters, and still name the event", () => {
    const title = titleOf(message({ monitors: [monitor({ name: `a\r\nb ${"x".repeat(200)}` })] }));
    expect(title).toMatch(/^a b x+… is down$/);
    expect(title.length).toBeLessThanOrEqual(130);
  });
});

describe("facts and footer", () => {
  const timesOf = (name: keyof typeof MESSAGES, timeZone?: string) =>
    [...factsOf(MESSAGES[name], timeZone).map(({ value }) => value), footOf(MESSAGES[name], timeZone)]
      .map((value) => /\d{4}-\S+ \d\d:\d\d \w+/.exec(value)?.[0])
      .filter(Boolean);

  it("use a person's time zone, or UTC otherwise", () => {
    expect(timesOf("alert", "Europe/Warsaw")).toEqual(["2026-03-01 11:00 CET", "2026-03-01 13:05 CET"]);
    expect(timesOf("alert")).toEqual(["2026-03-01 10:00 UTC", "2026-03-01 12:05 UTC"]);
    expect(timesOf("expiring", "Europe/Warsaw")).toEqual(["2026-03-04 13:05 CET", "2026-03-01 13:05 CET"]);
    expect(timesOf("acknowledged", "Europe/Warsaw")).toContain("2026-03-01 14:05 CET");
  });
});

describe("placeholderValuesOf", () => {
  it("is in UTC whoever receives the message", () => {
    const sent = message({ ...MESSAGES.expiring, timeZone: "Europe/Warsaw" });
    expect(placeholderValuesOf(sent)).toEqual(placeholderValuesOf(MESSAGES.expiring));
  });

  it("has every value for one monitor", () => {
    expect(placeholderValuesOf(MESSAGES.alert)).toEqual({
      monitor_name: "API",
      monitor_list: "API",
      affected_count: "1",
      status: "down",
      error_message: "The server refused the connection.",
      monitor_type: "https",
      monitor_key: "api",
      monitor_id: "7",
      previous_status: "up",
      checked_at: "2026-03-01T12:05:00.000Z",
      event_id: "7:12",
      event_type: "alert",
      event_action: "trigger",
      event_group: "status",
      severity: "critical",
      color: "#ba1a1a",
      duration: "2 h 5 min",
      url: "https://api.example.com/health",
      cert_host: "",
      cert_expires_at: "",
      cert_days_left: "",
      action_name: "",
      acknowledged_by: "",
      acknowledgement_note: "",
      title: "API is down",
      summary: "The server refused the connection.",
      link: "https://status.example.com/admin/monitors/7",
      site_name: "Acme Status",
    });
  });

  it("has the values of a digest", () => {
    expect(placeholderValuesOf(MESSAGES.digest)).toMatchObject({
      monitor_name: "2 monitors",
      monitor_list: "API, Web",
      affected_count: "2",
      status: "down",
      error_message: "API: The server refused the connection.\nWeb: Responded in 4100 ms.",
      monitor_type: "group",
    });
  });

  it("has the values of a certificate", () => {
    expect(placeholderValuesOf(MESSAGES.expiring)).toMatchObject({
      event_type: "certificate",
      event_action: "trigger",
      event_group: "certificate",
      cert_host: "api.example.com",
      cert_expires_at: "2026-03-04T12:05:00.000Z",
      cert_days_left: "3",
    });
    expect(placeholderValuesOf(MESSAGES.renewed)["event_action"]).toBe("resolve");
  });

  it("marks a test message as a test", () => {
    expect(placeholderValuesOf(MESSAGES.test)).toMatchObject({
      monitor_name: "Test message",
      error_message: "This is a test. Nothing is wrong.",
      event_type: "test",
      affected_count: "1",
    });
  });

  it("has no control characters or lone surrogates", () => {
    const odd = message({ error: "a\u0000b\ud83d\r\nc", monitors: [monitor({ name: "x\u001b[0m\ny" })] });
    expect(placeholderValuesOf(odd)).toMatchObject({
      error_message: "a b\ufffd\nc",
      monitor_name: "x [0m y",
    });
  });
});

describe("factsOf", () => {
  it("lists what changed, since when and where", () => {
    expect(factsOf(MESSAGES.alert).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Status: down, was up",
      "Failing since: 2026-03-01 10:00 UTC",
      "For: 2 h 5 min",
      "Address: https://api.example.com/health",
      "Type: https",
    ]);
    expect(factsOf(MESSAGES.test)).toEqual([]);
  });
});

describe("linkOf", () => {
  it("is null for a test, and has one slash after the site's address", () => {
    expect(linkOf(MESSAGES.test)).toBeNull();
    expect(linkOf(message({ site: { name: "", url: "https://a.test/" } }))).toBe(
      "https://a.test/admin/monitors/7",
    );
  });
});
