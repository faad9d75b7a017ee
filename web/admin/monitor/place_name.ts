import { agentAt, HOME, isRegion, type Place } from "../../../src/schema/place.ts";
import { text } from "../text/place.ts";

export function placeName(place: Place): string {
  if (place === HOME || isRegion(place)) return text.names[place];
  return text.agent(agentAt(place) ?? "");
}
