import { z } from "zod";
import { MANUAL_TYPE } from "../domain/monitor/rule.ts";
import { checkType } from "./check_type.ts";

export const manual = checkType({
  type: MANUAL_TYPE,
  label: "Manual status",
  pageLabel: "Manual",
  hasResponseTime: false,
  config: z.object({}),
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: () => "",
  destinationOf: () => "",
  run: null,
});
