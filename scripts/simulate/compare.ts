import { HOME } from "../../src/schema/place.ts";
import { compareAgent } from "./compare_agents.ts";
import { compareAttempts, findChangedAfterSending } from "./compare_attempts.ts";
import { compareChannel } from "./compare_channel.ts";
import { compareNews } from "./compare_news.ts";
import { comparePages } from "./compare_pages.ts";
import { compareRegions } from "./compare_regions.ts";
import { compareRuns } from "./compare_runs.ts";
import { findLeaks } from "./leaks.ts";
import { type ExpectedEvent, followMonitor, type StoredCheck } from "./model.ts";
import { addressOf } from "./newsroom.ts";
import { idOf, type Recorded } from "./recorded.ts";
import type { Monitor, Status } from "./scenario.ts";
import type { World } from "./world.ts";

const TICK_MS = 5000;
/** Later results than a timeout plus the agent's spare time are dropped. */
const LATEST_MS = 25_000;
const SOON_MS = 300_000;
/** With fewer, a few late checks decide the median. */
const CHECKS_FOR_MEDIAN = 10;

interface HistoryRow {
  from: number;
  to: number | null;
  state: Status;
}

export async function compare(world: World): Promise<string[]> {
  const found: string[] = [];
  const isMaintenanceOf = new Map<string, boolean>();
  const recoveredAt = new Map<number, number[]>();
  const events = readEvents(world);
  for (const monitor of world.scenario.monitors) {
    const id = idOf(world, "monitors", monitor.key);
    const checks = storedChecksOf(world, monitor, id);
    const { events: expected, states } = followMonitor(monitor, checks);
    recoveredAt.set(id, findRecovered(checks, states));
    const own = events.filter(({ monitorId }) => monitorId === id);
    found.push(...compareEvents(monitor, expected, own));
    for (const [i, { isMaintenance }] of expected.entries())
      isMaintenanceOf.set(own[i]?.id ?? "", isMaintenance);
    found.push(
      ...compareRuns(world, monitor, { expected, checks, states, eventIds: own.map((event) => event.id) }),
    );
    found.push(...compareStatus(world, monitor, { id, expected: states.findLast((state) => state) }));
    found.push(...findMissedChecks(monitor, checks, world.host.time.now()));
    found.push(...compareHistory(monitor, { checks, states, rows: readHistory(world, id) }));
  }
  for (const channel of world.scenario.channels)
    found.push(...compareChannel(world, channel, { events, isMaintenanceOf, recoveredAt }));
  const { agent } = world.scenario;
  if (agent) found.push(...compareAgent(world, agent));
  found.push(...compareRegions(world), ...compareNews(world), ...findStrays(world));
  found.push(...compareAttempts(world), ...findChangedAfterSending(world));
  found.push(...(await comparePages(world)), ...(await findLeaks(world)));
  return found;
}

export function storedChecksOf(world: World, monitor: Monitor, id: number): StoredCheck[] {
  const { windows } = world.scenario;
  const own = windows.filter(({ monitors }) => monitors.includes(monitor.key));
  const probed = (world.targets.probed.get(monitor.key) ?? []).filter(({ place }) => place === HOME);
  const { counts, total } = world.host.faults;
  const tookMs = counts.has("agent_late") ? LATEST_MS : 1000;
  const held = world.held.get(monitor.key) ?? [];
  const sure = total === 0 ? ("surely" as const) : ("maybe" as const);
  return (world.results.get(id) ?? []).map(({ at: writtenAt, status }, i, all) => {
    const isHeld = held.some((heldAt) => heldAt <= writtenAt && heldAt > (all[i - 1]?.at ?? 0));
    const at = probed.findLast((one) => one.at <= writtenAt && writtenAt - one.at < TICK_MS)?.at ?? writtenAt;
    return {
      at,
      status: status as Status,
      isMaintenance: own.some(({ startsAt, endsAt }) => at >= startsAt && at < endsAt),
      isAfterHold: isHeld ? sure : null,
      tookMs,
    };
  });
}

function findRecovered(
  checks: readonly StoredCheck[],
  states: readonly (Status | null | undefined)[],
): number[] {
  const isFailing = (state: Status | null | undefined) => state === "down" || state === "degraded";
  return checks.filter((_, i) => states[i] === "up" && isFailing(states[i - 1])).map(({ at }) => at);
}

/** Faults may delay some checks, but at least half must be on time, and they must continue to the end. */
export function findMissedChecks(
  { key, intervalSecs }: Monitor,
  checks: readonly StoredCheck[],
  now: number,
): string[] {
  const intervalMs = intervalSecs * 1000;
  const lastAt = checks.at(-1)?.at ?? 0;
  if (now - lastAt > 2 * intervalMs + SOON_MS)
    return [`${key}: no check since ${new Date(lastAt).toISOString()}`];
  if (checks.length < CHECKS_FOR_MEDIAN) return [];
  const gaps = checks.slice(1).map(({ at }, i) => at - (checks[i]?.at ?? at));
  const median = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return median > 1.5 * intervalMs ? [`${key}: checks come every ${median} ms`] : [];
}

export function compareEvents(
  { key }: Monitor,
  wanted: readonly ExpectedEvent[],
  own: readonly Recorded[],
): string[] {
  const found: string[] = [];
  const describe = (one: { kind: string; at: number } | undefined, status = "") =>
    one ? `${one.kind} ${status} at ${new Date(one.at).toISOString()}` : "nothing";
  for (let i = 0; i < Math.max(wanted.length, own.length); i++) {
    const [expected, event] = [wanted[i], own[i]];
    const isSame =
      expected &&
      event &&
      expected.kind === event.kind &&
      expected.status === event.status &&
      Math.abs(expected.at - event.at) < TICK_MS;
    if (isSame) continue;
    found.push(
      `${key}: expected ${describe(expected, expected?.status)}, recorded ${describe(event, event?.status)}`,
    );
    break;
  }
  return found;
}

/** Each status replaces the one before, so a late write of an earlier instance would stay until the next change. */
export function compareStatus(
  { database }: World,
  { key }: Monitor,
  { id, expected }: { id: number; expected: Status | null | undefined },
): string[] {
  const [row] = database.read(`SELECT confirmed FROM monitor_status WHERE monitor_id = ${id}`);
  const confirmed = row?.["confirmed"];
  return !expected || confirmed === expected ? [] : [`${key} is ${confirmed}, expected ${expected}`];
}

function compareHistory(
  { key, intervalSecs }: Monitor,
  {
    checks,
    states,
    rows,
  }: {
    checks: readonly StoredCheck[];
    states: readonly (Status | null | undefined)[];
    rows: readonly HistoryRow[];
  },
): string[] {
  const longestMs = 2 * intervalSecs * 1000;
  for (const [i, row] of rows.entries()) {
    const next = rows[i + 1];
    if (next && (row.to === null || row.to > next.from))
      return [`${key}: rows of history overlap at ${next.from}`];
  }
  let at = 0;
  for (let i = 0; i + 1 < checks.length; i++) {
    const [from, to] = [checks[i]?.at ?? 0, checks[i + 1]?.at ?? 0];
    const { isAfterHold = null, tookMs = 0 } = checks[i + 1] ?? {};
    if (Math.abs(to - from - longestMs) < Math.max(TICK_MS, tookMs)) continue;
    if (isAfterHold === "maybe" && to - from <= longestMs) continue;
    const expected = to - from > longestMs || isAfterHold ? null : states[i];
    if (expected === undefined) continue;
    const middle = (from + to) / 2;
    while (rows[at + 1] && (rows[at]?.to ?? Infinity) <= middle) at += 1;
    const row = rows[at];
    const state = row && row.from <= middle && middle < (row.to ?? Infinity) ? row.state : null;
    if (state !== expected)
      return [`${key}: history at ${new Date(middle).toISOString()} is ${state}, expected ${expected}`];
  }
  return [];
}

function findStrays({ database, receivers, scenario }: World): string[] {
  const rows = database.read("SELECT message ->> 'id' AS id FROM deliveries");
  const known = new Set(rows.map(({ id }) => String(id)));
  const followers = new Set(scenario.news.followers.flatMap((one) => [addressOf(one), `${one.key}.test`]));
  return receivers.receipts
    .filter(({ id, host }) => !known.has(id) && !id.startsWith("run_") && !followers.has(host))
    .map(({ id, host }) => `${host}: message ${id} has no delivery`);
}

export function readEvents(world: World): Recorded[] {
  return world.database.read(`
    SELECT id, monitor_id AS monitorId, kind, at, body ->> 'status' AS status, offered FROM monitor_events
    ORDER BY monitor_id, CAST(substr(id, instr(id, ':') + 1) AS INTEGER)`) as unknown as Recorded[];
}

function readHistory(world: World, monitorId: number): HistoryRow[] {
  return world.database.read(`
    SELECT from_at AS "from", to_at AS "to", state FROM monitor_history
    WHERE monitor_id = ${monitorId} ORDER BY from_at`) as unknown as HistoryRow[];
}
