import { checkChain, type People, type StepRow } from "./model_on_call.ts";
import { type Circumstances, checkOutage, type Outage, type OutageRow } from "./model_outages.ts";
import { nextPersonAt, personAt, walkSchedule } from "./model_schedule.ts";
import {
  acknowledgedSpans,
  lateMs,
  maintenanceSpans,
  queryMs,
  quietSpansOf,
  slowMs,
} from "./outage_facts.ts";
import type { Delivery, Recorded } from "./recorded.ts";
import type { Channel, Monitor } from "./scenario.ts";
import type { World } from "./world.ts";

interface Given {
  monitor: Monitor;
  monitorId: number;
  events: readonly (Recorded & { isMaintenance: boolean })[];
  recoveredAt: readonly number[];
  rows: readonly Delivery[];
}

export function compareOutages(world: World, channel: Channel, given: Given): string[] {
  const { onCall } = channel;
  const around = circumstancesOf(world, channel, given);
  return onCall
    ? compareChains(world, { ...channel, onCall }, { ...given, around })
    : compareReminders(world, channel, { ...given, around });
}

function circumstancesOf(
  world: World,
  channel: Channel,
  { monitor, monitorId, recoveredAt }: Given,
): Circumstances {
  return {
    acknowledged: acknowledgedSpans(world, { monitorId, recoveredAt }),
    maintenance: maintenanceSpans(world, monitor.key),
    quiet: quietSpansOf(world, channel),
    lateMs: lateMs(world),
    queryMs: queryMs(world),
    slowMs: slowMs(world),
  };
}

type Event = Given["events"][number];

function splitOutages(
  events: readonly Event[],
): { alerts: Event[]; recovery: Event | null; isAgain: boolean }[] {
  const outages: { alerts: Event[]; recovery: Event | null; isAgain: boolean }[] = [];
  let open: Event[] = [];
  for (const event of events) {
    if (event.kind === "alert" && !event.isMaintenance) open.push(event);
    if (event.kind !== "recovery") continue;
    // A recovery that maintenance hid is sent again after it.
    const isAgain = open.length === 0 && (outages.at(-1)?.recovery?.isMaintenance ?? false);
    outages.push({ alerts: open, recovery: event, isAgain });
    open = [];
  }
  if (open.length > 0) outages.push({ alerts: open, recovery: null, isAgain: false });
  return outages;
}

function compareReminders(
  world: World,
  channel: Channel,
  { events, rows, around }: Given & { around: Circumstances },
): string[] {
  const found: string[] = [];
  const rowOf = new Map(rows.map((row) => [row.eventId, row]));
  const endAt = world.host.time.now();
  let wasAlerted = false;
  for (const { alerts, recovery, isAgain } of splitOutages(events)) {
    const ids = new Set(alerts.map(({ id }) => id));
    const more = rows.filter(({ eventId, eventType }) => eventType !== "recovery" && isMore(eventId, ids));
    const placed = (event: Event) => toRow(rowOf.get(event.id));
    const outage: Outage = {
      alerts: alerts.flatMap((event) => placed(event).map((row) => ({ ...row, eventAt: event.at }))),
      late: more.filter(({ eventType }) => eventType === "alert").flatMap(toRow),
      reminders: more.filter(({ eventType }) => eventType === "reminder").flatMap(toRow),
      recovery:
        (recovery ? placed(recovery) : []).map((row) => {
          return { ...row, eventAt: recovery?.at ?? 0, isMaintenance: recovery?.isMaintenance ?? false };
        })[0] ?? null,
      endAt: rowOf.get(recovery?.id ?? "")?.createdAt ?? endAt,
    };
    const checked = checkOutage(channel, outage, around);
    found.push(...checked.found);
    if (!isAgain) wasAlerted = checked.isAlerted;
    const { reason } = outage.recovery ?? {};
    const isNotified =
      channel.policy.escalation === undefined || wasAlerted || (alerts.length === 0 && !isAgain);
    if (!isNotified && reason === null)
      found.push(`${channel.key}: ${recovery?.id} says that something ended that was never sent`);
    if (isNotified && reason === "recovered before escalation")
      found.push(`${channel.key}: ${recovery?.id} was left out although the alert was sent`);
  }
  return found;
}

function isMore(eventId: string, ids: ReadonlySet<string>): boolean {
  return ids.has(/^(\d+:\d+):\d+$/.exec(eventId)?.[1] ?? "");
}

function toRow(row: Delivery | undefined): OutageRow[] {
  if (!row) return [];
  const { eventId, createdAt: at, reason, triedAt } = row;
  return [{ eventId, at, isSent: reason === null, reason, triedAt }];
}

function compareChains(
  world: World,
  channel: Channel & { onCall: NonNullable<Channel["onCall"]> },
  { events, rows, around }: Given & { around: Circumstances },
): string[] {
  const found: string[] = [];
  const endAt = world.host.time.now();
  const people = peopleOf(world, channel.onCall.schedule);
  let notified = new Map<string, number>();
  let wasHidden = false;
  for (const { alerts, recovery, isAgain } of splitOutages(events)) {
    // Maintenance hid the recovery from those people, so the next one may be theirs too.
    const owed = wasHidden ? notified : new Map<string, number>();
    const recovered = rows.filter(({ eventId }) => recovery && isOf(eventId, recovery.id));
    const recoveredAt = recovered[0]?.createdAt ?? endAt;
    if (!isAgain) notified = new Map();
    const isDropped = ({ id }: Event) =>
      rows.some((row) => row.eventId === id && row.reason === "quiet-hours");
    const [alert, ...worse] = alerts.filter((one) => !isDropped(one));
    if (alert) {
      const steps = rows.flatMap((row) => toStep(row, alert.id)).toSorted((a, b) => a.position - b.position);
      const checked = checkChain(
        channel,
        {
          alert: { eventId: alert.id, eventAt: alert.at },
          rows: steps,
          recovery: recovery && { at: recoveredAt, eventAt: recovery.at },
          endAt: recoveredAt,
        },
        { around, people },
      );
      found.push(...checked.found);
      notified = checked.notified;
    }
    const { queryMs } = around;
    for (const { id } of worse)
      found.push(...compareAgain(channel, rows, { id, notified, owed, isLater: true, queryMs }));
    if (recovery)
      found.push(
        ...compareAgain(channel, rows, { id: recovery.id, notified, owed, isLater: false, queryMs }),
      );
    wasHidden = recovery?.isMaintenance ?? false;
    if (wasHidden) notified = new Map([...owed, ...notified]);
  }
  return found;
}

interface Again {
  id: string;
  notified: ReadonlyMap<string, number>;
  owed: ReadonlyMap<string, number>;
  isLater: boolean;
  /** A step decided at the same time may be stored that much later. */
  queryMs: number;
}

function compareAgain(
  { key }: Channel,
  rows: readonly Delivery[],
  { id, notified, owed, isLater, queryMs }: Again,
): string[] {
  const own = rows.filter(({ eventId }) => isOf(eventId, id));
  const reached = own.flatMap(({ to }) => (to === null ? [] : [to]));
  const name = `${key}: ${id}`;
  if (new Set(reached).size < reached.length) return [`${name} went to somebody twice: ${reached.join()}`];
  const at = own[0]?.createdAt ?? 0;
  if (isLater && own.length === 0) return [];
  const allowed = [...notified].filter(([, since]) => !isLater || since < at);
  const wanted = allowed.filter(([, since]) => !isLater || since < at - queryMs).map(([to]) => to);
  const isRight =
    wanted.every((to) => reached.includes(to)) &&
    reached.every((to) => owed.has(to) || allowed.some(([one]) => one === to));
  if (isRight) return [];
  return [`${name} went to ${reached.join() || "nobody"}, expected ${wanted.join() || "nobody"}`];
}

function isOf(eventId: string, id: string): boolean {
  return eventId === id || eventId.startsWith(`${id}:`);
}

function toStep(row: Delivery, alertId: string): StepRow[] {
  const rest = row.eventId.startsWith(`${alertId}:`) ? row.eventId.slice(alertId.length + 1) : "";
  const position = /^(\d+)\./.exec(rest)?.[1];
  return position === undefined
    ? []
    : toRow(row).map((one) => ({ ...one, position: Number(position), to: row.to }));
}

function peopleOf(world: World, key: string): People {
  const schedule = world.scenario.schedules.find((one) => one.key === key);
  const shifts = schedule ? walkSchedule(schedule, world.host.time.now()) : [];
  return { personAt: (at) => personAt(shifts, at), nextPersonAt: (at) => nextPersonAt(shifts, at) };
}
