import { z } from "zod";
import { id, line } from "./common.ts";
import { listUpTo, wholeNumber } from "./limits.ts";
import { key } from "./monitor.ts";

export const ON_CALL = "on_call";

const byPosition = z.enum(["on_call", "next"]);
const channelTarget = z.strictObject({ channelKey: key });

const FIRST = [{ afterMinutes: 0, target: "on_call" }];

function configOf<Target extends z.ZodType>(target: Target) {
  const step = z.object({
    afterMinutes: wholeNumber(0, 1440, "minutes")
      .default(0)
      .meta({ title: "After", description: "Minutes after the alert, or after the start of each repeat." }),
    target: target.meta({ title: "Notify" }),
  });
  return z.object({
    scheduleKey: key.meta({ title: "Schedule", description: "The key of the on-call schedule." }),
    steps: listUpTo(10, step, "steps")
      .min(1, "Add at least one step.")
      .superRefine((steps, context) => {
        for (const [i, { afterMinutes }] of steps.entries())
          if (afterMinutes < (steps[i - 1]?.afterMinutes ?? 0))
            context.addIssue({
              code: "custom",
              path: [i, "afterMinutes"],
              message: "Use at least the minutes of the previous step.",
            });
      })
      .default(FIRST as never)
      .meta({ title: "Steps" }),
    repeat: wholeNumber(0, 10, "times").default(0).meta({
      title: "Repeat",
      description: "How often all steps repeat until someone acknowledges.",
    }),
    repeatMinutes: wholeNumber(1, 1440, "minutes")
      .default(30)
      .meta({ title: "Repeat after", description: "Minutes between the last step and the next repeat." }),
  });
}

const target = z.union(
  [
    byPosition,
    z.strictObject({ userIds: listUpTo(20, id, "people").min(1, "Choose at least one person.") }),
    channelTarget,
  ],
  { error: "Use on_call, next, { userIds } or { channelKey }." },
);
export type StepTarget = z.output<typeof target>;

export const onCallConfig = configOf(target);
export type OnCallConfig = z.output<typeof onCallConfig>;

/** Documents name people by email: ids differ between installations. */
export const onCallDocumentConfig = configOf(
  z.union(
    [
      byPosition,
      z.strictObject({ users: listUpTo(20, line(254), "people").min(1, "Choose at least one person.") }),
      channelTarget,
    ],
    { error: "Use on_call, next, { users } or { channelKey }." },
  ),
);
