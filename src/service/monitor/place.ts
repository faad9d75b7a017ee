import type { ProbeResult } from "../../check/probe.ts";
import { boundResponseMs } from "../../domain/monitor/check_result.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { within } from "../../lib/within.ts";
import type { PlaceObject, PlaceResponse } from "../../objects/place.ts";
import type { CheckRequest } from "../../objects/prober.ts";
import type { PlaceResult } from "../../schema/location.ts";
import { agentAt, isRegion, type Location, type Place, type Region } from "../../schema/place.ts";

/** For the round trip and unsealing: a hanging target is down, its region not silent. */
const SPARE_MS = 2500;

type AskAgent = (key: string, request: CheckRequest) => Promise<ProbeResult>;

export async function askPlaces(
  { env, askAgent }: { env: Env; askAgent: AskAgent },
  locations: readonly Location[],
  request: CheckRequest,
): Promise<PlaceResult[]> {
  const ask = async (location: Location): Promise<PlaceResponse> =>
    isRegion(location)
      ? await placeAt(env, location).check(request)
      : { ...(await askAgent(agentAt(location) ?? "", request)), colo: null };
  return await Promise.all(
    locations.map(async (location) => await askPlace(location, request.timeoutMs, () => ask(location))),
  );
}

async function askPlace(
  location: Location,
  timeoutMs: number,
  ask: () => Promise<PlaceResponse>,
): Promise<PlaceResult> {
  try {
    const { colo, ...response } = await within(timeoutMs + SPARE_MS, ask);
    if (!response.isOwnFault) return toPlaceResult(location, response, colo);
    return { place: location, status: "silent", responseMs: null, message: response.message, colo };
  } catch (error) {
    log("warn", "a region did not respond", { location, error });
    const message = "It didn't respond in time.";
    return { place: location, status: "silent", responseMs: null, message, colo: null };
  }
}

export function toPlaceResult(
  place: Place,
  { status, responseMs, message }: Pick<ProbeResult, "status" | "responseMs" | "message">,
  colo: string | null,
): PlaceResult {
  return { place, status, responseMs: boundResponseMs(responseMs), message, colo };
}

/** The location hint only counts when the object is first created. */
function placeAt(env: Env, location: Region): DurableObjectStub<PlaceObject> {
  return env.PLACE.getByName(`place-${location}`, { locationHint: location });
}
