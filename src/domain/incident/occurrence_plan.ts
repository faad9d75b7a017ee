import type { Bounds, Exception, PlannedOccurrence } from "./series.ts";
import { decideTurn, type NoticeProgress, progressAfterMove } from "./turn.ts";

interface OccurrenceTimes extends Bounds {
  at: number;
  announceAt: number;
  progress: NoticeProgress;
}

export interface KnownOccurrence extends OccurrenceTimes {
  id: number;
}

export interface DecidedOccurrence extends OccurrenceTimes {
  turnAt: number | null;
}

interface OccurrencePlan {
  added: DecidedOccurrence[];
  changed: (DecidedOccurrence & { id: number; isMoved: boolean })[];
  removed: KnownOccurrence[];
}

interface OccurrenceWish {
  planned: readonly PlannedOccurrence[];
  exceptions: readonly Exception[];
  isReplanned: boolean;
  now: number;
}

export function decideOccurrences(known: readonly KnownOccurrence[], wanted: OccurrenceWish): OccurrencePlan {
  const { planned, exceptions, isReplanned, now } = wanted;
  const places = new Set(planned.map(({ at }) => at));
  const knownAt = new Map(known.map((one) => [one.at, one]));
  const left = known.filter(({ at }) => !places.has(at));
  const removed = left.filter(({ startsAt }) => startsAt > now);
  const plan: OccurrencePlan = { added: [], changed: [], removed };
  for (const place of planned) {
    const own = knownAt.get(place.at) ?? (isReplanned ? removed.shift() : undefined);
    if (own) plan.changed.push(changeOf(own, place, now));
    else plan.added.push(newOccurrence(place));
  }
  for (const one of left.filter(({ startsAt }) => startsAt <= now)) {
    const moved = exceptions.find(({ at }) => at === one.at)?.moved;
    if (moved) plan.changed.push(changeOf(one, { ...one, ...moved }, now));
  }
  return plan;
}

export function newOccurrence({ at, startsAt, endsAt, announceAt }: PlannedOccurrence): DecidedOccurrence {
  return { at, startsAt, endsAt, announceAt, progress: "planned", turnAt: announceAt };
}

export function decideSeriesTurn(planned: readonly Bounds[]): number | null {
  return planned.length === 0 ? null : Math.min(...planned.map(({ endsAt }) => endsAt));
}

function changeOf(own: KnownOccurrence, place: Omit<OccurrenceTimes, "progress">, now: number) {
  const { at, startsAt, endsAt, announceAt } = place;
  const times = { at, startsAt, endsAt, announceAt, progress: progressAfterMove(own, place, now) };
  const isMoved = own.startsAt > now && (own.startsAt !== startsAt || own.endsAt !== endsAt);
  return { id: own.id, ...times, turnAt: decideTurn(times), isMoved };
}
