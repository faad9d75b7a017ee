import type { Problem } from "../../lib/errors.ts";
import type { Location } from "../../schema/place.ts";
import { isProbed } from "./rule.ts";

export interface LocationRule {
  locations: readonly Location[];
  confirmFrom: number | null;
  everyPlaceEvery: number | null;
}

export const NO_LOCATIONS: LocationRule = { locations: [], confirmFrom: null, everyPlaceEvery: null };

export function locationRuleOf(
  given: {
    [Field in keyof LocationRule]?: LocationRule[Field] | undefined;
  },
): { locations: Location[] } & Omit<LocationRule, "locations"> {
  const { locations = [], confirmFrom = null, everyPlaceEvery = null } = given;
  return { locations: [...locations], confirmFrom, everyPlaceEvery };
}

export function findLocationProblem(rule: LocationRule & { type: string }): Problem | null {
  const { locations, confirmFrom, everyPlaceEvery } = rule;
  if (!isProbed(rule)) {
    const path = firstOf(rule);
    const message = `Monitors of type ${rule.type} aren't checked from here: leave out ${path}.`;
    return path ? { path, message } : null;
  }
  if (locations.length === 0) {
    const path = firstOf({ confirmFrom, everyPlaceEvery, locations: [] });
    return path ? { path, message: "Choose regions first: there are no others to check from." } : null;
  }
  const asked = locations.length + 1;
  if (confirmFrom === null || confirmFrom <= asked) return null;
  return { path: "confirmFrom", message: `Use at most ${asked}: the number of regions including home.` };
}

export function followLocations<Change extends Partial<LocationRule> & { type?: string }>(
  before: LocationRule & { type: string },
  given: Change,
): Change {
  const after = { ...before, ...given };
  const isUnchecked = !isProbed(after) && isProbed(before);
  const isEmptied = after.locations.length === 0 && before.locations.length > 0;
  return isUnchecked || isEmptied ? { ...NO_LOCATIONS, ...given } : given;
}

function firstOf({ locations, confirmFrom, everyPlaceEvery }: LocationRule): keyof LocationRule | null {
  if (locations.length > 0) return "locations";
  if (confirmFrom !== null) return "confirmFrom";
  return everyPlaceEvery === null ? null : "everyPlaceEvery";
}
