export const LOCATIONS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type Region = (typeof LOCATIONS)[number];

const AGENT = "agent:";

export type Location = Region | `${typeof AGENT}${string}`;

export const HOME = "home";

export type Place = typeof HOME | Location;

export function locationOfAgent(key: string): Location {
  return `${AGENT}${key}`;
}

export function agentAt(location: string): string | null {
  return location.startsWith(AGENT) ? location.slice(AGENT.length) : null;
}

export function agentsAt(locations: readonly string[]): string[] {
  return locations.map(agentAt).filter((key) => key !== null);
}

export function isPlace(text: string): text is Place {
  return text === HOME || isRegion(text) || agentAt(text) !== null;
}

export function isRegion(place: string): place is Region {
  return LOCATIONS.some((region) => region === place);
}
