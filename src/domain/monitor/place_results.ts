import { cutText } from "../../lib/cut.ts";
import { redact } from "../../lib/redact.ts";
import type { PlaceResult } from "../../schema/location.ts";
import type { Place } from "../../schema/place.ts";

const LONGEST_MESSAGE = 300;

export interface PlacedCheck {
  index: number;
  places: readonly PlaceResult[];
}

export function packPlaces(checks: readonly PlacedCheck[]): string | null {
  if (checks.length === 0) return null;
  return JSON.stringify(checks.map(({ index, places }) => [index, places.map(toKept)]));
}

export function unpackPlaces(text: string): PlacedCheck[] {
  const checks = JSON.parse(text) as [number, PlaceResult[]][];
  return checks.map(([index, places]) => ({ index, places }));
}

export function latestOfEach(
  checks: Iterable<{ at: number; places: readonly PlaceResult[] }>,
  wanted: readonly Place[],
): (PlaceResult & { at: number })[] {
  const latest = new Map<Place, PlaceResult & { at: number }>();
  for (const { at, places } of checks) {
    for (const one of places) if (!latest.has(one.place)) latest.set(one.place, { ...one, at });
    if (wanted.every((place) => latest.has(place))) break;
  }
  return wanted.flatMap((place) => latest.get(place) ?? []);
}

/** Messages come from outside: redacted like the log, on top of secrets hidden by the prober. */
function toKept({ message, ...rest }: PlaceResult): PlaceResult {
  const text = message.toWellFormed().replaceAll(/\p{Cc}+/gu, " ");
  return { ...rest, message: String(redact(cutText(text, LONGEST_MESSAGE))) };
}
