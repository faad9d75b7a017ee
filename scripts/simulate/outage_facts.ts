import type { Faults } from "./faults.ts";
import { quietSpans } from "./quiet_hours.ts";
import type { Channel } from "./scenario.ts";
import type { Span } from "./spans.ts";
import type { Row } from "./sqlite.ts";
import type { World } from "./world.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const SLOW_KINDS = ["database_slow", "write_late", "read_stale"] as const;

export function hasSlowQueries({ counts }: Faults): boolean {
  return SLOW_KINDS.some((kind) => counts.has(kind));
}

export function lateMs({ host, longestAwayMs }: World): number {
  const { counts, total } = host.faults;
  const has = (kind: Parameters<typeof counts.has>[0], minutes: number) =>
    counts.has(kind) ? minutes * MINUTE_MS : 0;
  const some = total > 0 ? 10 * MINUTE_MS : 10 * SECOND_MS;
  return (
    some +
    has("alarm_late", 25) +
    has("alarm_lost", 10) +
    SLOW_KINDS.reduce((sum, kind) => sum + has(kind, 12), 0) +
    1.2 * longestAwayMs
  );
}

export function queryMs({ host }: World): number {
  return hasSlowQueries(host.faults) ? 6 * MINUTE_MS : SECOND_MS;
}

export function slowMs({ host, longestAwayMs }: World): number {
  return (host.faults.total > 0 ? 6 * MINUTE_MS : 5 * SECOND_MS) + longestAwayMs;
}

export function maintenanceSpans({ scenario }: World, key: string): Span[] {
  return scenario.windows
    .filter(({ monitors }) => monitors.includes(key))
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
}

export function quietSpansOf({ scenario, host, database }: World, channel: Channel): Span[] {
  const whole = { from: scenario.startedAt, to: host.time.now() };
  if (!channel.quietChange) return quietSpans(channel, whole);
  const [row] = database.read(`
    SELECT at FROM audit JOIN channels AS c ON c.id = entity_id AND c.key = '${channel.key}'
    WHERE entity_type = 'notification_channel' AND action = 'Update' ORDER BY audit.id`);
  const quietChange = row ? { ...channel.quietChange, at: Number(row["at"]) } : null;
  return quietSpans({ ...channel, quietChange }, whole);
}

const updates = new WeakMap<World, Map<number, Row[]>>();

function updatesOf(world: World): ReadonlyMap<number, Row[]> {
  const known = updates.get(world);
  if (known) return known;
  const rows = world.database.read(`
    SELECT entity_id AS id, at, details FROM audit
    WHERE entity_type = 'monitor' AND action = 'Update' ORDER BY audit.id`);
  const read = Map.groupBy(rows, ({ id }) => Number(id));
  updates.set(world, read);
  return read;
}

export function acknowledgedSpans(
  world: World,
  { monitorId, recoveredAt }: { monitorId: number; recoveredAt: readonly number[] },
): Span[] {
  const rows = updatesOf(world).get(monitorId) ?? [];
  const spans: Span[] = [];
  const results = world.results.get(monitorId) ?? [];
  /** The monitor was up again when it was acknowledged, but the database didn't know yet. */
  const isUnknownEnd = (recovered: number, at: number) =>
    recovered >= at - slowMs(world) &&
    recovered < at &&
    // A slow acknowledgement takes a failure that began after it was requested.
    !results.some((one) => one.at > recovered && one.at <= at + slowMs(world) && one.status !== "up");
  let untilMs: number | null = null;
  for (const row of rows) {
    const at = Number(row["at"]);
    const { changes } = JSON.parse(String(row["details"])) as { changes: Record<string, [unknown, unknown]> };
    const [, whole] = changes["acknowledgement"] ?? [];
    const [, until] = changes["acknowledgement.untilMs"] ?? [];
    const last = spans.at(-1);
    if (whole === undefined && until === undefined) continue;
    if (last) last.to = Math.min(last.to, at);
    if (whole === null) continue;
    untilMs = until === undefined ? (whole as { untilMs: number | null }).untilMs : (until as number | null);
    const ends = recoveredAt.filter((one) => one >= at || isUnknownEnd(one, at));
    spans.push({ from: at, to: Math.max(at, Math.min(untilMs ?? Infinity, ...ends)) });
  }
  return spans;
}
