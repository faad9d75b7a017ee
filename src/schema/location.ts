import { z } from "zod";
import { LONGEST_RESPONSE_MS } from "./check_status.ts";
import { wholeNumber } from "./limits.ts";
import { LOCATIONS, PLACES } from "./place.ts";

const PLACE_STATUSES = ["up", "degraded", "down", "silent"] as const;

export const locationFields = {
  locations: z
    .array(z.enum(LOCATIONS, { error: `Use ${LOCATIONS.join(", ")}.` }))
    .max(50, "List each region once.")
    .transform((chosen) => LOCATIONS.filter((location) => chosen.includes(location)))
    .meta({
      description: "From where else a failing check is asked, before it counts. Empty: from home alone.",
    }),
  confirmFrom: wholeNumber(1, 10, "places").nullable().meta({
    description: "How many of the regions must see the failure, including home. Null: more than half.",
  }),
  everyPlaceEvery: wholeNumber(1, 1440, "minutes").nullable().meta({
    description:
      "Minutes between checks from all regions, for response times. Null: only when a check fails.",
  }),
};

export const placeResult = z
  .object({
    place: z.enum(PLACES).meta({ description: "home is where the monitor is checked from first." }),
    status: z.enum(PLACE_STATUSES).meta({ description: "silent: it didn't respond in time." }),
    responseMs: z.number().max(LONGEST_RESPONSE_MS).nullable(),
    message: z.string(),
    colo: z.string().nullable().meta({
      description: "The data centre that the platform really put it in; null where that is not known.",
    }),
  })
  .meta({ id: "PlaceResult" });
export type PlaceResult = z.output<typeof placeResult>;

export const placeResults = z
  .array(placeResult)
  .meta({ description: "What each place found, where more than one was asked." });
