import type { PlaceResult } from "../../../src/schema/location.ts";
import type { Place } from "../../../src/schema/place.ts";

export const text = {
  section: {
    title: "Confirmed from several places",
    lead: "A check that fails is asked from these places too, side by side, and counts only when enough of them agree.",
  },
  oneMachine: "This runs on a machine of its own: every place is this machine, and asks from here.",
  ownMachine:
    "On Cloudflare each is a region. Where Uptide runs on a machine of its own, every place is that machine.",
  locations: "Places to ask",
  confirmFrom: "Fails when so many agree",
  confirmFromHint: (asked: number, needed: number) =>
    `Of the ${asked} that are asked, home among them. Empty: more than half, which is ${needed}.`,
  everyPlaceEvery: "Ask every place every",
  everyPlaceEveryHint:
    "For their response times, also while all is well. Empty: only when a check fails. Each place is a check more.",
  minutes: "minutes",
  card: {
    title: "By place",
    lead: "What each place has found last.",
    empty: "No place was asked yet: that is done when a check fails, or now.",
    ask: "Ask every place",
    asked: "Every place was asked.",
    columns: { place: "Place", status: "Found", response: "Response", at: "Asked", colo: "Stands in" },
    none: "–",
  },
  tried: "From each place",
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
  } satisfies Record<Place, string>,
  statuses: {
    up: "Fine",
    degraded: "Degraded",
    down: "Fails",
    silent: "No answer",
  } satisfies Record<PlaceResult["status"], string>,
  from: (name: string) => `From: ${name}`,
  withCode: (name: string, code: Place) => `${name} (${code})`,
} as const;
