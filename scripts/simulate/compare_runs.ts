import { type ExpectedEvent, followLink, type StoredCheck } from "./model.ts";
import type { Monitor, Status } from "./scenario.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
/** A late alarm delays a timer; a lost alarm is set again within minutes. */
const LATE_MS = 40 * MINUTE_MS;
const TOLERANCE_MS = 5000;

interface RunRow {
  id: number;
  timerId: string;
  status: string;
  reason: string | null;
  createdAt: number;
}

interface Followed {
  expected: readonly ExpectedEvent[];
  checks: readonly StoredCheck[];
  states: readonly (Status | null | undefined)[];
  eventIds: readonly string[];
}

export function compareRuns(
  world: World,
  monitor: Monitor,
  { expected, checks, states, eventIds }: Followed,
): string[] {
  const found: string[] = [];
  const windows = world.scenario.windows.filter(({ monitors }) => monitors.includes(monitor.key));
  const lateMs = world.host.faults.total > 0 ? LATE_MS + world.longestAwayMs : TOLERANCE_MS;
  const facts = {
    events: expected,
    endedAt: (from: number) => checks.find(({ at }, i) => at > from && states[i] !== "down")?.at ?? Infinity,
    isMaintenance: (from: number, to: number) =>
      windows.some(({ startsAt, endsAt }) => from < endsAt && to >= startsAt),
    lateMs,
  };
  for (const link of monitor.actions) {
    const rows = readRuns(world, { monitor, action: link.action, trigger: link.onStatus });
    const runs = followLink(link, facts);
    for (const { event, ends } of runs) {
      const own = rows.filter(({ timerId }) => timerId.startsWith(`${eventIds[event]}:action:`));
      const name = `${monitor.key}: ${link.action} on ${link.onStatus} for ${eventIds[event]}`;
      const [row] = own;
      if (!row || own.length > 1) found.push(`${name} has ${own.length} runs`);
      else found.push(...compareRun(world, row, { name, ends, host: `${link.action}.test` }));
    }
    if (rows.length > runs.length)
      found.push(`${monitor.key}: ${rows.length} runs of ${link.action}, expected ${runs.length}`);
  }
  return found;
}

function compareRun(
  world: World,
  { id, status, reason, createdAt }: RunRow,
  { name, ends, host }: { name: string; ends: readonly (string | null)[]; host: string },
): string[] {
  const messageId = `run_${id}_${createdAt}`;
  const receipts = world.receivers.receipts.filter((one) => one.host === host && one.id === messageId);
  const isCalled = status === "succeeded" || status === "failed";
  if (!isCalled && status !== "skipped") return [`${name} is ${status}`];
  if (!ends.includes(isCalled ? null : reason))
    return [`${name} is ${status} (${reason}), expected ${ends.map((end) => end ?? "a call").join(" or ")}`];
  if (!isCalled && receipts.length > 0) return [`${name} was called although ${reason}`];
  if (status === "succeeded" && receipts.length === 0) return [`${name} succeeded, and nobody was called`];
  if (receipts.slice(0, -1).some((one) => !one.mayRepeat()))
    return [`${name} was called ${receipts.length} times`];
  return [];
}

function readRuns(
  world: World,
  { monitor, action, trigger }: { monitor: Monitor; action: string; trigger: string },
): RunRow[] {
  return world.database.read(`
    SELECT action_runs.id, timer_id AS timerId, status, reason, action_runs.created_at AS createdAt
    FROM action_runs JOIN actions ON actions.id = action_id JOIN monitors ON monitors.id = monitor_id
    WHERE actions.key = '${action}' AND monitors.key = '${monitor.key}' AND "trigger" = '${trigger}'
    ORDER BY action_runs.id`) as unknown as RunRow[];
}
