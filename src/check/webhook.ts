import { z } from "zod";
import { HEARTBEAT_TYPE } from "../domain/monitor/rule.ts";
import { checkType } from "./check_type.ts";

const config = z.object({
  graceSecs: z
    .int("Use a whole number.")
    .min(0, "Use 0 or more.")
    .max(604_800, "Use at most 604800 (a week).")
    .default(0)
    .meta({
      title: "Grace seconds",
      description: "How much later than the interval a heartbeat may come.",
    }),
});

/** Told of by its target's heartbeats, which the watch judges: there is nothing to probe. */
export const webhook = checkType({
  type: HEARTBEAT_TYPE,
  label: "Heartbeat (webhook)",
  pageLabel: "Webhook",
  hasResponseTime: false,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: () => "",
  destinationOf: () => "",
  run: null,
});
