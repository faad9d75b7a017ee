import { parseCron } from "../../lib/cron.ts";
import { nextRun } from "../../lib/cron_times.ts";
import { dateAt, minuteOfDay } from "../../lib/wall_clock.ts";
import type { MonitorRule } from "./rule.ts";

type BeatRule = Pick<MonitorRule, "intervalSecs" | "graceSecs" | "schedule" | "maxRunSecs">;

export interface OpenRun {
  runId: string;
  startedAt: number;
  overdueAt: number | null;
}

/** Tolerates a job's clock running ahead: an early ping counts for that run. */
const EARLY_MS = 10_000;
const LATE = "Late: ";

export function lateAt(rule: BeatRule, since: number): number {
  const graceMs = (rule.graceSecs ?? 0) * 1000;
  return (findPlanned(rule, since) ?? since + rule.intervalSecs * 1000) + graceMs;
}

function findPlanned({ schedule }: BeatRule, since: number): number | null {
  const cron = schedule && parseCron(schedule.cron);
  if (!schedule || !cron || typeof cron === "string") return null;
  return nextRun(cron, schedule.timezone, since + EARLY_MS);
}

export function judgedAt(
  rule: BeatRule,
  { since, runs }: { since: number; runs: readonly OpenRun[] },
): number {
  const last = Math.max(since, ...runs.map(({ startedAt }) => startedAt));
  const open = runs.flatMap(({ overdueAt }) => overdueAt ?? []);
  if (rule.maxRunSecs && open.length > 0) return Math.min(...open);
  return Math.min(lateAt(rule, last), ...open);
}

/**
 * For a service that was down until `startedAt`: a window that ended before then starts again, and an open one lasts at
 * least its grace period.
 */
export function judgedSinceStart(
  rule: BeatRule,
  { due, startedAt }: { due: number; startedAt: number },
): number {
  if (due <= startedAt) return lateAt(rule, startedAt);
  return Math.max(due, startedAt + (rule.graceSecs ?? 0) * 1000);
}

export function judgedNextAt(
  rule: BeatRule,
  { now, runs }: { now: number; runs: readonly OpenRun[] },
): number {
  const graceMs = (rule.graceSecs ?? 0) * 1000;
  const planned = findPlanned(rule, now - graceMs);
  const next = planned === null ? now + rule.intervalSecs * 1000 : planned + graceMs;
  return Math.min(next, ...runs.flatMap(({ overdueAt }) => overdueAt ?? []));
}

/**
 * A run without an id replaces the previous one. If no maximum duration is set, the replaced run still counts
 * as failed: otherwise a job that crashes on every run would go unnoticed.
 */
export function beginRun(
  rule: BeatRule,
  { runId, before, now }: { runId: string; before: OpenRun | undefined; now: number },
): OpenRun {
  const overdueAt = rule.maxRunSecs ? now + rule.maxRunSecs * 1000 : lateAt(rule, now);
  const owed = rule.maxRunSecs ? null : (before?.overdueAt ?? null);
  return { runId, startedAt: now, overdueAt: owed === null ? overdueAt : Math.min(owed, overdueAt) };
}

export function describeMiss(
  rule: BeatRule,
  {
    overdue,
    lastMessage,
    since,
  }: { overdue: OpenRun | undefined; lastMessage: string; since: number | null },
): string {
  if (overdue) return describeOverrun(rule, overdue);
  const { schedule, graceSecs = 0, intervalSecs } = rule;
  if (!schedule) return `No heartbeat within ${intervalSecs + graceSecs} s.`;
  if (lastMessage.startsWith(LATE)) return lastMessage;
  const planned = since === null ? null : findPlanned(rule, since);
  const which = planned === null ? "no run" : `the run due at ${describeTime(schedule.timezone, planned)}`;
  const verb = planned === null ? "sent a heartbeat" : "sent no heartbeat";
  return `${LATE}${which} ${verb}${graceSecs > 0 ? ` within ${graceSecs} s` : ""}.`;
}

function describeOverrun({ schedule, maxRunSecs }: BeatRule, { startedAt }: OpenRun): string {
  const began = `the run that started at ${describeTime(schedule?.timezone ?? "UTC", startedAt)}`;
  return maxRunSecs
    ? `Overrunning: ${began} didn't finish within ${maxRunSecs} s.`
    : `Overrunning: ${began} didn't finish, and the next one is late.`;
}

function describeTime(timezone: string, at: number): string {
  const minute = minuteOfDay(timezone, at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${dateAt(timezone, at)} ${two(Math.floor(minute / 60))}:${two(minute % 60)} (${timezone})`;
}
