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
      description: "unknown: it could not be looked at. off: it is switched off, or there is nothing of it.",
    }),
    summary: z.string().meta({ description: "How it is, in a sentence." }),
    advice: z.string().meta({ description: "What to do, in a sentence." }),
  })
  .meta({ id: "HealthPart" });
export type HealthPart = z.output<typeof healthPart>;
