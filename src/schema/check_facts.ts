import { z } from "zod";
import { timestamp } from "./common.ts";

export const flowStepResult = z.object({
  name: z.string(),
  status: z.string(),
  ms: z.number(),
  error: z.string().optional(),
});

export const checkFacts = z.object({
  steps: z
    .array(flowStepResult)
    .optional()
    .meta({ description: "For a flow, the steps up to the first that failed." }),
  expiresAt: timestamp
    .nullable()
    .optional()
    .meta({ description: "When the domain's registration expires. Null if the registry publishes no date." }),
  registrar: z.string().nullable().optional(),
  statuses: z
    .array(z.string())
    .optional()
    .meta({ description: "Status values of the registration (RFC 8056)." }),
  nameServers: z.array(z.string()).optional(),
});
export type CheckFacts = z.output<typeof checkFacts>;
