import { z } from "zod";
import { LONGEST_RESPONSE_MS } from "./check_status.ts";
import { KEY_PATTERN } from "./common.ts";
import { wholeNumber } from "./limits.ts";
import { HOME, isRegion, LOCATIONS, type Location } from "./place.ts";

const PLACE_STATUSES = ["up", "degraded", "down", "silent"] as const;

const agentLocation = z.templateLiteral(["agent:", z.string().regex(KEY_PATTERN)]);

export const location = z.union([z.enum(LOCATIONS), agentLocation], {
  error: `Use ${LOCATIONS.join(", ")}, or agent: and the key of an agent.`,
});

export const locationFields = {
  locations: z.array(location).max(50, "List each region once.").transform(inOrder).meta({
    description:
      "Where to repeat a failing check before it counts: regions, and agents as `agent:<key>`. Empty: nowhere.",
  }),
  confirmFrom: wholeNumber(1, 10, "regions").nullable().meta({
    description: "How many of the regions must see the failure, including home. Null: more than half.",
  }),
  everyPlaceEvery: wholeNumber(1, 1440, "minutes").nullable().meta({
    description:
      "Minutes between checks from all regions, for response times. Null: only when a check fails.",
  }),
};

export const placeResult = z
  .object({
    place: z
      .union([z.literal(HOME), location])
      .meta({ description: "`home` is where the monitor is checked from first." }),
    status: z.enum(PLACE_STATUSES).meta({ description: "`silent`: no response in time." }),
    responseMs: z.number().max(LONGEST_RESPONSE_MS).nullable(),
    message: z.string(),
    colo: z.string().nullable().meta({
      description: "The data centre that ran the check. Null if unknown.",
    }),
  })
  .meta({ id: "PlaceResult" });
export type PlaceResult = z.output<typeof placeResult>;

export const placeResults = z
  .array(placeResult)
  .meta({ description: "The result from each region, if more than one ran the check." });

function inOrder(chosen: readonly Location[]): Location[] {
  const agents = chosen.filter((one) => !isRegion(one));
  return [...LOCATIONS.filter((region) => chosen.includes(region)), ...new Set(agents)];
}
