import { describe, expect, it } from "vitest";
import {
  judgeBackup,
  judgeChannels,
  judgeMail,
  judgeMirrors,
  judgeUpdate,
} from "../../../src/domain/system/health_delivery.ts";
import { type Finding, listParts, well } from "../../../src/domain/system/health_part.ts";
import {
  judgeAlarms,
  judgeCron,
  judgeDatabase,
  judgeMonitors,
  judgeOutboxes,
  judgeQueues,
  judgeWatches,
} from "../../../src/domain/system/health_work.ts";
import { judgeStorage } from "../../../src/domain/system/storage.ts";
import type { HealthPartId } from "../../../src/schema/health_part.ts";
import type { MirrorState } from "../../../src/schema/mirror.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 5, 1, 12);
const ago = (ms: number) => NOW - ms;

const cron = (lastRunAt: number | null, firstAt: number | null = 0) => judgeCron({ lastRunAt, firstAt }, NOW);
const backup = (
  schedule: "off" | "daily" | "weekly",
  lastSuccessAt: number | null,
  lastError: string | null = null,
) => judgeBackup({ schedule, lastSuccessAt, lastError }, NOW);
const mirror = (state: MirrorState, lastSuccessAt: number | null = null) =>
  judgeMirrors(
    [
      {
        page: "main",
        status: { state, lastSuccessAt, lastError: state === "failing" ? "No access." : null, filesLeft: 0 },
      },
    ],
    NOW,
  );
const removal = (filesLeft: number, lastError: string | null = null) =>
  judgeMirrors([{ page: "main", status: { state: "off", lastSuccessAt: null, lastError, filesLeft } }], NOW);
const mail = (facts: Partial<Parameters<typeof judgeMail>[0]>) =>
  judgeMail({ isConfigured: true, neededBy: [], lastError: null, hasFailed: false, stop: null, ...facts });
const update = (facts: Partial<Parameters<typeof judgeUpdate>[0]>) =>
  judgeUpdate(
    {
      isEnabled: true,
      hasAddress: true,
      running: "0.4.0",
      newer: null,
      checkedAt: ago(MINUTE),
      error: null,
      command: "git pull",
      ...facts,
    },
    NOW,
  );
const outboxes = (facts: Partial<Parameters<typeof judgeOutboxes>[0]>) =>
  judgeOutboxes(
    { watches: 0, channels: 0, silent: 0, untakenEvents: 0, oldestUntakenAt: null, ...facts },
    NOW,
  );
const stored = (bytes: number, isLocal = false) => judgeStorage(bytes, { isLocal });

const CASES: [string, Finding, Finding["state"], RegExp][] = [
  ["a cron that never ran", cron(null, ago(3 * MINUTE + 1)), "failing", /never run/],
  ["a cron of a new instance", cron(null, ago(3 * MINUTE)), "unknown", /not run yet/],
  ["a cron that isn't set up", cron(null, null), "unknown", /not run yet/],
  ["a cron that ran three minutes ago", cron(ago(3 * MINUTE)), "ok", /3 min ago/],
  ["a cron a moment older than that", cron(ago(3 * MINUTE + 1)), "warning", /every minute/],
  ["a stopped cron", cron(ago(15 * MINUTE + 1)), "failing", /15 min ago/],
  ["a cron in the future after the clock was set back", cron(NOW + DAY), "ok", /0 s ago/],
  ["a quick database", judgeDatabase(999), "ok", /999 ms/],
  ["a slow database", judgeDatabase(1000), "warning", /1000 ms/],
  ["no watches", judgeWatches({ total: 0, responding: 0 }), "off", /no monitors/],
  ["watches that respond", judgeWatches({ total: 2, responding: 2 }), "ok", /2 watches respond/],
  ["a watch without a response", judgeWatches({ total: 2, responding: 1 }), "failing", /^1 of 2/],
  ["alarms on time", judgeAlarms([ago(MINUTE), NOW + 1], NOW), "ok", /Every watch/],
  ["a late alarm", judgeAlarms([ago(MINUTE + 1), NOW], NOW), "warning", /^1 watch has no alarm/],
  ["a missing alarm", judgeAlarms([null], NOW), "warning", /no alarm/],
  ["a lost alarm", judgeAlarms([ago(5 * MINUTE + 1)], NOW), "failing", /overdue/],
  ["nothing to check", judgeAlarms([], NOW), "off", /Nothing/],
  ["monitors checked on time", judgeMonitors({ total: 3, overdue: 0 }), "ok", /No monitor is overdue/],
  ["overdue monitors", judgeMonitors({ total: 3, overdue: 2 }), "warning", /^2 monitors not checked/],
  [
    "monitors whose agents don't check them",
    judgeMonitors({ total: 3, overdue: 2, ofAgents: 2 }),
    "warning",
    /^2 monitors not checked/,
  ],
  ["empty queues", judgeQueues([{ waiting: 0, oldestDueAt: null }], NOW), "ok", /Nothing is waiting/],
  ["a moving queue", judgeQueues([{ waiting: 9, oldestDueAt: ago(5 * MINUTE) }], NOW), "ok", /9 messages/],
  [
    "a late queue",
    judgeQueues([{ waiting: 1, oldestDueAt: ago(5 * MINUTE + 1) }], NOW),
    "warning",
    /^1 message/,
  ],
  ["a stuck queue", judgeQueues([{ waiting: 1, oldestDueAt: ago(31 * MINUTE) }], NOW), "failing", /31 min/],
  ["empty outboxes", outboxes({}), "ok", /handed over/],
  ["full outboxes", outboxes({ watches: 150, channels: 51 }), "warning", /201 changes/],
  ["a silent channel", outboxes({ silent: 1 }), "warning", /1 channel's object/],
  ["late events", outboxes({ untakenEvents: 1, oldestUntakenAt: ago(6 * MINUTE) }), "warning", /6 min/],
  ["stuck events", outboxes({ untakenEvents: 2, oldestUntakenAt: ago(31 * MINUTE) }), "failing", /31 min/],
  ["no channels", judgeChannels([], 0), "off", /no channels/],
  ["working channels", judgeChannels([], 2), "ok", /was delivered/],
  ["one failing channel of two", judgeChannels(["A"], 2), "warning", /failed for 1 channel: A\./],
  ["many failing channels", judgeChannels(["A", "B", "C", "D", "E"], 9), "warning", /A, B, C and 2 more/],
  ["all channels failing", judgeChannels(["A"], 1), "failing", /: A\./],
  ["no mail server while none is needed", mail({ isConfigured: false }), "off", /none is needed/],
  [
    "no mail server while one is needed",
    mail({ isConfigured: false, neededBy: ["a", "b"] }),
    "failing",
    /a and b/,
  ],
  ["a working mail server", mail({}), "ok", /is set up/],
  [
    "a failing mail server",
    mail({ hasFailed: true, lastError: "Login refused." }),
    "failing",
    /Login refused/,
  ],
  ["no static copy", mirror("off"), "off", /no static copy/],
  ["a copy being removed", removal(29), "ok", /29 files are left to remove/],
  ["a copy that can't be removed", removal(1, "No access."), "failing", /1 file is left .*: No access/],
  ["a pending first push", mirror("waiting"), "ok", /first push/],
  ["a current copy", mirror("up_to_date", ago(MINUTE)), "ok", /1 min ago/],
  ["an old copy", mirror("stale", ago(DAY)), "warning", /1 d ago/],
  ["a failed push", mirror("failing"), "failing", /No access/],
  ["no backup schedule", backup("off", ago(DAY)), "off", /none is scheduled/],
  ["a daily backup two days old", backup("daily", ago(2 * DAY)), "ok", /2 d old/],
  ["a daily backup a moment older", backup("daily", ago(2 * DAY + 1)), "warning", /set to daily/],
  ["a weekly backup 14 days old", backup("weekly", ago(14 * DAY)), "ok", /14 d old/],
  ["a weekly backup a moment older", backup("weekly", ago(14 * DAY + 1)), "warning", /weekly/],
  ["a schedule without a backup", backup("daily", null), "warning", /no backup yet/],
  ["a failed backup", backup("off", ago(DAY), "No room."), "failing", /No room\./],
  ["disabled update checks", update({ isEnabled: false }), "off", /checks are off/],
  ["update checks without an address", update({ hasAddress: false }), "off", /No address/],
  [
    "a newer release",
    update({ newer: { version: "0.5.0" } }),
    "warning",
    /0\.5\.0 is available. You.re running 0\.4\.0/,
  ],
  [
    "a newer release after a failed check",
    update({ newer: { version: "0.5.0" }, error: "x" }),
    "warning",
    /0\.5\.0/,
  ],
  ["a failed update check", update({ error: "It returned 500." }), "unknown", /It returned 500/],
  ["no update check yet", update({ checkedAt: null }), "unknown", /No update check/],
  ["the latest release", update({}), "ok", /the latest version/],
  ["a small database", stored(399e6), "ok", /80% of the 500 MB/],
  ["a database near the free plan's limit", stored(400e6), "warning", /free plan/],
  ["a database above it, on the paid plan", stored(501e6), "ok", /5% of the 10 GB/],
  ["a database near the paid plan's limit", stored(8e9), "warning", /80% of the 10 GB/],
  ["a full database", stored(9.5e9), "failing", /95%/],
  ["a database on this machine", stored(8e9, true), "ok", /this machine/],
];

describe("the health of a part", () => {
  it.each(CASES)("reports %s", (_what, finding, state, summary) => {
    expect(finding.state).toBe(state);
    expect(finding.summary).toMatch(summary);
    expect(finding.advice).toMatch(/^[A-Z].*[a-z.]$/s);
  });

  it("is sorted by the worst first", () => {
    const findings = { cron: well("a."), queues: cron(null), mail: mail({ isConfigured: false }) };
    const parts = listParts(findings as Record<HealthPartId, Finding>);
    expect(parts.map(({ id }) => id)).toEqual(["queues", "cron", "mail"]);
  });
});
