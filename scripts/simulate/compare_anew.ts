import { compareEvents, compareStatus, findMissedChecks, readEvents, storedChecksOf } from "./compare.ts";
import { compareDelivery, compareEventRows } from "./compare_channel.ts";
import { findLeaks } from "./leaks.ts";
import { followMonitor, type StoredCheck } from "./model.ts";
import { addressOf } from "./newsroom.ts";
import { lateMs } from "./outage_facts.ts";
import { idOf, type Recorded, readDeliveries } from "./recorded.ts";
import type { Channel, Monitor } from "./scenario.ts";
import type { NewStart, World } from "./world.ts";

/** Until then, requests that began before may arrive. */
const SETTLED_MS = 15 * 60_000;
const TICK_MS = 5000;
const CRON_MS = 2 * 60_000;

/**
 * What must hold after a restore or a jump of the clock, whatever was lost: from its first surely good moment on, each
 * monitor is judged as if it began there, and nothing that the backup knows is sent again.
 */
export async function compareAnew(world: World): Promise<string[]> {
  const { newStart, scenario } = world;
  if (!newStart) return ["neither the restore nor the jump took place"];
  const events = readEvents(world);
  const begins = new Map<number, number>();
  const found = scenario.monitors.flatMap((monitor) => {
    const id = idOf(world, "monitors", monitor.key);
    const checks = storedChecksOf(world, monitor, id);
    const first = findGoodMoment(monitor, checks, newStart.at);
    const silence = findSilence(world, monitor, newStart);
    const missed = findMissedChecks(monitor, checks, world.host.time.now());
    if (first < 0) return [...silence, ...missed];
    const from = checks[first]?.at ?? Infinity;
    begins.set(id, from);
    const { events: wanted, states } = followMonitor(monitor, checks.slice(first + 1));
    const own = events.filter(({ monitorId, at }) => monitorId === id && at > from + TICK_MS);
    return [
      ...silence,
      ...compareEvents(monitor, wanted, own),
      ...compareStatus(world, monitor, { id, expected: states.findLast((state) => state) }),
      ...missed,
    ];
  });
  const later = events.filter(({ monitorId, at }) => at > (begins.get(monitorId) ?? Infinity) + TICK_MS);
  for (const channel of scenario.channels)
    found.push(...compareLaterRows(world, channel, { events: later, newStart }));
  return [...found, ...findSentAgain(world, newStart), ...(await findLeaks(world))];
}

function findSilence(
  world: World,
  { key, intervalSecs }: Monitor,
  { elapsedMs: startedMs }: NewStart,
): string[] {
  if (world.scenario.agent?.monitors.includes(key)) return [];
  const lastMs = startedMs + CRON_MS + 2 * intervalSecs * 1000 + lateMs(world);
  const isOn = world.targets.probed
    .get(key)
    ?.some(({ elapsedMs }) => elapsedMs > startedMs && elapsedMs <= lastMs);
  return isOn || lastMs > world.host.time.elapsedMs ? [] : [`${key}: no check in ${lastMs - startedMs} ms`];
}

/** The monitor is up and everybody knows: nothing before it matters. */
export function findGoodMoment(
  { recoveryThreshold }: Monitor,
  checks: readonly StoredCheck[],
  startedAt: number,
): number {
  return checks.findIndex(({ at }, i) => {
    const last = checks.slice(Math.max(0, i - recoveryThreshold), i + 1);
    const isGood = last.every(({ status, isMaintenance }) => status === "up" && !isMaintenance);
    return isGood && at > startedAt + SETTLED_MS && last.length > recoveryThreshold;
  });
}

function compareLaterRows(
  world: World,
  channel: Channel,
  { events, newStart }: { events: readonly Recorded[]; newStart: NewStart },
): string[] {
  const linked = new Set(
    world.scenario.monitors
      .filter(({ channels }) => channels.includes(channel.key))
      .map(({ key }) => idOf(world, "monitors", key)),
  );
  const own = events.filter(({ monitorId }) => linked.has(monitorId));
  const ids = new Set(own.map(({ id }) => id));
  const rows = readDeliveries(world, idOf(world, "channels", channel.key)).filter(({ eventId }) =>
    ids.has(/^\d+:\d+/.exec(eventId)?.[0] ?? ""),
  );
  const receipts = Map.groupBy(world.receivers.receipts, ({ id }) => id);
  return [
    ...compareEventRows(channel, own, rows),
    ...rows
      .filter(({ createdAt }) => createdAt > newStart.at)
      .flatMap((row) =>
        compareDelivery(channel, row, {
          reason: row.reason,
          notBefore: 0,
          notAfter: Infinity,
          receipts: receipts.get(row.messageId) ?? [],
          now: world.host.time.now(),
          isTimed: false,
        }),
      ),
  ];
}

function findSentAgain({ database, receivers, scenario }: World, { at, known }: NewStart): string[] {
  const rows = new Set(
    database.read("SELECT message ->> 'id' AS id FROM deliveries").map(({ id }) => String(id)),
  );
  const followers = new Set(scenario.news.followers.flatMap((one) => [addressOf(one), `${one.key}.test`]));
  return receivers.receipts
    .filter((one) => one.at > at + SETTLED_MS && !one.id.startsWith("run_") && !followers.has(one.host))
    .filter(({ id }) => known.has(id) || !rows.has(id))
    .map(({ id, host }) =>
      known.has(id)
        ? `${host}: message ${id} is in the backup, but was sent again`
        : `${host}: message ${id} has no delivery`,
    );
}
