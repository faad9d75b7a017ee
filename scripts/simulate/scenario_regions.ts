import type { Region } from "../../src/schema/place.ts";
import type { Random } from "./random.ts";
import type { Status } from "./scenario.ts";
import type { Span } from "./spans.ts";

const MINUTE_MS = 60_000;
const REGIONS = ["wnam", "weur", "apac"] as const satisfies Region[];
export const HOME = "home";
const HOME_TROUBLES = ["down", "down", "degraded"] as const;
const TROUBLES = ["down", "degraded", "silent", "silent"] as const;

export type Place = typeof HOME | Region;

/** From there, the target looks different for a while, or the region doesn't respond. */
interface RegionalTrouble extends Span {
  place: Place;
  status: Status | "silent";
}

export interface Regions {
  locations: Region[];
  confirmFrom: number | null;
  everyPlaceEvery: number | null;
  troubles: RegionalTrouble[];
}

export function drawRegions(
  random: Random,
  { monitors, span }: { monitors: readonly string[]; span: Span },
): ReadonlyMap<string, Regions> {
  if (!random.chance(0.3)) return new Map();
  const own = monitors.filter(() => random.chance(0.6));
  return new Map(own.map((key) => [key, drawOwn(random.fork(key), span)]));
}

function drawOwn(random: Random, span: Span): Regions {
  const locations = REGIONS.slice(0, random.whole(1, REGIONS.length));
  const places: Place[] = [HOME, ...locations];
  const confirmFrom = random.chance(0.5) ? random.whole(1, locations.length + 1) : null;
  return {
    locations,
    confirmFrom,
    everyPlaceEvery: random.pick([null, null, 1, 5]),
    troubles: places.flatMap((place) => drawTroubles(random.fork(place), place, span)),
  };
}

/** Home differs at most a quarter of the time, because most checks must be on time. */
function drawTroubles(random: Random, place: Place, { from, to }: Span): RegionalTrouble[] {
  const troubles: RegionalTrouble[] = [];
  const partMs = (to - from) / 4;
  for (let at = from; at + partMs < to; at += partMs) {
    if (!random.chance(0.6)) continue;
    const startsAt = Math.round(at + (random.next() * partMs) / 2);
    const lengthMs = Math.min(random.pick([1, 5, 20]) * MINUTE_MS, partMs / 4);
    const status = random.pick(place === HOME ? HOME_TROUBLES : TROUBLES);
    troubles.push({ place, from: startsAt, to: Math.round(startsAt + lengthMs), status });
  }
  return troubles;
}

export function troubleAt(troubles: readonly RegionalTrouble[], place: Place, at: number) {
  return troubles.find((one) => one.place === place && one.from <= at && at < one.to)?.status ?? null;
}
