import { plural } from "../../../src/lib/plural.ts";
import type { PlaceResult } from "../../../src/schema/location.ts";
import type { HOME, Place, Region } from "../../../src/schema/place.ts";

export const text = {
  section: {
    title: "Confirm from several regions",
    lead: "Failed checks are repeated from these regions, and count only if enough regions agree.",
    off: "Off",
    now: (regions: number) => plural(regions, "more region"),
  },
  oneMachine: "This instance is self-hosted, so every region checks from this machine.",
  ownMachine:
    "Regions need Cloudflare. On a self-hosted instance, every region checks from the same machine.",
  locations: "Regions",
  confirmFrom: "Regions that must agree",
  confirmFromHint: (asked: number, needed: number) =>
    `Out of ${asked}, including home. Defaults to a majority: ${needed}.`,
  everyPlaceEvery: "Check from all regions every",
  everyPlaceEveryHint:
    "Measures response times from every region. Leave empty to check other regions only after a failure. Each region is an extra check.",
  minutes: "minutes",
  card: {
    title: "Regions",
    lead: "Latest result from each region.",
    empty: "No results yet. Regions are checked when a check fails, or when you start a check here.",
    ask: "Check all regions",
    asked: "All regions checked.",
    columns: { place: "Region", status: "Result", response: "Response", at: "Checked", colo: "Data centre" },
    none: "–",
  },
  tried: "Results by region",
  names: {
    home: "Home",
    wnam: "Western North America",
    enam: "Eastern North America",
    sam: "South America",
    weur: "Western Europe",
    eeur: "Eastern Europe",
    apac: "Asia and Pacific",
    oc: "Oceania",
    afr: "Africa",
    me: "Middle East",
  } satisfies Record<typeof HOME | Region, string>,
  statuses: {
    up: "Up",
    degraded: "Degraded",
    down: "Down",
    silent: "No response",
  } satisfies Record<PlaceResult["status"], string>,
  agent: (name: string) => `Agent ${name}`,
  from: (name: string) => `From: ${name}`,
  withCode: (name: string, code: Place) => `${name} (${code})`,
} as const;
