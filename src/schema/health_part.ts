import { z } from "zod";

export const HEALTH_STATES = ["failing", "warning", "unknown", "ok", "off"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export const HEALTH_PARTS = [
  "cron",
  "database",
  "watches",
  "alarms",
  "monitors",
  "selfTest",
  "agents",
  "queues",
  "outboxes",
  "channels",
  "mail",
  "mirror",
  "backup",
  "update",
  "storage",
  "usage",
] as const;
export type HealthPartId = (typeof HEALTH_PARTS)[number];

export const healthPart = z
  .object({
    id: z.enum(HEALTH_PARTS),
    state: z.enum(HEALTH_STATES).meta({
      description: "`unknown`: it couldn't be checked. `off`: it is turned off or not in use.",
    }),
    summary: z.string().meta({ description: "The current state, in a sentence." }),
    advice: z.string().meta({ description: "How to fix it, in a sentence." }),
  })
  .meta({ id: "HealthPart" });
export type HealthPart = z.output<typeof healthPart>;
