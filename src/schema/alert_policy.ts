import { z } from "zod";
import { timezone } from "./common.ts";
import { wholeNumber } from "./limits.ts";

type IntegerRule = (min: number, max: number) => z.ZodType<number, number>;

const clamp: IntegerRule = (min, max) =>
  z.int("Use a whole number.").transform((value) => Math.min(max, Math.max(min, value)));

const within: IntegerRule = (min, max) => wholeNumber(min, max);

const clock = z
  .string('Enter a time as text, such as "22:00".')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 22:00.");

function policyOf(integer: IntegerRule, object: typeof z.object) {
  return object({
    quietHours: object({
      enabled: z.boolean().default(false),
      start: clock.default("22:00"),
      end: clock.default("07:00"),
      timezone: timezone.default("UTC"),
      mode: z.enum(["defer", "suppress"], "Use defer or suppress.").default("defer"),
    }).prefault({}),
    throttle: object({
      enabled: z.boolean().default(false),
      maxAlerts: integer(1, 100).default(3),
      windowMinutes: integer(1, 1440).default(60),
    }).prefault({}),
    grouping: object({
      enabled: z.boolean().default(false),
      minMonitors: integer(2, 100).default(3),
      windowSeconds: integer(10, 900).default(60),
    }).prefault({}),
    reminder: object({
      enabled: z.boolean().default(false),
      everyMinutes: integer(5, 1440).default(60),
      most: integer(1, 50).default(10),
    })
      .prefault({})
      .meta({
        description: "Sends reminders until the monitor recovers or is acknowledged.",
      }),
    escalation: object({
      afterMinutes: integer(0, 1440).default(0),
    })
      .prefault({})
      .meta({
        description:
          "Alerts the channel only if the failure is still unacknowledged after this delay. 0: immediately.",
      }),
  });
}

export const alertPolicy = policyOf(clamp, z.object).meta({ id: "AlertPolicy" });
export type AlertPolicy = z.output<typeof alertPolicy>;

export const documentAlertPolicy = policyOf(within, z.strictObject as typeof z.object);

const PLAIN = alertPolicy.parse({});

export function completePolicy(policy: Partial<AlertPolicy>): AlertPolicy {
  return { ...PLAIN, ...policy };
}
