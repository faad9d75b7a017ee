import { HOME, type Region } from "../../src/schema/place.ts";
import type { Random } from "./random.ts";
import type { Status } from "./scenario.ts";
import { drawInQuarters, type Span } from "./spans.ts";

const REGIONS = ["wnam", "weur", "apac"] as const satisfies Region[];
const HOME_TROUBLES = ["down", "down", "degraded"] as const;
const TROUBLES = ["down", "degraded", "silent", "silent"] as const;

export type Place = typeof HOME | Region;

/** For a while, the target looks different from this place, or the place doesn't respond. */
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

/** Short, because a failure that no region confirms isn't stored, and most checks must be. */
function drawTroubles(random: Random, place: Place, span: Span): RegionalTrouble[] {
  const troubles: RegionalTrouble[] = [];
  for (const own of drawInQuarters(random, span, { chance: 0.6, minutes: [1, 5, 20] }))
    troubles.push({ place, ...own, status: random.pick(place === HOME ? HOME_TROUBLES : TROUBLES) });
  return troubles;
}

export function troubleAt(troubles: readonly RegionalTrouble[], place: Place, at: number) {
  return troubles.find((one) => one.place === place && one.from <= at && at < one.to)?.status ?? null;
}
