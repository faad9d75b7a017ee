import { z } from "zod";

export const flowStepResult = z.object({
  name: z.string(),
  status: z.string(),
  ms: z.number(),
  error: z.string().optional(),
});

/** What checks of some types find beside a status. */
export const checkFacts = z.object({
  steps: z.array(flowStepResult).optional().meta({ description: "Of a flow, up to the step that failed." }),
});
export type CheckFacts = z.output<typeof checkFacts>;
