import { lateMs } from "./outage_facts.ts";
import { idOf, readDeliveries } from "./recorded.ts";
import type { Agent } from "./scenario_agents.ts";
import { AGENTS_CHANNEL } from "./scenario_agents.ts";
import type { World } from "./world.ts";

const LONGEST_MS = 25_000;
const RECONNECT_MS = 15_000;

export function compareAgent(world: World, agent: Agent): string[] {
  return [...compareNotices(world, agent), ...agent.monitors.flatMap((key) => findLies(world, key))];
}

interface Notice {
  kind: string;
  since: number;
  at: number;
}

function compareNotices(world: World, { key, awayAfterSecs, absences }: Agent): string[] {
  const found: string[] = [];
  const rows = readDeliveries(world, idOf(world, "channels", AGENTS_CHANNEL));
  const notices = rows.flatMap(({ eventId, createdAt: at }): Notice[] => {
    const [, since, kind] = /^agent:\d+:(\d+):(away|back)$/.exec(eventId) ?? [];
    return kind === undefined ? [] : [{ kind, since: Number(since), at }];
  });
  const awayMs = awayAfterSecs * 1000;
  for (const [i, { kind, since }] of notices.entries())
    if (kind !== (i % 2 === 0 ? "away" : "back") || (kind === "back" && notices[i - 1]?.since !== since))
      found.push(`${key}: notice ${i + 1} says ${kind} of ${since}`);
  if (notices.length % 2 === 1) found.push(`${key}: nobody was notified that it is back`);
  const connected = world.agents.get(key)?.connected ?? [];
  const isThere = (from: number, to: number) => connected.some((span) => span.from <= from && to <= span.to);
  for (const { kind, since } of notices)
    if (kind === "away" && isThere(since, since + awayMs))
      found.push(`${key}: said to be away since ${since}, when it was connected`);
  const slackMs = RECONNECT_MS + lateMs(world);
  for (const { from, to } of absences) {
    const isLong = to - from > awayMs + slackMs;
    const isNotified = notices.some(
      ({ kind, since }) => kind === "away" && since <= to && since >= from - slackMs,
    );
    if (isLong && !isNotified) found.push(`${key}: nobody was notified that it is away since ${from}`);
  }
  const receipts = Map.groupBy(world.receivers.receipts, ({ id }) => id);
  for (const { messageId, eventId, reason } of rows) {
    const own = receipts.get(messageId) ?? [];
    if (own.length === 0 && reason === null) found.push(`${key}: ${eventId} was not received`);
    if (own.length > 1 && !own.slice(0, -1).some(({ mayRepeat }) => mayRepeat()))
      found.push(`${key}: ${eventId} was received ${own.length} times`);
  }
  return found;
}

function findLies(world: World, monitorKey: string): string[] {
  const probed = world.targets.probed.get(monitorKey) ?? [];
  const stored = world.results.get(idOf(world, "monitors", monitorKey)) ?? [];
  const lie = stored.find(
    ({ at, status }) =>
      !probed.some((one) => one.status === status && one.at <= at && at - one.at < LONGEST_MS),
  );
  return lie ? [`${monitorKey}: ${lie.status} at ${new Date(lie.at).toISOString()} was never found`] : [];
}
